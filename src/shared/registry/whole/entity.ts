import type { RawEntity, RawMachine, RawTransition } from "../generated/raw.ts";
import { mergePatch } from "../merge-patch.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Doc } from "../sources.ts";
import type { Archetypes, Whole, WholeEntity, WholeMachine } from "./types.ts";
import { unknownArchetype } from "./unknown.ts";

/** An entity whose machines are whole. */
export function wholeEntity({ raw, at }: Doc<RawEntity>, { machines }: Archetypes): Whole<WholeEntity> {
  const made = Object.entries(raw.states ?? {}).map(([field, machine]) => {
    return [field, wholeMachine(machine, machines, at.in("states", field))] as const;
  });
  const states = Object.fromEntries(made.map(([field, { raw: machine }]) => [field, machine]));
  return { raw: { ...raw, ...(raw.states ? { states } : {}) } as WholeEntity, problems: made.flatMap(([, { problems }]) => problems) };
}

function wholeMachine(raw: RawMachine, machines: Archetypes["machines"], at: Place): Whole<WholeMachine> {
  const base = raw.like === undefined ? undefined : machines[raw.like];
  if (raw.like !== undefined && base === undefined)
    return { raw: raw as WholeMachine, problems: [unknownArchetype(raw.like, machines, at.in("like"))] };
  const { like: _like, ...merged } = mergePatch(base ?? {}, raw) as RawMachine;
  const kept = Object.entries(merged.transitions ?? {}).filter(([, { skip }]) => skip !== true);
  const whole = { ...merged, transitions: Object.fromEntries(kept.map(([name, each]) => [name, withThen(each)])) };
  const missing = (["initial", "transitions"] as const).filter((name) => merged[name] === undefined);
  return {
    raw: whole as WholeMachine,
    problems: [
      ...missing.map((name) => at.problem(`missing "${name}"`)),
      ...kept.flatMap(([name, each]) => transitionProblems(each, base !== undefined, at.in("transitions", name))),
    ],
  };
}

/** `then` comes after what the archetype's own effects are. */
function withThen({ then: after, ...raw }: RawTransition): RawTransition {
  return after === undefined ? raw : { ...raw, effects: [...(raw.effects ?? []), ...after] };
}

function transitionProblems(raw: RawTransition, isLike: boolean, at: Place): Problem[] {
  const missing = (["title", "from", "by"] as const).filter((name) => raw[name] === undefined);
  const idle =
    !isLike && raw.then !== undefined ? [at.in("then").onKey().problem('"then" follows an archetype\'s effects', 'say "effects"')] : [];
  return [...missing.map((name) => at.problem(`missing "${name}"`)), ...idle];
}
