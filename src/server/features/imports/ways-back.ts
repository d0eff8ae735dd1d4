import type { Entity, Transition } from "../../../shared/registry/model.ts";

/** What new documents may have gone through at once, and the steps that lead back from there; null: nothing does. */
export interface WayBack {
  readonly done: Transition;
  readonly undo: readonly Transition[] | null;
}

/**
 * By each transition that may follow an import what leads back, the last first: one step to where it came from, or to where one before it did (a
 * contract is submitted and audited, and 反审核 leads back from both), else two of them (what was only submitted is refused and opened again).
 */
export function waysBack(entity: Entity): readonly WayBack[] {
  const ran = (entity.import?.next ?? []).flatMap((name) => entity.transitions[name] ?? []);
  const ways = ran.map((done, n) => {
    const starts = ran
      .slice(0, n + 1)
      .reverse()
      .filter(({ field }) => field === done.field);
    return { done, undo: oneStep(entity, done, starts) ?? twoSteps(entity, done, ran) };
  });
  return ways.reverse();
}

/** The step from where a transition has led to where one of these came from. */
function oneStep(entity: Entity, done: Transition, starts: readonly Transition[]): readonly Transition[] | null {
  for (const start of starts) {
    const step = stepsFrom(entity, done.field, done.to).find(({ to }) => start.from.includes(to));
    if (step) return [step];
  }
  return null;
}

/** What people of the shop do in two steps, none of which is one that `ran`: to be taken back nothing goes on. */
function twoSteps(entity: Entity, done: Transition, ran: readonly Transition[]): readonly Transition[] | null {
  const isBack = ({ name, by }: Transition) => by.includes("shop") && !ran.some((one) => one.name === name);
  const byShop = (from: Transition["to"]) => stepsFrom(entity, done.field, from).filter(isBack);
  for (const first of byShop(done.to)) {
    const second = byShop(first.to).find(({ to }) => done.from.includes(to));
    if (second) return [first, second];
  }
  return null;
}

const stepsFrom = ({ transitions }: Entity, of: string, at: Transition["to"]) =>
  Object.values(transitions).flatMap((step) => {
    const { field, from, to } = step;
    return field === of && to !== null && from.some((code) => code === at) ? [{ ...step, to }] : [];
  });
