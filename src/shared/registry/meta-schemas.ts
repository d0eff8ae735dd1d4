import archetypes from "../../../schemas/meta/archetypes.schema.json" with { type: "json" };
import common from "../../../schemas/meta/common.schema.json" with { type: "json" };
import entity from "../../../schemas/meta/entity.schema.json" with { type: "json" };
import enums from "../../../schemas/meta/enums.schema.json" with { type: "json" };
import messages from "../../../schemas/meta/messages.schema.json" with { type: "json" };
import mixins from "../../../schemas/meta/mixins.schema.json" with { type: "json" };
import module from "../../../schemas/meta/module.schema.json" with { type: "json" };
import overlay from "../../../schemas/meta/overlay.schema.json" with { type: "json" };
import print from "../../../schemas/meta/print.schema.json" with { type: "json" };
import registry from "../../../schemas/meta/registry.schema.json" with { type: "json" };
import vocabulary from "../../../schemas/meta/vocabulary.schema.json" with { type: "json" };
import type { FileKind } from "./classify.ts";

/** The words that the files' schemas share. */
export const COMMON_SCHEMA: object = common;
/** The JSON Schema of each kind of file. */
export const META_SCHEMAS: Readonly<Record<FileKind, object>> = {
  registry,
  enums,
  mixins,
  messages,
  vocabulary,
  archetypes,
  entity,
  module,
  print,
  overlay,
};
