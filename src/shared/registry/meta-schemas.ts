import common from "../../../schemas/meta/common.schema.json" with { type: "json" };
import entity from "../../../schemas/meta/entity.schema.json" with { type: "json" };
import module from "../../../schemas/meta/module.schema.json" with { type: "json" };
import overlay from "../../../schemas/meta/overlay.schema.json" with { type: "json" };
import print from "../../../schemas/meta/print.schema.json" with { type: "json" };
import registry from "../../../schemas/meta/registry.schema.json" with { type: "json" };
import shared from "../../../schemas/meta/shared.schema.json" with { type: "json" };
import type { FileKind } from "./classify.ts";

/** The schemas as they are written, by the name of their file. */
export const WRITTEN_SCHEMAS: Readonly<Record<string, object>> = { common, registry, shared, entity, module, print, overlay };

/** What is read here of a JSON Schema. */
interface Written {
  readonly $id?: string;
  readonly $ref?: string;
  readonly type?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly definitions?: Readonly<Record<string, Written>>;
  readonly "x-words"?: readonly string[];
}

/**
 * A schema in which only some words of a definition stand somewhere (`x-words` beside the reference) has there a copy of the definition
 * with these words alone, so that nothing that reads it need know of the keyword. Such a definition refers to others by their files.
 */
function narrowed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(narrowed);
  if (typeof value !== "object" || value === null) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, narrowed(each)]));
  const { $ref, "x-words": words, required = [], ...said } = own as Written;
  if ($ref === undefined || words === undefined) return own;
  const { title: _title, ...target } = referredTo($ref) as Written & { readonly title?: string };
  const { properties = {}, required: needed = [] } = target;
  return {
    ...target,
    ...said,
    required: [...needed.filter((name) => words.includes(name)), ...required],
    properties: Object.fromEntries(words.map((name) => [name, narrowed(properties[name])])),
    "x-words": words,
    "x-word-of": $ref,
  };
}

function referredTo(ref: string): Written {
  const [file = "", pointer = ""] = ref.split("#");
  const home = (Object.values(WRITTEN_SCHEMAS) as readonly Written[]).find(({ $id }) => $id === file);
  const found = home?.definitions?.[pointer.replace("/definitions/", "")];
  if (found === undefined) throw new Error(`nothing stands at ${ref}`);
  return found;
}

/** The words that the files' schemas share. */
export const COMMON_SCHEMA = narrowed(common) as object;
/** The JSON Schema of each kind of file. */
export const META_SCHEMAS = Object.fromEntries(
  Object.entries(WRITTEN_SCHEMAS).flatMap(([kind, schema]) => (kind === "common" ? [] : [[kind, narrowed(schema)]])),
) as Readonly<Record<FileKind, object>>;
