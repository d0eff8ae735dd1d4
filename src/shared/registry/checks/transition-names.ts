import { machinesOf } from "../machines.ts";
import type { Check } from "./check.ts";
import { repeats } from "./repeats.ts";

/** An action name means one transition, also where an entity has several machines. */
export const transitionNames: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const all = machinesOf(entity).flatMap(({ field, transitions }) =>
      transitions.map(({ name, at }) => ({ name, field, at: at.onKey() })),
    );
    return repeats(all, ({ name }, first) => `action "${name}" already is a transition of ${first.field}`);
  });
