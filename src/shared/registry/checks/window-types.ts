import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, hasOrder, isNumber } from "../comparable.ts";
import { ordered } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A window is of the type that comes out, and orders by what has an order. */
export const windowTypes: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => [...entity.fields.values()].flatMap((field) => windowProblems(field, entity)));

function windowProblems(field: FieldInfo, { fields }: EntityInfo): Problem[] {
  const { window } = field.raw;
  if (!window) return [];
  const over = fields.get(window.field ?? "");
  return [
    ...typeProblems(field, over),
    ...ordered(window.order, field.at.in("window", "order")).flatMap(({ name, at }) => {
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
