import { didYouMeanOrList } from "../nearest.ts";
import { machinesOf } from "../uses/transitions.ts";
import type { Check } from "./check.ts";

/** What runs by itself is a transition that the system may run. */
export const dueTransitions: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const known = machinesOf(entity).flatMap(({ transitions }) => transitions);
    return (entity.raw.due ?? []).flatMap(({ transition }, index) => {
      const place = entity.at.in("due", index, "transition");
      const found = known.find(({ name }) => name === transition);
      const names = known.map(({ name }) => name);
      if (!found) return [place.problem(`${entity.name} has no transition "${transition}"`, didYouMeanOrList(transition, names))];
      return found.raw.by.includes("system") ? [] : [place.problem(`the system may not run "${transition}"`, 'add "system" to its "by"')];
    });
  });
