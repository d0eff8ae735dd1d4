import { sql } from "kysely";
import { daysBetween } from "../../shared/domain/day.ts";
import type { ComputedDef } from "./computed-def.ts";
import { bound, dayOfInstant, familyOf } from "./sql-type.ts";

/** Days from today to a day of the row. */
export const daysUntil: ComputedDef<"daysUntil"> = {
  inputs: (name) => [name],
  sql(name, { columns, scope }) {
    const field = columns.fields[name];
    const value = columns.expr(name);
    const day = field && familyOf(field) === "instant" ? dayOfInstant(value) : value;
    return sql`(${day} - ${bound("date", scope.env.today)})`;
  },
  fromRow(name, row, { env }) {
    const day = row[name] ?? null;
    return day === null ? null : daysBetween(env.today, String(day).slice(0, 10));
  },
};
