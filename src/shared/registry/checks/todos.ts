import { asField } from "../build/columns.ts";
import { isAfterReading } from "../build/computed.ts";
import { sidesOfAction, type TodoUse, todosOf, transitionNamed } from "../build/todo-sides.ts";
import { asListFilter, conditionParts } from "../build/todos.ts";
import { TYPE_DEFAULTS } from "../build/type-defaults.ts";
import type { ModuleInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawTodo } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import { findField } from "../lookup.ts";
import { entries } from "../names/named.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { pageKindOf } from "../whole-module.ts";
import type { Check } from "./check.ts";

/**
 * What stands on the home page, a to-do or a chart, counts the rows that a list can be filtered to: by comparisons with plain values or
 * days, on fields seen there; a chart also by its axis.
 */
export const todoFilters: Check = (context) =>
  context.modules.flatMap((module) =>
    meantOf(module).flatMap(({ where, at, ...seen }) =>
      conditionParts(where, at).flatMap((part) => filterProblems(part.condition, part.at ?? at, { context, module, ...seen })),
    ),
  );

interface Around {
  readonly context: CheckContext;
  readonly module: ModuleInfo;
  readonly what: "to-do" | "chart";
  readonly sides: TodoUse["sides"];
}

function meantOf(module: ModuleInfo): (Pick<Around, "what" | "sides"> & { readonly where: Predicate; readonly at: Place })[] {
  const { raw, at } = module;
  const todos = todosOf(module).map((todo) => ({
    what: "to-do" as const,
    sides: todo.sides,
    where: todo.raw.where as Predicate,
    at: todo.at.in("where"),
  }));
  const seen = { what: "chart" as const, sides: raw.audience };
  const charts = (raw.charts ?? []).flatMap(({ home, by }, index) => {
    const place = at.in("charts", index);
    return home
      ? [
          { ...seen, where: home as Predicate, at: place.in("home") },
          { ...seen, where: { set: by }, at: place.in("by") },
        ]
      : [];
  });
  return [...todos, ...charts];
}

function filterProblems(condition: Predicate, at: Place, { context, module, what, sides }: Around): Problem[] {
  const filter = asListFilter(condition);
  if (filter === null)
    return [
      at.problem("no list is filtered by this", 'write comparisons with plain values or days, "in", "nin" and "set", joined by "all"'),
    ];
  const field = findField(context, module.raw.entity, filter.field);
  if (!field) return [];
  const { name, raw } = field;
  if (isAfterReading(raw.computed)) return [at.problem(`${name} cannot be filtered by: it is made after reading`)];
  if (TYPE_DEFAULTS[raw.type].filter === null && filter.value !== null)
    return [at.problem(`${name} (${raw.type}) cannot be filtered by "${filter.operator}"`, `write {"set": "${name}"}`)];
  if (!isSeen(name, module, sides))
    return [at.problem(`the page does not show ${name} to all who see the ${what}`, "make it a column or a filter of the page")];
  return [];
}

/** Who follows a number of the home page sees by what the list is filtered. */
function isSeen(name: string, { raw }: ModuleInfo, sides: TodoUse["sides"]): boolean {
  if (raw.columns.some((column) => (typeof column === "string" ? column : column.field) === name)) return true;
  const own = (raw.filters ?? []).map(asField).filter(({ field }) => field === name);
  return sides.every((side) => own.some(({ audience = raw.audience }) => audience.includes(side)));
}

/** Operators that say which states. */
const NAMING: readonly string[] = ["eq", "in"];

/** Whoever sees a to-do can open its list, and do there what its rows wait for. */
export const todoActions: Check = ({ modules }) =>
  modules.flatMap((module) => {
    const { raw, at } = module;
    const kind = pageKindOf(raw);
    const hasList = kind === "list" || kind === "override";
    const misplaced = raw.todos && !hasList ? [at.in("todos").onKey().problem(`a to-do opens a list; this page is ${kind}`)] : [];
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
function stateProblems(module: ModuleInfo, { where }: RawTodo, action: string, at: Place): Problem[] {
  const transition = transitionNamed(module, action);
  if (!transition) return [];
  const { field, raw } = transition;
  const parts = conditionParts(where as Predicate, at.in("where")).map((part) => ({ ...part, filter: asListFilter(part.condition) }));
  const found = parts.find(({ filter }) => filter?.field === field && NAMING.includes(filter.operator));
  const from = JSON.stringify(raw.from);
  if (!found) return [at.in("where").problem(`nothing says that ${field} is a state "${action}" starts from`, `it starts from ${from}`)];
  return [found.filter?.value]
    .flat()
    .filter((state) => !raw.from.some((code) => code === state))
    .map((state) => (found.at ?? at).problem(`"${action}" does not start from ${JSON.stringify(state)}`, `it starts from ${from}`));
}
