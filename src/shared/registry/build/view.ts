import type { EntityInfo } from "../catalogue.ts";
import type { Predicate } from "../language.ts";
import type { View } from "../model.ts";

/** What a view reads; null for an entity with rows of its own. */
export function buildView({ raw }: EntityInfo): View | null {
  if (!raw.view) return null;
  const { of = "", join = {}, where = null, groupBy = [] } = raw.view;
  return {
    of,
    joins: Object.entries(join).map(([alias, { entity, on }]) => ({
      alias,
      entity,
      on: Object.entries(on).map(([joined, own]) => ({ joined, own })),
    })),
    where: where as Predicate | null,
    groupBy,
  };
}
