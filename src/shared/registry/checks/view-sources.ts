import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import { type SourceUse, sourceOf, type ViewPartUse, viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";
import { isClearView } from "./views.ts";

const KEY = "Id";

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
  if (!named.has(name) && raw.aggregate !== "count") {
    if (!view?.union) return [at.problem(`${name} of a view needs "from": the field it shows`)];
    return name === KEY ? [] : [at.problem(`no part of the union says where ${name} comes from`)];
  }
  return groupProblems({ name, raw, at }, entity);
}

function groupProblems({ name, raw, at }: Pick<FieldInfo, "name" | "raw" | "at">, { raw: { view }, fields }: EntityInfo): Problem[] {
  const groupBy = view?.groupBy;
  const isGroup = groupBy?.includes(name) ?? false;
  const isGroupingKnown = groupBy?.every((key) => fields.has(key)) ?? false;
  if (isGroupingKnown && !isGroup && raw.aggregate === undefined)
    return [at.problem(`${name} is not grouped by, so it needs "aggregate"`, "how do several rows become one value?")];
  if (raw.aggregate === undefined) return [];
  if (groupBy === undefined) return [at.in("aggregate").onKey().problem('"aggregate" is for a view with "groupBy"')];
  return isGroup ? [at.in("aggregate").onKey().problem(`${name} is grouped by: its rows are equal already`)] : [];
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
