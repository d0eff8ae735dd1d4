import { fieldsOfPredicate } from "../../domain/predicate.ts";
import { isAfterReading } from "../build/computed.ts";
import { supplierFieldName } from "../build/entity.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, hasOrder, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { RawWindow } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import { isOverRows } from "../names/made-from.ts";
import { listed, type Named, ordered, single } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

const OVER_NOTHING: readonly RawWindow["of"][] = ["count", "rank"];
const ORDERED: readonly RawWindow["of"][] = ["sum", "rank"];

/** A window says what it is over and in which order, and that is what the rows have without it. */
export const viewWindows: Check = (context) =>
  [...context.entities.values()]
    .filter(({ raw }) => raw.view)
    .flatMap((entity) => [...entity.fields.values()].flatMap((field) => placeProblems(field, entity, context)));

function placeProblems({ name, raw, at: own }: FieldInfo, entity: EntityInfo, context: CheckContext): Problem[] {
  if (!raw.window) return [];
  const at = own.in("window");
  const other = (["computed", "of"] as const).find((word) => raw[word] !== undefined);
  if (other) return [at.onKey().problem(`${name} has "${other}" already`)];
  return [
    ...shapeProblems(raw.window, at),
    ...namesOf(raw.window, at).flatMap(({ name: used, at: place }) => {
      if (isAfterReading(entity.fields.get(used)?.raw.computed)) return [place.problem(`${used} is made after reading`)];
      return isOverRows(entity, used, context) ? [place.problem(`${used} looks at other rows itself`)] : [];
    }),
  ];
}

function shapeProblems({ of, field, sort }: RawWindow, at: Place): Problem[] {
  const isOverNothing = OVER_NOTHING.includes(of);
  return [
    ...(isOverNothing && field !== undefined ? [at.in("field").onKey().problem(`"${of}" is over rows, not over a field`)] : []),
    ...(!isOverNothing && field === undefined ? [at.problem(`"${of}" needs "field": what it is over`)] : []),
    ...(of === "rank" && sort === undefined ? [at.problem('"rank" needs "sort"')] : []),
    ...(!ORDERED.includes(of) && sort !== undefined ? [at.in("sort").onKey().problem(`"sort" means nothing for "${of}"`)] : []),
  ];
}

function namesOf({ field, by, sort }: RawWindow, at: Place): Named[] {
  return [...single(field, at.in("field")), ...listed(by, at.in("by")), ...ordered(sort, at.in("sort"))];
}

/** A window is of the type that comes out, and orders by what has an order. */
export const windowTypes: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => [...entity.fields.values()].flatMap((field) => windowTypeProblems(field, entity)));

function windowTypeProblems(field: FieldInfo, { fields }: EntityInfo): Problem[] {
  const { window } = field.raw;
  if (!window) return [];
  const over = fields.get(window.field ?? "");
  return [
    ...typeProblems(field, over),
    ...ordered(window.sort, field.at.in("window", "sort")).flatMap(({ name, at }) => {
      const by = fields.get(name);
      return by && !hasOrder(by) ? [at.problem(`${name} (${by.raw.type}) has no order`)] : [];
    }),
  ];
}

function typeProblems(field: FieldInfo, over: FieldInfo | undefined): Problem[] {
  const { window, type } = field.raw;
  const becomes = (isRight: boolean, wanted: string) =>
    isRight ? [] : [field.at.in("type").problem(`a window of "${window?.of}" is ${wanted}, not ${type}`)];
  if (window?.of === "count" || window?.of === "rank") return becomes(type === "int", "int");
  if (!over) return [];
  const at = field.at.in("window", "field");
  if (window?.of === "sum" || window?.of === "avg")
    return isNumber(over) ? becomes(isNumber(field), "a number") : [at.problem(`${over.name} (${over.raw.type}) is no number`)];
  return hasOrder(over)
    ? becomes(comparableOf(over) === comparableOf(field), over.raw.type)
    : [at.problem(`${over.name} (${over.raw.type}) has no order`)];
}

const SIDES = ["shop", "supplier"] as const;

/** Whose rows a viewer sees, and which of them make a group, is settled before a window looks at them. */
export const windowChoices: Check = (context) =>
  [...context.entities.values()].filter(({ raw }) => raw.view).flatMap((entity) => viewProblems(entity, context));

function viewProblems(entity: EntityInfo, context: CheckContext): Problem[] {
  const { fields } = entity;
  const owners = ["SHOP_ID", supplierFieldName(fields)].flatMap((name) => {
    const field = fields.get(name);
    return field?.raw.window ? [field.at.in("window").onKey().problem(`${name} says whose a row is and cannot depend on other rows`)] : [];
  });
  const wrong = choosing(entity).filter(({ name }) => fields.has(name) && isOverRows(entity, name, context));
  return [...owners, ...wrong.map(({ name, at: place }) => place.problem(`${name} looks at the rows that are chosen by it here`))];
}

/** The fields that choose rows or make groups of them. */
function choosing({ raw: { visibleTo, view }, at }: EntityInfo): Named[] {
  const seen = SIDES.flatMap((side) => {
    const condition = visibleTo?.[side];
    const names = condition ? fieldsOfPredicate(condition as Predicate) : [];
    return names.map((name) => ({ name, at: at.in("visibleTo", side) }));
  });
  return [...seen, ...listed(view?.by, at.in("view", "by"))];
}
