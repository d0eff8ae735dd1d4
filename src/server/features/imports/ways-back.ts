import type { Entity, Transition } from "../../../shared/registry/model.ts";

/** What new documents may have gone through at once, and what leads back from there; null: nothing does. */
export interface WayBack {
  readonly done: Transition;
  readonly undo: Transition | null;
}

/** By each transition that may follow an import the one that leads back, the last first. */
export function waysBack(entity: Entity): readonly WayBack[] {
  const ran = (entity.import?.next ?? []).flatMap((name) => entity.transitions[name] ?? []);
  return ran.reverse().map((done) => {
    const undo = Object.values(entity.transitions).find(
      ({ field, from, to }) => field === done.field && to !== null && done.from.includes(to) && from.some((code) => code === done.to),
    );
    return { done, undo: undo ?? null };
  });
}
