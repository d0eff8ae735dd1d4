import { scaleOf } from "../../shared/domain/calc.ts";
import { divideRounded, formatScaled } from "../../shared/domain/scaled.ts";
import type { Sum } from "../../shared/registry/model.ts";
import { aggregated } from "./aggregated.ts";
import type { Asked } from "./asked.ts";
import { aggregatedInSteps } from "./in-steps.ts";
import type { ListPlan } from "./list-plan.ts";
import { COUNT, type Measured, overRows } from "./measured.ts";
import type { Filter } from "./parse-filter.ts";
import { measureName } from "./parts.ts";
import type { Columns, Rows } from "./scoped.ts";

export interface Totals {
  readonly count: number;
  /** Field to its sum as text. */
  readonly sums: Readonly<Record<string, string>>;
}

/** What is summed; who gets it was decided before. */
export type Summed = Omit<Sum, "audience">;

/** How many rows a filter finds, and their exact sums. */
export async function listTotals(plan: ListPlan, filter: Filter | null, sums: readonly Summed[]): Promise<Totals> {
  const answer = await (await aggregatedInSteps(plan, { filter, by: [], measures: measuresOf(sums) })).executeTakeFirst();
  return totalsOf(answer ?? {}, sums, plan.columns);
}

/** The same as one select, which reads all rows at once, and how its row is read. */
export function askTotals(plan: ListPlan, filter: Filter | null, sums: readonly Summed[]) {
  return {
    rows: aggregated(plan, { filter, by: [], measures: measuresOf(sums) }),
    read: (answer: Readonly<Record<string, unknown>> = {}): Totals => totalsOf(answer, sums, plan.columns),
  };
}

/** The same of rows that are found by a key, and by no plan of a list. */
export function totalsOfFound(rows: Rows, sums: readonly Summed[], columns: Columns): Asked<Totals> {
  const values = measuresOf(sums).map((measure, index) => overRows(measure, columns).as(measureName(index)));
  return { selects: [rows.select(values)], read: ([answers = []]) => totalsOf(answers[0] ?? {}, sums, columns) };
}

/** What {@link totalsOf} reads: how many rows, and each field that is added up. */
export const measuresOf = (sums: readonly Summed[]): readonly Measured[] => [
  COUNT,
  ...summedFields(sums).map((field) => ({ of: "sum", field }) as const),
];

/** An answer to {@link measuresOf}. */
export function totalsOf(answer: Readonly<Record<string, unknown>>, sums: readonly Summed[], columns: Columns): Totals {
  const summed = summedFields(sums);
  const sumOf = (name: string) => BigInt(String(answer[measureName(1 + summed.indexOf(name))] ?? 0));
  return {
    count: Number(answer[measureName(0)] ?? 0),
    sums: Object.fromEntries(sums.map((sum) => [sum.field, sumText(sum, sumOf, columns)])),
  };
}

/** The fields that are added up. */
const summedFields = (sums: readonly Summed[]): readonly string[] => [...new Set(sums.flatMap(({ field, ratio }) => ratio ?? [field]))];

/** A ratio is that of the sums, not a sum of ratios; empty over nothing. */
function sumText({ field, decimals, ratio }: Summed, sumOf: (name: string) => bigint, columns: Columns): string {
  if (ratio === null) return formatScaled(sumOf(field), scaleOf(columns.fields[field]), decimals);
  const [numerator, divisor] = [sumOf(ratio[0]), sumOf(ratio[1])];
  if (divisor === 0n) return "";
  const shift = decimals + scaleOf(columns.fields[ratio[1]]) - scaleOf(columns.fields[ratio[0]]);
  const [n, d] = shift >= 0 ? [numerator * 10n ** BigInt(shift), divisor] : [numerator, divisor * 10n ** BigInt(-shift)];
  return formatScaled(divideRounded(n, d), decimals);
}
