import { supplierFieldName } from "../build/entity.ts";
import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { isJudged } from "../lookup.ts";
import type { Problem } from "../problem.ts";
import { isClearView, type ViewPartUse, viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";

const STORED_PARTS = [
  "number",
  "states",
  "indexes",
  "unique",
  "uniqueEverywhere",
  "checks",
  "rollups",
  "sealed",
  "save",
  "due",
  "job",
] as const;
const VIEW_WORDS = ["from", "of", "window"] as const;
const PART_WORDS = ["join", "where"] as const;

/** A view says whose rows it shows and keeps nothing itself; other entities say no such thing. */
export const views: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => (entity.raw.view ? viewProblems(entity, context) : plainProblems(entity)));

function plainProblems({ fields }: EntityInfo): Problem[] {
  return [...fields.values()].flatMap(({ raw, at }) =>
    VIEW_WORDS.flatMap((word) => (raw[word] === undefined ? [] : [at.in(word).onKey().problem(`"${word}" is for fields of a view`)])),
  );
}

function viewProblems(entity: EntityInfo, context: CheckContext): Problem[] {
  const { raw, at } = entity;
  const kept = STORED_PARTS.filter((part) => raw[part] !== undefined).map((part) =>
    at.in(part).onKey().problem(`a view keeps no rows: it has no "${part}"`),
  );
  const { of, union } = raw.view ?? {};
  if (of === undefined && !union) return [...kept, at.in("view").problem('a view needs "of" or "union": whose rows it shows')];
  if (of !== undefined && union) return [...kept, at.in("view", "union").onKey().problem('a view has "of" or "union", not both')];
  return [...kept, ...misplaced(entity), ...joinedViews(entity, context)];
}

function misplaced({ raw, at }: EntityInfo): Problem[] {
  if (!raw.view?.union) return [];
  const told = PART_WORDS.filter((word) => raw.view?.[word] !== undefined);
  return told.map((word) => at.in("view", word).onKey().problem(`"${word}" stands in the parts of a union`));
}

function joinedViews(entity: EntityInfo, { entities }: CheckContext): Problem[] {
  return viewParts(entity).flatMap(({ raw, at }) =>
    Object.entries(raw.join ?? {}).flatMap(([alias, { entity: name }]) =>
      entities.get(name)?.raw.view ? [at.in("join", alias, "entity").problem(`${name} is a view itself and cannot be joined`)] : [],
    ),
  );
}

const KEY = "Id";

/** Every row of a view says whose it is, and can be told from the others. */
export const viewKeys: Check = ({ entities }) =>
  [...entities.values()].filter(isClearView).flatMap((entity) => {
    const parts = viewParts(entity);
    const named = (part: ViewPartUse, name: string) => part.sources.some(({ field }) => field === name);
    const keyed = parts.filter((part) => named(part, KEY));
    const owners = parts.flatMap((part) =>
      ownerFields(entity)
        .filter((name) => entity.raw.view?.union && entity.fields.has(name) && !named(part, name))
        .map((name) => part.at.problem(`the part leaves out ${name}, which says whose its rows are`)),
    );
    if (keyed.length === parts.length || entity.raw.view?.by) return owners;
    if (keyed.length === 0) return [...owners, ...parts.flatMap((part) => rowKeyProblems(part, entities))];
    const without = parts.filter((part) => !named(part, KEY));
    return [...owners, ...without.map(({ at }) => at.problem(`other parts say ${KEY}, this one does not`, "say it in all or in none"))];
  });

/** The fields that tell whose a row is. */
function ownerFields({ raw, fields }: EntityInfo): string[] {
  if (raw.tenancy === "global") return [];
  return raw.tenancy === "shop+supplier" ? ["SHOP_ID", supplierFieldName(fields)] : ["SHOP_ID"];
}

/** The key of a view's row is made from that of the row it shows. */
function rowKeyProblems({ raw, at }: ViewPartUse, entities: ReadonlyMap<string, EntityInfo>): Problem[] {
  const base = entities.get(raw.of ?? "");
  if (!isJudged(base) || base.fields.has(KEY)) return [];
  return [at.in("of").problem(`rows of ${base.name} have no ${KEY} by which those of the view could be told apart`)];
}

/** No view shows its own rows, not even by way of other views. */
export const viewCycles: Check = (context) => {
  const told = new Set<string>();
  return [...context.entities.values()].flatMap(({ name, at }) => {
    const cycle = told.has(name) ? null : cycleFrom(name, [name], context);
    if (cycle === null) return [];
    for (const each of cycle) told.add(each);
    return [at.in("view").problem(`${name} shows its own rows: ${[...cycle, name].join(" → ")}`)];
  });
};

/** The way from a view back to it; null: there is none. */
function cycleFrom(start: string, way: readonly string[], context: CheckContext): string[] | null {
  const entity = context.entities.get(way.at(-1) ?? "");
  for (const next of entity ? viewParts(entity).map(({ raw }) => raw.of ?? "") : []) {
    if (next === start) return [...way];
    const cycle = way.includes(next) ? null : cycleFrom(start, [...way, next], context);
    if (cycle) return cycle;
  }
  return null;
}
