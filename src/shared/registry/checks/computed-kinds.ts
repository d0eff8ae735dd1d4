import { lookupTarget } from "../build/computed.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import { findField } from "../lookup.ts";
import { calcFields } from "../names/calc-fields.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { misfit } from "./literal-fit.ts";

/** A computed field is made from fields of the right types, and is itself of the type that comes out. */
export const computedKinds: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [...entity.fields.values()].flatMap((field) => fieldProblems(field, entity, context)));

function fieldProblems(field: FieldInfo, entity: EntityInfo, context: CheckContext): Problem[] {
  const { computed, type } = field.raw;
  if (!computed) return [];
  const at = field.at.in("computed");
  const becomes = (isRight: boolean, wanted: string) =>
    isRight ? [] : [field.at.in("type").problem(`a field computed by "${Object.keys(computed).join()}" is ${wanted}, not ${type}`)];
  const { label, calc, cases, lookup, total, daysUntil } = computed;
  if (label !== undefined) {
    const of = entity.fields.get(label);
    const hasTexts = !of || of.raw.type === "enum" || of.raw.type === "bool";
    return [
      ...becomes(type === "string", "string"),
      ...(hasTexts ? [] : [at.in("label").problem(`${label} (${of.raw.type}) has no texts for codes`)]),
    ];
  }
  if (calc) {
    const strange = calcFields(calc, at.in("calc")).flatMap(({ name, at: place }) => {
      const operand = entity.fields.get(name);
      return !operand || isNumber(operand) ? [] : [place.problem(`${name} (${operand.raw.type}) is no number`)];
    });
    return [...becomes(isNumber(field), "a number"), ...strange];
  }
  if (cases) {
    const literals = [
      ...cases.when.map(({ then }, index) => ({ value: then, at: at.in("cases", "when", index, "then") })),
      { value: cases.else, at: at.in("cases", "else") },
    ];
    return literals.flatMap(({ value, at: place }) => {
      const wrong = misfit(field, value);
      return wrong ? [place.problem(wrong.message, wrong.hint)] : [];
    });
  }
  if (lookup) {
    const target = lookupTarget(lookup.via, entity);
    if (target.entity === "") {
      return entity.fields.has(lookup.via)
        ? [at.in("lookup", "via").problem(`${lookup.via} leads to no other row: it is neither a ref nor the head's key`)]
        : [];
    }
    const found = findField(context, target.entity, lookup.field);
    if (!found || comparableOf(found) === comparableOf(field)) return [];
    return [field.at.in("type").problem(`${found.name} of ${target.entity} is ${found.raw.type}, so this cannot be ${type}`)];
  }
  if (total) {
    const summed = findField(context, total.of, total.field);
    const isRight = !summed || isNumber(summed);
    return [
      ...becomes(isNumber(field), "a number"),
      ...(isRight ? [] : [at.in("total", "field").problem(`${total.field} (${summed.raw.type}) is no number`)]),
    ];
  }
  if (daysUntil !== undefined) {
    const of = entity.fields.get(daysUntil);
    const isDay = !of || comparableOf(of) === "time";
    return [...becomes(type === "int", "int"), ...(isDay ? [] : [at.in("daysUntil").problem(`${daysUntil} (${of.raw.type}) is no day`)])];
  }
  return computed.viewer ? becomes(type === "bool", "bool") : becomes(type === "int", "int");
}
