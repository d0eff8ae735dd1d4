import { type RawBuilder, sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { cellFromDb, cellToWire } from "../../shared/domain/cell.ts";
import { formatScaled } from "../../shared/domain/scaled.ts";
import type { StatsResult } from "../../shared/protocol/screen.ts";
import type { Field, Measure, Module, Stats } from "../../shared/registry/model.ts";
import { readableStats } from "../../shared/registry/rights/readable.ts";
import { oneByOne } from "../base/one-by-one.ts";
import type { QueryContext } from "./context.ts";
import { groupedBy, groupRead } from "./list-groups.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import type { Filter } from "./parse-filter.ts";
import { type ListParameters, parseListRequest } from "./parse-list-request.ts";
import { predicateSql } from "./predicate-sql.ts";
import type { Columns } from "./scoped.ts";
import { withNames } from "./with-names.ts";

/** Points of one chart at most: a year of days; the largest slices of a pie. */
const MOST_POINTS = { line: 366, column: 60, pie: 12 } as const;
/** A mean of whole numbers is shown with one decimal. */
const MEAN_DECIMALS = 1;

/** Every number of a board over the rows that the filter leaves. Throws ApiError 400 for a bad filter. */
export async function readStats(ctx: QueryContext, module: Module, parameters: ListParameters): Promise<StatsResult> {
  const plan = listPlan(ctx, module);
  const stats = readableStats(module, plan.readable);
  if (stats === null) return { cards: [], charts: [] };
  const filter = await withNames(plan, parseListRequest(parameters, module, plan.readable).filter);
  const cards = await readCards(plan, stats.cards, filter);
  return { cards, charts: await oneByOne(stats.charts, (chart) => readChart(plan, chart, filter)) };
}

async function readCards({ rows, columns, scope }: ListPlan, cards: Stats["cards"], filter: Filter | null): Promise<(string | null)[]> {
  const values = cards.map(({ measure, where }, index) => {
    return measured(measure, columns, where === null ? null : predicateSql(where, columns, scope.env)).as(`c${index}`);
  });
  const answer = await rows(filter).select(values).executeTakeFirst();
  return cards.map(({ measure }, index) => textOf(measure, columns, answer?.[`c${index}`]));
}

/** The points of one chart over the rows that the filter leaves. */
export async function readChart(
  { rows, columns }: ListPlan,
  { kind, by, measures }: Stats["charts"][number],
  filter: Filter | null,
): Promise<StatsResult["charts"][number]> {
  const field = columns.fields[by];
  if (field === undefined) throw new Error(`a chart by ${by}, which is not there: the registry must have refused it`);
  const read = groupRead(field);
  const grouped = rows(filter)
    .select(groupedBy(field, columns.expr(by)).as("axis"))
    .select(measures.map((measure, index) => measured(measure, columns).as(`m${index}`)))
    .groupBy(sql`1`)
    .limit(MOST_POINTS[kind]);
  // Days stand in their order, the latest of them; everything else with the largest first.
  const isTime = kind === "line" || read.type === "date";
  const answers = await (isTime ? grouped.orderBy("axis", "desc") : grouped.orderBy(sql`m0 desc nulls last`).orderBy("axis")).execute();
  const points = answers.map((answer) => {
    const cell = cellFromDb(read, answer.axis);
    const value = cellToWire(read, cell);
    return {
      by: field.values.find(({ code }) => code === cell)?.shown ?? (value === null ? "（空）" : String(value)),
      value,
      values: measures.map((measure, index) => textOf(measure, columns, answer[`m${index}`])),
    };
  });
  return { points: isTime ? points.reverse() : points };
}

/** The aggregate over the rows that count. A mean is rounded to a whole number of its last decimal place. */
function measured({ of, field }: Measure, columns: Columns, where: RawBuilder<unknown> | null = null): RawBuilder<unknown> {
  const counted = where === null ? sql`` : sql` filter (where ${where})`;
  if (field === null) return sql`count(*)${counted}`;
  const value = columns.expr(field);
  if (of === "count") return sql`count(${value})${counted}`;
  if (of === "avg") {
    const places = decimalsOf(of, columns.fields[field]) - scaleOf(columns.fields[field]);
    return sql`round(avg(${value})${counted} * ${10 ** places})`;
  }
  return of === "max" ? sql`max(${value})${counted}` : sql`sum(${value})${counted}`;
}

/** Decimals of a measure: its field's; means of whole numbers have one. */
function decimalsOf(of: Measure["of"], field: Field | undefined): number {
  if (of === "count") return 0;
  return of === "avg" ? scaleOf(field) || MEAN_DECIMALS : scaleOf(field);
}

/** Exact decimal text; a sum over no rows is 0, a mean or a maximum over none is empty. */
function textOf({ of, field }: Measure, columns: Columns, value: unknown): string | null {
  if (value === null || value === undefined) return of === "count" || of === "sum" ? "0" : null;
  // The latest day is a text already.
  if (typeof value === "string" && value.includes("-", 1)) return value;
  return formatScaled(BigInt(String(value)), field === null ? 0 : decimalsOf(of, columns.fields[field]));
}
