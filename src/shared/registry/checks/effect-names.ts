import { didYouMeanOrList } from "../nearest.ts";
import { allEffects } from "../uses/effects.ts";
import type { Check } from "./check.ts";

/** Every effect that is written by hand is there. Not checked where nobody says which are. */
export const effectNames: Check = (context) => {
  const { namedEffects } = context;
  if (namedEffects === undefined) return [];
  return allEffects(context).flatMap(({ raw: { named }, at }) => {
    if (named === undefined || namedEffects.includes(named)) return [];
    return [at.in("named").problem(`unknown hand-written effect "${named}"`, didYouMeanOrList(named, namedEffects))];
  });
};
