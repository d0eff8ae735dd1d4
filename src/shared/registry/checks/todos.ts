import type { Operator } from "../../protocol/list.ts";
import { isAfterReading } from "../build/computed.ts";
import { asFilter } from "../build/filters.ts";
import { sidesOfAction, type TodoUse, todosOf, transitionNamed } from "../build/todo-sides.ts";
import { todoOperator } from "../build/todos.ts";
import { TYPE_DEFAULTS } from "../build/type-defaults.ts";
import type { FieldInfo, ModuleInfo } from "../catalogue.ts";
import { comparableOf, hasOrder } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { RawTodo, RawTodoFilter, RawTodoValue } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import { entries } from "../names/named.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

const ORDERED: readonly Operator[] = ["lt", "lte", "gt", "gte", "between"];
const NO_VALUE: readonly Operator[] = ["null", "nnull"];
const LISTS: readonly Operator[] = ["in", "nin"];

/** A to-do's filters are filters of its list: on fields seen there, with operators and values that suit them. */
export const todoFilters: Check = (context) =>
  context.modules.flatMap((module) =>
    todosOf(module).flatMap((todo) =>
      todo.raw.filters.flatMap((filter, index) => filterProblems(filter, todo.at.in("filters", index), { context, module, todo })),
    ),
  );

interface Around {
  readonly context: CheckContext;
  readonly module: ModuleInfo;
  readonly todo: TodoUse;
}

function filterProblems(filter: RawTodoFilter, at: Place, { context, module, todo }: Around): Problem[] {
  const field = findField(context, module.raw.entity, filter.field);
  if (!field) return [];
  const { name, raw } = field;
  const operator = todoOperator(module.raw, filter, raw.type);
  const place = at.in("field");
  if (isAfterReading(raw.computed)) return [place.problem(`${name} cannot be filtered by: it is made after reading`)];
  if (TYPE_DEFAULTS[raw.type].filter === null && !NO_VALUE.includes(operator))
    return [place.problem(`${name} cannot be filtered by "${operator}": it is ${raw.type}`, "write null or nnull")];
  if (!isSeen(name, module, todo))
    return [place.problem(`the page does not show ${name} to all who see the to-do`, "make it a column or a filter of the page")];
  if (ORDERED.includes(operator) && !hasOrder(field))
    return [at.problem(`${name} (${raw.type}) has no order: "${operator}" means nothing`)];
  return valueProblems(field, operator, filter.value, at);
}

/** Who follows a to-do sees by what the list is filtered. */
function isSeen(name: string, { raw }: ModuleInfo, { sides }: TodoUse): boolean {
  if (raw.columns.some((column) => (typeof column === "string" ? column : column.field) === name)) return true;
  const own = (raw.filters ?? []).map(asFilter).filter(({ field }) => field === name);
  return sides.every((side) => own.some(({ audience = raw.audience }) => audience.includes(side)));
}

function valueProblems(field: FieldInfo, operator: Operator, value: RawTodoFilter["value"], at: Place): Problem[] {
  const place = at.in("value");
  if (NO_VALUE.includes(operator)) return value === undefined ? [] : [place.problem(`"${operator}" has no value`)];
  if (value === undefined) return [at.problem(`"${operator}" needs a "value"`)];
  const isPair = operator === "between";
  if (isPair || LISTS.includes(operator)) {
    const fits = Array.isArray(value) && (!isPair || value.length === 2);
    if (!fits) return [place.problem(`"${operator}" takes ${isPair ? "two values" : "a list of values"}`)];
    return value.flatMap((each, index) => oneProblem(field, each, place.in(index)));
  }
  return Array.isArray(value) ? [place.problem(`"${operator}" takes one value`)] : oneProblem(field, value, place);
}

function oneProblem(field: FieldInfo, value: RawTodoValue, at: Place): Problem[] {
  if (typeof value === "object") {
    return comparableOf(field) === "time" ? [] : [at.problem(`${field.name} (${field.raw.type}) cannot be compared with a day`)];
  }
  const wrong = literalProblem(field, value);
  return wrong ? [at.problem(wrong.message, wrong.hint)] : [];
}

/** Operators that say which states. */
const NAMING: readonly string[] = ["eq", "in"];

/** Whoever sees a to-do can open its list, and do there what its rows wait for. */
export const todoActions: Check = ({ modules }) =>
  modules.flatMap((module) => {
    const { raw, at } = module;
    const hasList = raw.page === "list" || raw.page === "override";
    const misplaced = raw.todos && !hasList ? [at.in("todos").onKey().problem(`a to-do opens a list; this page is ${raw.page}`)] : [];
    return [...misplaced, ...todosOf(module).flatMap((todo) => actionProblems(module, todo))];
  });

function actionProblems(module: ModuleInfo, { raw, at, sides }: TodoUse): Problem[] {
  const { action } = raw;
  if (action === undefined) return [];
  const runners = sidesOfAction(module, action);
  if (!runners) {
    const known = entries(module.raw.actions, "action", at).map(({ name }) => name);
    return [at.in("action").problem(`the page has no action "${action}"`, didYouMeanOrList(action, known))];
  }
  const idle = sides.filter((side) => !runners.includes(side) && !(side === "mall" && runners.includes("shop")));
  if (idle.length > 0 || sides.length === 0)
    return [at.in("action").problem(`"${action}" is not for the ${idle.join(" and ") || "page's sides"}: nobody could do it`)];
  return stateProblems(module, raw, action, at);
}

/** The rows are all in a state that the action leaves. */
function stateProblems(module: ModuleInfo, { filters }: RawTodo, action: string, at: Place): Problem[] {
  const transition = transitionNamed(module, action);
  if (!transition) return [];
  const { field, raw } = transition;
  const index = filters.findIndex((filter) => filter.field === field && NAMING.includes(filter.operator ?? "in"));
  const filter = filters[index];
  const from = JSON.stringify(raw.from);
  if (!filter) return [at.in("filters").problem(`nothing says that ${field} is a state "${action}" starts from`, `it starts from ${from}`)];
  return statesOf(filter)
    .filter((state) => !raw.from.some((code) => code === state))
    .map((state) => at.in("filters", index).problem(`"${action}" does not start from ${JSON.stringify(state)}`, `it starts from ${from}`));
}

/** A filter that lacks its value is told by itself. */
function statesOf({ value }: RawTodoFilter): readonly unknown[] {
  return value === undefined ? [] : [value].flat();
}
