import { didYouMeanOrList } from "../nearest.ts";
import { allEffects } from "../uses/effects.ts";
import { machinesOf } from "../uses/transitions.ts";
import type { Check } from "./check.ts";

/** What an effect runs is a transition that the system may run. */
export const effectRuns: Check = (context) =>
  allEffects(context).flatMap(({ raw: { run }, at }) => {
    const target = context.entities.get(run?.entity ?? "");
    if (!run || !target) return [];
    const known = machinesOf(target).flatMap(({ transitions }) => transitions);
    const found = known.find(({ name }) => name === run.transition);
    const place = at.in("run", "transition");
    if (!found) {
      const names = known.map(({ name }) => name);
      return [place.problem(`${target.name} has no transition "${run.transition}"`, didYouMeanOrList(run.transition, names))];
    }
    if (found.raw.by.includes("system")) return [];
    return [place.problem(`the system may not run "${run.transition}" of ${target.name}`, 'add "system" to its "by"')];
  });
