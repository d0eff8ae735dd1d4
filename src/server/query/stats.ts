import { sql } from "kysely";
import { cellFromDb, cellToWire } from "../../shared/domain/cell.ts";
import { formatScaled } from "../../shared/domain/scaled.ts";
import type { StatsResult } from "../../shared/protocol/screen.ts";
import type { Measure, Module, Stats } from "../../shared/registry/model.ts";
import { readableStats } from "../../shared/registry/rights/readable.ts";
import { oneByOne } from "../base/one-by-one.ts";
import type { QueryContext } from "./context.ts";
import { aggregatedInSteps } from "./in-steps.ts";
import { groupRead } from "./list-groups.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { decimalsOf, type Measured } from "./measured.ts";
import type { Filter } from "./parse-filter.ts";
import { type ListParameters, parseListRequest } from "./parse-list-request.ts";
import { groupName, measureName } from "./parts.ts";
import { predicateSql } from "./predicate-sql.ts";
import type { Columns } from "./scoped.ts";
import { withNames } from "./with-names.ts";

/** Points of one chart at most: a year of days; the largest slices of a pie. */
const MOST_POINTS = { line: 366, column: 60, pie: 12 } as const;

/** Every number of a board over the rows that the filter leaves. Throws ApiError 400 for a bad filter. */
export async function readStats(ctx: QueryContext, module: Module, parameters: ListParameters): Promise<StatsResult> {
  const plan = listPlan(ctx, module);
  const stats = readableStats(module, plan.readable);
  if (stats === null) return { cards: [], charts: [] };
  const filter = await withNames(plan, parseListRequest(parameters, module, plan.readable).filter);
  const cards = await readCards(plan, stats.cards, filter);
  return { cards, charts: await oneByOne(stats.charts, (chart) => readChart(plan, chart, filter)) };
}

async function readCards(plan: ListPlan, cards: Stats["cards"], filter: Filter | null): Promise<(string | null)[]> {
  const measures = cards.map(({ measure, where }): Measured => {
    return where === null ? measure : { ...measure, where: (columns) => predicateSql(where, columns, plan.scope.env) };
  });
  const answer = await (await aggregatedInSteps(plan, { filter, by: [], measures })).executeTakeFirst();
  return cards.map(({ measure }, index) => textOf(measure, plan.columns, answer?.[measureName(index)]));
}

/** The points of one chart over the rows that the filter leaves. */
export async function readChart(
  plan: ListPlan,
  { kind, by, measures }: Stats["charts"][number],
  filter: Filter | null,
): Promise<StatsResult["charts"][number]> {
  const { columns } = plan;
  const field = columns.fields[by];
  if (field === undefined) throw new Error(`a chart by ${by}, which is not there: the registry must have refused it`);
  const read = groupRead(field);
  const [axis, size] = [groupName(0), measureName(0)];
  const points = (await aggregatedInSteps(plan, { filter, by: [field], measures })).limit(MOST_POINTS[kind]);
  // Days stand in their order, the latest of them; everything else with the largest first.
  const isTime = kind === "line" || read.type === "date";
  const answers = await (isTime
    ? points.orderBy(axis, "desc")
    : points.orderBy(sql`${sql.ref(size)} desc nulls last`).orderBy(axis)
  ).execute();
  const drawn = answers.map((answer) => {
    const cell = cellFromDb(read, answer[axis]);
    const value = cellToWire(read, cell);
    return {
      by: field.values.find(({ code }) => code === cell)?.shown ?? (value === null ? "（空）" : String(value)),
      value,
      values: measures.map((measure, index) => textOf(measure, columns, answer[measureName(index)])),
    };
  });
  return { points: isTime ? drawn.reverse() : drawn };
}

/** Exact decimal text; a sum over no rows is 0, a mean or a maximum over none is empty. */
function textOf({ of, field }: Measure, columns: Columns, value: unknown): string | null {
  if (value === null || value === undefined) return of === "count" || of === "sum" ? "0" : null;
  // The latest day is a text already.
  if (typeof value === "string" && value.includes("-", 1)) return value;
  return formatScaled(BigInt(String(value)), field === null ? 0 : decimalsOf(of, columns.fields[field]));
}
