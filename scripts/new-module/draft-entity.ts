import { jsonText } from "./json-text.ts";

/** A document of shop and supplier with the usual fields and one state machine, to be shaped by hand. */
export function draftEntity(name: string, title: string): { readonly path: string; readonly text: string } {
  const file = name.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase();
  return {
    path: `schemas/entities/${file}.json`,
    text: jsonText({
      $schema: "../meta/entity.schema.json",
      name,
      title,
      tenancy: "shop+supplier",
      mixins: ["base", "party", "document"],
      fields: { title: { title: "主题", type: "string", length: 100 }, TotalMoney: { title: "金额", type: "money", default: 0 } },
      visibleTo: { supplier: { gt: ["Statu", 0] } },
      unique: [["Billid"]],
      indexes: [["busdate"]],
      states: {
        Statu: {
          initial: 0,
          final: [50],
          transitions: {
            audit: { title: "审核", from: [0], to: 10, by: ["shop"], key: "audit", bulk: true, effects: [{ unread: "supplier" }] },
            provconfirm: { title: "厂商确认", from: [10], to: 50, by: ["supplier"], key: "provconfirm", effects: [{ read: "supplier" }] },
          },
        },
      },
    }),
  };
}
