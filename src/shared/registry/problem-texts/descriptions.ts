import common from "../../../../schemas/meta/zh/common.json" with { type: "json" };
import entity from "../../../../schemas/meta/zh/entity.json" with { type: "json" };
import module from "../../../../schemas/meta/zh/module.json" with { type: "json" };
import overlay from "../../../../schemas/meta/zh/overlay.json" with { type: "json" };
import print from "../../../../schemas/meta/zh/print.json" with { type: "json" };
import registry from "../../../../schemas/meta/zh/registry.json" with { type: "json" };
import shared from "../../../../schemas/meta/zh/shared.json" with { type: "json" };

/** Per meta-schema: its descriptions, English to Chinese. By text and not by place, so that a changed description asks for a new form. */
export const DESCRIPTIONS_ZH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  common,
  entity,
  module,
  overlay,
  print,
  registry,
  shared,
};
