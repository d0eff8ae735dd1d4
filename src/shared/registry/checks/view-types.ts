import { isAfterRead } from "../build/sort.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { RawField } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import { calcFields } from "../names/calc-fields.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { type SourceUse, sourceEntity, sourceOf, viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";
import { misfit } from "./literal-fit.ts";

/** What a field of a view shows is of its type. */
export const viewTypes: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [
    ...[...entity.fields.values()].flatMap(countProblems),
    ...viewParts(entity).flatMap((part) =>
      part.sources.flatMap((use) => typeProblems(use, sourceEntity(part, use.source), entity, context)),
    ),
  ]);

const COUNTS: readonly (RawField["aggregate"] | undefined)[] = ["count", "countDistinct"];

function countProblems({ raw: { type, aggregate }, at }: FieldInfo): Problem[] {
  return COUNTS.includes(aggregate) && type !== "int" ? [at.in("type").problem(`a count is int, not ${type}`)] : [];
}

function typeProblems(use: SourceUse, from: string | undefined, { fields }: EntityInfo, context: CheckContext): Problem[] {
  const field = fields.get(use.field);
  const { source, at } = use;
  if (!field || field.raw.computed || field.raw.window) return [];
  if (typeof source === "string") {
    const shown = findField(context, from, sourceOf(source).field);
    return shown ? fieldProblems(field, shown, at) : [];
  }
  if (source.calc === undefined) {
    const wrong = misfit(field, source.value ?? "");
    return wrong ? [at.in("value").problem(wrong.message, wrong.hint)] : [];
  }
  if (!isNumber(field)) return [at.in("calc").onKey().problem(`a calculation is a number, but ${field.name} is ${field.raw.type}`)];
  return calcFields(source.calc, at.in("calc")).flatMap(({ name, at: place }) => {
    const operand = findField(context, from, name);
    return !operand || isNumber(operand) ? [] : [place.problem(`${name} (${operand.raw.type}) is no number`)];
  });
}

function fieldProblems(field: FieldInfo, shown: FieldInfo, at: Place): Problem[] {
  const { aggregate, type } = field.raw;
  if (isAfterRead(shown.raw.computed)) return [at.problem(`${shown.name} is made after reading, so no view can show it`)];
  if (COUNTS.includes(aggregate)) return [];
  if (aggregate === "sum" && !isNumber(shown)) return [at.problem(`${shown.name} (${shown.raw.type}) is no number`)];
  const isJudged = [field, shown].every((each) => each.raw.type !== "enum" || each.hasKnownCodes);
  if (!isJudged || comparableOf(field) === comparableOf(shown)) return [];
  return [at.problem(`${field.name} is ${type}, but ${shown.name} is ${shown.raw.type}`)];
}
