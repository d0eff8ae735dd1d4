import { sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { divideRounded, formatScaled } from "../../shared/domain/scaled.ts";
import type { Sum } from "../../shared/registry/model.ts";
import type { Columns, Rows } from "./scoped.ts";

export interface Totals {
  readonly count: number;
  /** Field to its sum as text. */
  readonly sums: Readonly<Record<string, string>>;
}

/** What is summed; who gets it was decided before. */
type Summed = Omit<Sum, "audience">;

/** How many rows, and exact sums over all of them, in one aggregate query for each part of the rows. */
export async function readTotals(parts: readonly Rows[], sums: readonly Summed[], columns: Columns): Promise<Totals> {
  const answers = await Promise.all(parts.map((rows) => withTotals(rows, sums, columns).executeTakeFirst()));
  const names = ["count", ...summedFields(sums).map((_, index) => `s${index}`)];
  const added = (name: string) => answers.reduce((sum, answer) => sum + BigInt(String(answer?.[name] ?? 0)), 0n);
  return totalsOf(Object.fromEntries(names.map((name) => [name, added(name)])), sums, columns);
}

/** Adds the aggregates that {@link totalsOf} reads to what is selected: over all rows, or over each group of them. */
export function withTotals(rows: Rows, sums: readonly Summed[], columns: Columns): Rows {
  return rows
    .select(sql`count(*)`.as("count"))
    .select(summedFields(sums).map((name, index) => sql`coalesce(sum(${columns.expr(name)}), 0)`.as(`s${index}`)));
}

export function totalsOf(answer: Readonly<Record<string, unknown>>, sums: readonly Summed[], columns: Columns): Totals {
  const summed = summedFields(sums);
  const sumOf = (name: string) => BigInt(String(answer[`s${summed.indexOf(name)}`] ?? 0));
  return {
    count: Number(answer.count ?? 0),
    sums: Object.fromEntries(sums.map((sum) => [sum.field, sumText(sum, sumOf, columns)])),
  };
}

const summedFields = (sums: readonly Summed[]): string[] => [...new Set(sums.flatMap(({ field, ratio }) => ratio ?? [field]))];

/** A ratio is that of the sums, not a sum of ratios; empty over nothing. */
function sumText({ field, decimals, ratio }: Summed, sumOf: (name: string) => bigint, columns: Columns): string {
  if (ratio === null) return formatScaled(sumOf(field), scaleOf(columns.fields[field]), decimals);
  const [numerator, divisor] = [sumOf(ratio[0]), sumOf(ratio[1])];
  if (divisor === 0n) return "";
  const shift = decimals + scaleOf(columns.fields[ratio[1]]) - scaleOf(columns.fields[ratio[0]]);
  const [n, d] = shift >= 0 ? [numerator * 10n ** BigInt(shift), divisor] : [numerator, divisor * 10n ** BigInt(-shift)];
  return formatScaled(divideRounded(n, d), decimals);
}
