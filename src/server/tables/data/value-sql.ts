import { type RawBuilder, sql } from "kysely";
import { type ConvertedSql, constant, convertSql } from "./convert-sql.ts";
import type { ColumnMove, Source } from "./data-moves.ts";

type Sql = RawBuilder<unknown>;

/** The values of a field from now on, in terms of the table as it is; null: nobody can tell. */
export function valueSql(move: ColumnMove): Sql | null {
  const { column, from } = move;
  const initial = column.initial === null ? null : constant(move.field, move.field.initial ?? (move.field.type === "bool" ? false : null));
  const filled = (value: Sql) => (column.isNotNull && initial !== null ? sql`coalesce(${value}, ${initial})` : value);
  if (from.kind === "kept") {
    const cases = Object.entries(from.codes).map(([old, code]) => sql`when ${sql.lit(old)} then ${constant(move.field, code)}`);
    const own = sql.id(from.name);
    return cases.length === 0 ? own : sql`case ${own}::text ${sql.join(cases, sql` `)} else ${own} end`;
  }
  if (from.kind === "converted") return filled(convertedSql(from).value);
  if (from.kind === "restored") return filled(sql.id(from.aside.name));
  return from.kind === "new" ? (initial ?? constant(move.field, null)) : null;
}

export type Converted = Extract<Source, { kind: "converted" }>;

/** What was not changed since it was converted the other way gets back the bytes it had. */
export function convertedSql({ name, conversion, undo }: Converted): ConvertedSql & { readonly isRestored: Sql } {
  const current = sql.id(name);
  const made = convertSql(current, conversion);
  if (undo?.holds.kind !== "converted") return { ...made, isRestored: sql`false` };
  const aside = sql.id(undo.name);
  const forth = convertSql(aside, undo.holds.conversion).value;
  // A column for yes or no has no empty values: "no" stands where there was nothing.
  const isRestored =
    conversion.from.type === "bool"
      ? sql`(coalesce(${forth}, false) = ${current})`
      : sql`(${aside} is not null and ${forth} is not distinct from ${current})`;
  return {
    value: sql`case when ${isRestored} then ${aside} else ${made.value} end`,
    problem: sql`case when ${isRestored} then null else ${made.problem} end`,
    isRounded: sql`(not ${isRestored} and ${made.isRounded})`,
    isRestored,
  };
}
