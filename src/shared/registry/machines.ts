import type { EntityInfo } from "./catalogue.ts";
import type { Place } from "./place.ts";
import type { WholeMachine, WholeTransition } from "./whole-types.ts";

export interface TransitionUse {
  readonly name: string;
  readonly raw: WholeTransition;
  readonly at: Place;
}

export interface MachineUse {
  readonly entity: EntityInfo;
  /** The state field. */
  readonly field: string;
  readonly raw: WholeMachine;
  readonly at: Place;
  readonly transitions: readonly TransitionUse[];
}

/** The machines of an entity with their places. */
export function machinesOf(entity: EntityInfo): MachineUse[] {
  return Object.entries(entity.raw.states ?? {}).map(([field, raw]) => {
    const at = entity.at.in("states", field);
    const transitions = Object.entries(raw.transitions).map(([name, transition]) => ({
      name,
      raw: transition,
      at: at.in("transitions", name),
    }));
    return { entity, field, raw, at, transitions };
  });
}

/** The transitions of all machines of an entity. */
export function transitionsOf(entity: EntityInfo): TransitionUse[] {
  return machinesOf(entity).flatMap(({ transitions }) => transitions);
}
