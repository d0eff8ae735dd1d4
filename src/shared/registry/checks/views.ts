import { sourceOf } from "../build/field.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

const STORED_PARTS = ["number", "states", "indexes", "unique", "uniqueEverywhere", "checks"] as const;

/** A view says where each field comes from and keeps nothing itself; other entities say no such thing. */
export const views: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => (entity.raw.view ? viewProblems(entity, context) : plainProblems(entity)));

function plainProblems({ fields }: EntityInfo): Problem[] {
  return [...fields.values()].flatMap(({ raw, at }) =>
    (["from", "aggregate"] as const).flatMap((part) =>
      raw[part] === undefined ? [] : [at.in(part).onKey().problem(`"${part}" is for fields of a view`)],
    ),
  );
}

function viewProblems(entity: EntityInfo, { entities }: CheckContext): Problem[] {
  const { raw, at, fields } = entity;
  const view = raw.view ?? {};
  const kept = STORED_PARTS.filter((part) => raw[part] !== undefined).map((part) =>
    at.in(part).onKey().problem(`a view keeps no rows: it has no "${part}"`),
  );
  const joined = Object.entries(view.join ?? {}).flatMap(([alias, { entity: name }]) =>
    entities.get(name)?.raw.view ? [at.in("view", "join", alias, "entity").problem(`${name} is a view itself and cannot be joined`)] : [],
  );
  if (view.of === undefined) return [...kept, at.in("view").problem('a view needs "of": the entity whose rows it shows')];
  return [...kept, ...joined, ...[...fields.values()].flatMap((field) => sourceProblems(field, entity))];
}

function sourceProblems({ name, raw: field, at }: FieldInfo, { raw, fields }: EntityInfo): Problem[] {
  const { groupBy, join } = raw.view ?? {};
  const isGroupingKnown = groupBy?.every((key) => fields.has(key)) ?? false;
  const isCounted = field.aggregate === "count";
  if (field.computed)
    return field.from === undefined ? [] : [at.in("from").onKey().problem(`${name} is computed and comes from nowhere else`)];
  if (field.from === undefined) return isCounted ? [] : [at.problem(`${name} of a view needs "from": the field it shows`)];
  const { alias } = sourceOf(field.from);
  const aliases = Object.keys(join ?? {});
  if (alias !== null && !aliases.includes(alias))
    return [at.in("from").problem(`unknown join "${alias}"`, didYouMeanOrList(alias, aliases))];
  const isGroup = groupBy?.includes(name) ?? false;
  if (isGroupingKnown && !isGroup && field.aggregate === undefined) {
    return [at.problem(`${name} is not grouped by, so it needs "aggregate"`, "how do several rows become one value?")];
  }
  if (field.aggregate === undefined) return [];
  if (groupBy === undefined) return [at.in("aggregate").onKey().problem('"aggregate" is for a view with "groupBy"')];
  return isGroup ? [at.in("aggregate").onKey().problem(`${name} is grouped by: its rows are equal already`)] : [];
}
