import type { CheckContext } from "../context.ts";
import { madeFrom, nodeOf } from "../names/made-from.ts";
import type { Check } from "./check.ts";

/** No computed field is made from itself, not even by way of others or of other entities. */
export const computedCycles: Check = (context) => {
  const found = new Set<string>();
  return [...context.entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field) => {
      // A cycle without any such field is one of views, which is told by itself.
      if (!field.raw.computed && !field.raw.window) return [];
      const cycle = cycleFrom(nodeOf(entity.name, field.name), context);
      // Told once, at the first of its fields.
      if (cycle === null || found.has(cycle[0] ?? "")) return [];
      for (const node of cycle) found.add(node);
      return [field.at.in(field.raw.window ? "window" : "computed").problem(`computed from itself: ${[...cycle, cycle[0]].join(" → ")}`)];
    }),
  );
};

/** The way from a field back to it; null: there is none. */
function cycleFrom(start: string, context: CheckContext): string[] | null {
  const visited = new Set<string>();
  const walk = (node: string, way: readonly string[]): string[] | null => {
    for (const next of madeFrom(node, context)) {
      if (next === start) return [...way, node];
      if (visited.has(next)) continue;
      visited.add(next);
      const cycle = walk(next, [...way, node]);
      if (cycle) return cycle;
    }
    return null;
  };
  return walk(start, []);
}
