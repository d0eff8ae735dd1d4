import { sidesOfAction, type TodoUse, todosOf, transitionNamed } from "../build/todo-sides.ts";
import type { ModuleInfo } from "../context.ts";
import type { RawTodo, RawTodoFilter } from "../generated/raw.ts";
import { entries } from "../names/named.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

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

function statesOf({ value }: RawTodoFilter): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
