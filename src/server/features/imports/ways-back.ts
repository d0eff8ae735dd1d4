import type { Entity, Transition } from "../../../shared/registry/model.ts";

/** What new documents may have gone through at once, and what leads back from there; null: nothing does. */
export interface WayBack {
  readonly done: Transition;
  readonly undo: Transition | null;
}

/**
 * By each transition that may follow an import the one that leads back, the last first: to where it came from, or to where one before it did.
 * A contract is submitted and audited, and one step leads back from both.
 */
export function waysBack(entity: Entity): readonly WayBack[] {
  const ran = (entity.import?.next ?? []).flatMap((name) => entity.transitions[name] ?? []);
  const ways = ran.map((done, n) => {
    const undo = ran
      .slice(0, n + 1)
      .reverse()
      .flatMap((one) => transitionBetween(entity, done, one) ?? [])[0];
    return { done, undo: undo ?? null };
  });
  return ways.reverse();
}

/** A transition from where one has led to where another came from. */
function transitionBetween({ transitions }: Entity, done: Transition, earlier: Transition): Transition | undefined {
  if (earlier.field !== done.field) return undefined;
  return Object.values(transitions).find(
    ({ field, from, to }) => field === done.field && to !== null && earlier.from.includes(to) && from.some((code) => code === done.to),
  );
}
