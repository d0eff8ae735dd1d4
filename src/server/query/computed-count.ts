import { sql } from "kysely";
import type { ComputedDef } from "./computed-def.ts";
import { chosen, relatedRows, subquery } from "./related-rows.ts";

/** How many rows of another entity name this row. */
export const count: ComputedDef<"count"> = {
  inputs: ({ key }) => [key],
  sql({ of, by, key, where }, at) {
    const related = relatedRows(at, of, by, key);
    return subquery(chosen(related, where, at).select(sql`count(*)`.as("value")));
  },
  fromOthers: async ({ of, by, key, where }, { row, find }) => (await find(of, { [by]: row[key] ?? null }, where, [])).length,
  looksFor: ({ of, by }) => ({ entity: of, field: by }),
};
