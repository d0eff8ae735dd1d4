import type { HomeChart } from "../../shared/protocol/home.ts";
import type { Module } from "../../shared/registry/model.ts";
import { readableStats } from "../../shared/registry/rights/readable.ts";
import type { QueryContext } from "../query/context.ts";
import { listPlan } from "../query/list-plan.ts";
import { clausesOf, filterOf } from "../query/meant-todos.ts";
import { readChart } from "../query/stats.ts";
import { formatOf } from "./project-screen.ts";

/** The charts of a page that stand on the home page, those that the viewer may read in full; he may open the page. */
export async function readHomeCharts(ctx: QueryContext, module: Module): Promise<HomeChart[]> {
  if (!module.stats?.charts.some(({ home }) => home !== null)) return [];
  const plan = listPlan(ctx, module);
  const charts: HomeChart[] = [];
  for (const chart of readableStats(module, plan.readable)?.charts ?? []) {
    if (chart.home === null) continue;
    const { title, kind, by } = chart;
    const filters = clausesOf(chart.home, ctx.now);
    const { points } = await readChart(plan, chart, filterOf(module, plan.readable, filters));
    const measures = chart.measures.map((measure) => ({ ...measure, format: formatOf(measure, plan.entity) }));
    charts.push({ mdl: module.id, path: module.entry.path, page: module.entry.title, title, kind, by, measures, filters, points });
  }
  return charts;
}
