import type { Entity, Transition } from "../registry/model.ts";

/** A state as the key of a map: `1` and `"1"` are two. */
const keyOf = (state: string | number | boolean): string => JSON.stringify(state);

/** What neither destroys nor has to be explained: the plain course of things. */
const isPlain = ({ danger, needsReason, to }: Transition): boolean => !danger && !needsReason && to !== null;

/** The plain transitions of one machine. */
function plainWays({ transitions }: Pick<Entity, "transitions">, field: string): Transition[] {
  return Object.values(transitions).filter((each) => each.field === field && isPlain(each));
}

/** How many plain steps each state lies from one of these; those that none leads to are left out. */
function stepsFrom(start: string, ways: readonly Transition[]): ReadonlyMap<string, number> {
  const steps = new Map([[start, 0]]);
  const next = [start];
  for (let state = next.shift(); state !== undefined; state = next.shift()) {
    for (const { from, to } of ways) {
      if (to === null || steps.has(keyOf(to)) || !from.some((each) => keyOf(each) === state)) continue;
      steps.set(keyOf(to), (steps.get(state) ?? 0) + 1);
      next.push(keyOf(to));
    }
  }
  return steps;
}

/**
 * Whether a transition is the next step of the states it leaves: it leads on in its machine, neither back nor to a place that is left by
 * the way back alone, as 停用 does; and it is no refusal (`reason`) and destroys nothing (`danger`). Docs/decisions/116.
 */
export function leadsOn(entity: Pick<Entity, "transitions" | "machines">, transition: Transition): boolean {
  const { field, to, from } = transition;
  const machine = entity.machines[field];
  if (machine === undefined || to === null || !isPlain(transition)) return false;
  const left = from.filter((state) => state !== to).map(keyOf);
  const ways = plainWays(entity, field);
  const exits = ways.filter((each) => each.from.includes(to) && each.to !== to);
  const isAside = exits.length > 0 && exits.every((each) => each.to !== null && left.includes(keyOf(each.to)));
  if (left.length === 0 || isAside) return false;
  const depth = stepsFrom(keyOf(machine.initial), ways);
  const ahead = stepsFrom(keyOf(to), ways);
  return left.every((state) => !ahead.has(state) || !depth.has(state) || (depth.get(keyOf(to)) ?? 0) > (depth.get(state) ?? 0));
}

/**
 * The transition that takes another one back: it leads from where that one led to exactly where the row was, and asks for nothing.
 * null: none does, so that one is asked about before it is done.
 */
export function wayBack({ field, from, to }: Transition, transitions: readonly Transition[]): Transition | null {
  const [start, ...others] = from;
  if (to === null || start === undefined || others.length > 0) return null;
  const returns = (each: Transition) => each.field === field && each.to === start && each.from.includes(to);
  return transitions.find((each) => returns(each) && runsAtOnce(each)) ?? null;
}

/** It is done at a click where it is offered: nothing is to be written, ticked, read or confirmed first. */
function runsAtOnce({ needsReason, ticks, preview, asks, danger }: Transition): boolean {
  return !needsReason && ticks === null && preview === null && asks === null && !danger;
}
