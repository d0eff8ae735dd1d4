import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { Problem } from "../problem.ts";
import { viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";

const STORED_PARTS = ["number", "states", "indexes", "unique", "uniqueEverywhere", "checks", "save", "due", "job"] as const;
const VIEW_WORDS = ["from", "aggregate", "window"] as const;
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

/** Whether a view says clearly whose rows it shows; else that is told, and nothing else of it can be judged. */
export function isClearView({ raw: { view } }: EntityInfo): boolean {
  return view !== undefined && (view.of === undefined) !== (view.union === undefined);
}
