import { sql } from "kysely";
import { addDays, dayOf } from "../../shared/domain/day.ts";
import type { HomeTodo } from "../../shared/protocol/home.ts";
import type { FilterClause } from "../../shared/protocol/list.ts";
import type { Tone } from "../../shared/protocol/screen.ts";
import type { Module, Todo, TodoFilter, TodoValue } from "../../shared/registry/model.ts";
import { todosOf } from "../../shared/registry/rights/todos.ts";
import { Semaphore } from "../base/semaphore.ts";
import type { QueryContext } from "./context.ts";
import { filterSql } from "./filter-sql.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { type Filter, parseFilter } from "./parse-filter.ts";
import { WireProblems } from "./wire-problems.ts";

/** Pages counted at the same time: one home page must not take every connection. */
const AT_ONCE = 4;
const MOST_PRESSING_FIRST: readonly Tone[] = ["error", "warning", "info", "success", "plain", "muted"];

/** What waits for the viewer on these modules, all of which he may open. One statement a module, over the rows its list shows. */
export async function readTodos(
  ctx: QueryContext,
  modules: readonly Module[],
  isAsked: (todo: Todo) => boolean = () => true,
): Promise<HomeTodo[]> {
  const semaphore = new Semaphore(AT_ONCE);
  const counted = await Promise.all(modules.map((module) => semaphore.run(() => countTodos(ctx, module, isAsked))));
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
  const own = todosOf(ctx.viewer, module, plan.entity, plan.scope.env).filter(isAsked);
  const meant = own.map((todo) => ({ ...todo, clauses: clausesOf(todo, ctx.now) }));
  const filters = meant.map(({ clauses }) => filterOf(plan, clauses));
  if (filters.length === 0) return [];
  const counts = filters.map((filter, index) => sql`count(*) filter (where ${filterSql(filter, plan.columns)})`.as(`c${index}`));
  const answer = await plan.rows({ operator: "or", parts: filters }).select(counts).executeTakeFirst();
  const page = { mdl: module.id, path: module.entry.path, page: module.entry.title };
  return meant.map(({ clauses, ...declared }, index) => {
    const { title, tone } = declared;
    return { declared, todo: { ...page, title, count: Number(answer?.[`c${index}`] ?? 0), filters: clauses, tone } };
  });
}

/** The filters as the list's address has them. */
function clausesOf({ filters }: Todo, now: Date): FilterClause[] {
  return filters.map(({ field, operator, value }) =>
    value === null ? { field, operator } : { field, operator, value: onDay(value, now) },
  );
}

function onDay(value: NonNullable<TodoFilter["value"]>, now: Date): unknown {
  return isList(value) ? value.map((each) => onDay(each, now)) : typeof value === "object" ? addDays(dayOf(now), value.today) : value;
}

const isList = (value: NonNullable<TodoFilter["value"]>): value is readonly TodoValue[] => Array.isArray(value);

/** Read as GetPage reads them, so that the number is the list's total. */
function filterOf({ readable, module }: ListPlan, clauses: readonly FilterClause[]): Filter {
  const problems = new WireProblems();
  const filter = parseFilter(JSON.stringify(clauses), readable, problems);
  problems.throwIfAny();
  if (filter === null) throw new Error(`${module.file} has a to-do without filters: the registry must have refused it`);
  return filter;
}
