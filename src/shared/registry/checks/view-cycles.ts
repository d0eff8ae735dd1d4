import type { CheckContext } from "../context.ts";
import { viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";

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
