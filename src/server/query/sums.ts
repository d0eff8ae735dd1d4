import { type RawBuilder, sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { divideRounded, formatScaled } from "../../shared/domain/scaled.ts";
import type { Sum } from "../../shared/registry/model.ts";
import { oneByOne } from "../base/one-by-one.ts";
import { ROWS, type RollupTable, sumColumn } from "./rollup-table.ts";
import type { Columns, Rows } from "./scoped.ts";

export interface Totals {
  readonly count: number;
  /** Field to its sum as text. */
  readonly sums: Readonly<Record<string, string>>;
}

/** What is summed; who gets it was decided before. */
export type Summed = Omit<Sum, "audience">;

/** How many rows, and exact sums over all of them, in one aggregate query for each part of the rows. */
export async function readTotals(parts: readonly Rows[], sums: readonly Summed[], columns: Columns): Promise<Totals> {
  return addTotals(
    parts.map((rows) => withTotals(rows, sums, columns)),
    sums,
    columns,
  );
}

/** What parts with {@link withTotals} come to together. */
export async function addTotals(parts: readonly Rows[], sums: readonly Summed[], columns: Columns): Promise<Totals> {
  const answers = await oneByOne(parts, (rows) => rows.executeTakeFirst());
  const names = ["count", ...summedFields(sums).map((_, index) => `s${index}`)];
  const added = (name: string) => answers.reduce((sum, answer) => sum + BigInt(String(answer?.[name] ?? 0)), 0n);
  return totalsOf(Object.fromEntries(names.map((name) => [name, added(name)])), sums, columns);
}

/**
 * Adds the aggregates that {@link totalsOf} reads to what is selected: over all rows, or over each group of them. What is not selected counts as 0.
 *
 * @param fields the fields that are added up; left out: all that are summed
 */
export function withTotals(rows: Rows, sums: readonly Summed[], columns: Columns, fields?: readonly string[]): Rows {
  return withSums(rows.select(sql`count(*)`.as("count")), sums, columns, fields);
}

/** {@link withTotals} without the number of rows. */
export function withSums(rows: Rows, sums: readonly Summed[], columns: Columns, fields = summedFields(sums)): Rows {
  return aggregated(rows, sums, (name) => (fields.includes(name) ? columns.expr(name) : null));
}

/** {@link withTotals} over the groups of a rollup under this alias: what is not summed there is not selected. */
export function withRolledTotals(rows: Rows, sums: readonly Summed[], table: RollupTable, alias: string): Rows {
  const count = sql`coalesce(sum(${sql.ref(`${alias}.${ROWS}`)}), 0)`;
  const isKept = (name: string) => table.sums.some((field) => field.name === name);
  return aggregated(rows.select(count.as("count")), sums, (name) => (isKept(name) ? sql.ref(`${alias}.${sumColumn(name)}`) : null));
}

function aggregated(rows: Rows, sums: readonly Summed[], value: (field: string) => RawBuilder<unknown> | null): Rows {
  const selected = summedFields(sums).flatMap((name, index) => {
    const of = value(name);
    return of === null ? [] : [sql`coalesce(sum(${of}), 0)`.as(`s${index}`)];
  });
  return selected.length === 0 ? rows : rows.select(selected);
}

export function totalsOf(answer: Readonly<Record<string, unknown>>, sums: readonly Summed[], columns: Columns): Totals {
  const summed = summedFields(sums);
  const sumOf = (name: string) => BigInt(String(answer[`s${summed.indexOf(name)}`] ?? 0));
  return {
    count: Number(answer.count ?? 0),
    sums: Object.fromEntries(sums.map((sum) => [sum.field, sumText(sum, sumOf, columns)])),
  };
}

/** The fields that are added up. */
export const summedFields = (sums: readonly Summed[]): readonly string[] => [
  ...new Set(sums.flatMap(({ field, ratio }) => ratio ?? [field])),
];

/** A ratio is that of the sums, not a sum of ratios; empty over nothing. */
function sumText({ field, decimals, ratio }: Summed, sumOf: (name: string) => bigint, columns: Columns): string {
  if (ratio === null) return formatScaled(sumOf(field), scaleOf(columns.fields[field]), decimals);
  const [numerator, divisor] = [sumOf(ratio[0]), sumOf(ratio[1])];
  if (divisor === 0n) return "";
  const shift = decimals + scaleOf(columns.fields[ratio[1]]) - scaleOf(columns.fields[ratio[0]]);
  const [n, d] = shift >= 0 ? [numerator * 10n ** BigInt(shift), divisor] : [numerator, divisor * 10n ** BigInt(-shift)];
  return formatScaled(divideRounded(n, d), decimals);
}
