import { sql } from "kysely";
import type { HomeTodo } from "../../shared/protocol/home.ts";
import type { Tone } from "../../shared/protocol/screen.ts";
import type { Module, Todo } from "../../shared/registry/model.ts";
import { oneByOne } from "../base/one-by-one.ts";
import type { QueryContext } from "./context.ts";
import { filterSql } from "./filter-sql.ts";
import { listPlan } from "./list-plan.ts";
import { meantTodos } from "./meant-todos.ts";

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
  const counts = filters.map((filter, index) => sql`count(*) filter (where ${filterSql(filter, plan.columns)})`.as(`c${index}`));
  const answer = await plan.rows({ operator: "or", parts: filters }).select(counts).executeTakeFirst();
  const page = { mdl: module.id, path: module.entry.path, page: module.entry.title };
  return meant.map(({ todo: declared, clauses }, index) => {
    const { title, tone } = declared;
    return { declared, todo: { ...page, title, count: Number(answer?.[`c${index}`] ?? 0), filters: clauses, tone } };
  });
}
