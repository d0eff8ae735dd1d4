import { sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { rescaleSql } from "./calc-sql.ts";
import type { ComputedDef } from "./computed-def.ts";
import { chosen, relatedRows, subquery } from "./related-rows.ts";

/** The sum of a field over the rows of another entity that name this row; 0 when there is none. */
export const total: ComputedDef<"total"> = {
  inputs: ({ key }) => [key],
  sql({ of, field: summed, by, key, where }, at, field) {
    const related = relatedRows(at, of, by, key);
    const rows = chosen(related, where, at);
    const value = sql`coalesce(sum(${related.columns.expr(summed)}), 0)`;
    const rescaled = rescaleSql({ value, scale: scaleOf(related.columns.fields[summed]) }, scaleOf(field));
    return subquery(rows.select(rescaled.as("value")));
  },
  async fromOthers({ of, field: summed, by, key, where }, { row, find, sum }, field) {
    return sum(of, summed, await find(of, { [by]: row[key] ?? null }, where, [summed]), field);
  },
  looksFor: ({ of, by }) => ({ entity: of, field: by }),
};
