import { isAfterReading } from "../build/computed.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { RawField } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { isClearView, type SourceUse, sourceEntity, sourceOf, type ViewPartUse, viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

/** Every field of a view comes from somewhere, and of several rows that become one it says how. */
export const viewSources: Check = ({ entities }) =>
  [...entities.values()].filter(isClearView).flatMap((entity) => {
    const parts = viewParts(entity);
    const named = new Set(parts.flatMap(({ sources }) => sources.map(({ field }) => field)));
    return [
      ...[...entity.fields.values()].flatMap((field) => fieldProblems(field, entity, named)),
      ...parts.flatMap((part) => part.sources.flatMap((use) => sourceProblems(use, part, entity))),
    ];
  });

function fieldProblems({ name, raw, at }: FieldInfo, entity: EntityInfo, named: ReadonlySet<string>): Problem[] {
  const { view } = entity.raw;
  if (view?.union && raw.from !== undefined)
    return [at.in("from").onKey().problem(`the parts of the union say where ${name} comes from`, "leave from out")];
  if (raw.computed || raw.window) return [];
  if (!named.has(name) && raw.of !== "count") {
    if (!view?.union) return [at.problem(`${name} of a view needs "from": the field it shows`)];
    return name === "Id" ? [] : [at.problem(`no part of the union says where ${name} comes from`)];
  }
  return groupProblems({ name, raw, at }, entity);
}

function groupProblems({ name, raw, at }: Pick<FieldInfo, "name" | "raw" | "at">, { raw: { view }, fields }: EntityInfo): Problem[] {
  const groupBy = view?.by;
  const isGroup = groupBy?.includes(name) ?? false;
  const isGroupingKnown = groupBy?.every((key) => fields.has(key)) ?? false;
  if (isGroupingKnown && !isGroup && raw.of === undefined)
    return [at.problem(`${name} is not grouped by, so it needs "of"`, "how do several rows become one value?")];
  if (raw.of === undefined) return [];
  if (groupBy === undefined) return [at.in("of").onKey().problem('"of" is for a view with "by"')];
  return isGroup ? [at.in("of").onKey().problem(`${name} is grouped by: its rows are equal already`)] : [];
}

function sourceProblems({ field, source, at }: SourceUse, { raw: { join } }: ViewPartUse, { fields }: EntityInfo): Problem[] {
  const { computed, window } = fields.get(field)?.raw ?? {};
  if (computed || window) return [at.onKey().problem(`${field} is computed and comes from nowhere else`)];
  if (typeof source !== "string") return [];
  const { alias } = sourceOf(source);
  const aliases = Object.keys(join ?? {});
  if (alias === null || aliases.includes(alias)) return [];
  return [at.problem(`unknown join "${alias}"`, didYouMeanOrList(alias, aliases))];
}

/** What a field of a view shows is of its type. */
export const viewTypes: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [
    ...[...entity.fields.values()].flatMap(countProblems),
    ...viewParts(entity).flatMap((part) =>
      part.sources.flatMap((use) => typeProblems(use, sourceEntity(part, use.source), entity, context)),
    ),
  ]);

const COUNTS: readonly (RawField["of"] | undefined)[] = ["count", "countDistinct"];

function countProblems({ raw: { type, of: aggregate }, at }: FieldInfo): Problem[] {
  return COUNTS.includes(aggregate) && type !== "int" ? [at.in("type").problem(`a count is int, not ${type}`)] : [];
}

function typeProblems(use: SourceUse, from: string | undefined, { fields }: EntityInfo, context: CheckContext): Problem[] {
  const field = fields.get(use.field);
  const { source, at } = use;
  if (!field || field.raw.computed || field.raw.window) return [];
  if (typeof source === "string") {
    const shown = findField(context, from, sourceOf(source).field);
    return shown ? partProblems(field, shown, at) : [];
  }
  if (source.calc === undefined) {
    const wrong = literalProblem(field, source.value ?? "");
    return wrong ? [at.in("value").problem(wrong.message, wrong.hint)] : [];
  }
  return isNumber(field) ? [] : [at.in("calc").onKey().problem(`a calculation is a number, but ${field.name} is ${field.raw.type}`)];
}

function partProblems(field: FieldInfo, shown: FieldInfo, at: Place): Problem[] {
  const { of: aggregate, type } = field.raw;
  if (isAfterReading(shown.raw.computed)) return [at.problem(`${shown.name} is made after reading, so no view can show it`)];
  if (COUNTS.includes(aggregate)) return [];
  if (aggregate === "sum" && !isNumber(shown)) return [at.problem(`${shown.name} (${shown.raw.type}) is no number`)];
  const isJudged = [field, shown].every((each) => each.raw.type !== "enum" || each.hasKnownCodes);
  if (!isJudged || comparableOf(field) === comparableOf(shown)) return [];
  return [at.problem(`${field.name} is ${type}, but ${shown.name} is ${shown.raw.type}`)];
}
