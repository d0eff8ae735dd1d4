import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { geography } from "../../base/geography.ts";

/**
 * What the places newly named in a row are: the place by its own name, with province and country for the fields that derive them.
 * A place nobody knows stays as it was typed, with nothing derived. One that stays keeps what it was: two cities of one name
 * were told apart when it was chosen.
 */
export function resolvePlaces({ fields }: Entity, before: Row | null, row: Row): { readonly row: Row; readonly fill: Row } {
  const named: Record<string, Cell> = { ...row };
  const fill: Record<string, Cell> = {};
  for (const place of Object.values(fields).filter(({ input }) => input === "place")) {
    const typed = row[place.name] ?? null;
    if (before !== null && typed === (before[place.name] ?? null)) continue;
    const found = isSet(typed) ? geography.findOrigin(String(typed)) : null;
    if (found !== null && found.producer !== "") named[place.name] = found.producer;
    for (const { name, derived } of Object.values(fields)) {
      if (derived?.kind === "origin" && derived.of === place.name) fill[name] = found?.[derived.part] || null;
    }
  }
  return { row: named, fill };
}
