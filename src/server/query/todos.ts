import type { HomeTodo } from "../../shared/protocol/home.ts";
import type { Tone } from "../../shared/protocol/screen.ts";
import type { Module, Todo } from "../../shared/registry/model.ts";
import { oneByOne } from "../base/one-by-one.ts";
import { rollupFor } from "./aggregated.ts";
import type { QueryContext } from "./context.ts";
import { filterSql } from "./filter-sql.ts";
import { aggregatedInSteps } from "./in-steps.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { meantTodos } from "./meant-todos.ts";
import { COUNT, type Measured } from "./measured.ts";
import type { Filter } from "./parse-filter.ts";
import { measureName } from "./parts.ts";

const MOST_PRESSING_FIRST: readonly Tone[] = ["error", "warning", "info", "success", "plain", "muted"];

/** What waits for the viewer on these modules, all of which he may open. One statement a module, over the rows its list shows. */
export async function readTodos(
  ctx: QueryContext,
  modules: readonly Module[],
  isAsked: (todo: Todo) => boolean = () => true,
): Promise<HomeTodo[]> {
  const counted = await oneByOne(modules, (module) => countTodos(ctx, module, isAsked));
  const pressure = ({ tone }: Todo) => MOST_PRESSING_FIRST.indexOf(tone);
  return counted
    .flat()
    .sort((a, b) => pressure(a.declared) - pressure(b.declared) || a.declared.rank - b.declared.rank)
    .map(({ todo }) => todo);
}

interface Counted {
  readonly declared: Todo;
  readonly todo: HomeTodo;
}

async function countTodos(ctx: QueryContext, module: Module, isAsked: (todo: Todo) => boolean): Promise<Counted[]> {
  if (!module.todos.some(isAsked)) return [];
  const plan = listPlan(ctx, module);
  const meant = meantTodos({ ...plan, env: plan.scope.env }).filter(({ todo }) => isAsked(todo));
  const filters = meant.map(({ filter }) => filter);
  if (filters.length === 0) return [];
  const counts = await countEach(plan, filters);
  const page = { mdl: module.id, path: module.entry.path, page: module.entry.title };
  return meant.map(({ todo: declared, clauses }, index) => {
    const { title, tone } = declared;
    return { declared, todo: { ...page, title, count: counts[index] ?? 0, filters: clauses, tone } };
  });
}

/** How many rows each filter finds. Those that the same rollup tells are asked together, and so are those for which the rows are read. */
async function countEach(plan: ListPlan, filters: readonly Filter[]): Promise<readonly number[]> {
  const counts = filters.map(() => 0);
  const told = filters.map((filter) => rollupFor(plan, { filter, by: [], measures: [COUNT] }));
  for (const table of new Set(told)) {
    const asked = filters.flatMap((filter, index) => (told[index] === table ? [{ filter, index }] : []));
    const measures = asked.map(({ filter }): Measured => ({ ...COUNT, where: (columns) => filterSql(filter, columns) }));
    const any: Filter = { operator: "or", parts: asked.map(({ filter }) => filter) };
    const answer = await (await aggregatedInSteps(plan, { filter: any, by: [], measures })).executeTakeFirst();
    for (const [at, { index }] of asked.entries()) counts[index] = Number(answer?.[measureName(at)] ?? 0);
  }
  return counts;
}
