import { BUILT_IN_ACTIONS, isBuiltIn, isLink } from "../build/actions.ts";
import { didYouMean } from "../nearest.ts";
import { entries } from "../uses/named.ts";
import { machinesOf } from "../uses/transitions.ts";
import type { Check } from "./check.ts";

/** Every button is a transition of the entity or built in. */
export const knownActions: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    if (!entity) return [];
    const known = machinesOf(entity).flatMap(({ transitions }) => transitions.map(({ name }) => name));
    return entries(raw.actions, "action", at.in("actions"))
      .filter(({ name }, index) => !known.includes(name) && !isBuiltIn(name) && !isLink(raw.actions?.[index]))
      .map((action) => {
        const hint = didYouMean(action.name, [...known, ...Object.keys(BUILT_IN_ACTIONS)]);
        return action.at.problem(`${entity.name} has no transition "${action.name}", and it is not built in`, hint);
      });
  });
