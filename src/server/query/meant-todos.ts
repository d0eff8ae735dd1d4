import { addDays, dayOf } from "../../shared/domain/day.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { FilterClause } from "../../shared/protocol/list.ts";
import type { Entity, Module, Todo, TodoFilter, TodoValue } from "../../shared/registry/model.ts";
import type { Readable } from "../../shared/registry/rights/readable.ts";
import { todosOf } from "../../shared/registry/rights/todos.ts";
import type { QueryContext } from "./context.ts";
import { type Filter, parseFilter } from "./parse-filter.ts";
import { WireProblems } from "./wire-problems.ts";

/** A page as a viewer has it. */
export interface PageOfViewer {
  readonly ctx: QueryContext;
  readonly module: Module;
  readonly entity: Entity;
  readonly readable: Readable;
  readonly env: PredicateEnv;
}

/** A to-do of the viewer and the rows it means: as the address of the list has them, and read as GetPage reads them. */
export interface MeantTodo {
  readonly todo: Todo;
  readonly clauses: readonly FilterClause[];
  readonly filter: Filter;
}

/** What waits for the viewer on the page: the one rule for the numbers of the home page and for what a list begins with (docs/decisions/114). */
export function meantTodos({ ctx, module, entity, readable, env }: PageOfViewer): MeantTodo[] {
  return todosOf(ctx.viewer, module, entity, env).map((todo) => {
    const clauses = clausesOf(todo.filters, ctx.now);
    return { todo, clauses, filter: filterOf(module, readable, clauses) };
  });
}

/** Declared filters as an address has them on this day. */
export function clausesOf(filters: readonly TodoFilter[], now: Date): FilterClause[] {
  return filters.map(({ field, operator, value }) =>
    value === null ? { field, operator } : { field, operator, value: onDay(value, now) },
  );
}

function onDay(value: NonNullable<TodoFilter["value"]>, now: Date): unknown {
  return isList(value) ? value.map((each) => onDay(each, now)) : typeof value === "object" ? addDays(dayOf(now), value.today) : value;
}

const isList = (value: NonNullable<TodoFilter["value"]>): value is readonly TodoValue[] => Array.isArray(value);

/** Read as GetPage reads them, so that the number is the list's total. */
export function filterOf(module: Module, readable: Readable, clauses: readonly FilterClause[]): Filter {
  const problems = new WireProblems();
  const filter = parseFilter(JSON.stringify(clauses), readable, problems);
  problems.throwIfAny();
  if (filter === null) throw new Error(`${module.file} has a to-do or a chart without filters: the registry must have refused it`);
  return filter;
}
