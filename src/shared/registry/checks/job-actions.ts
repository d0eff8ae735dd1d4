import { asAction } from "../build/actions.ts";
import type { Check } from "./check.ts";

/** A page starts a job only where its entity has one. */
export const jobActions: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) =>
    (raw.actions ?? []).flatMap((entry, index) => {
      if (!entity || asAction(entry).action !== "generate" || entity.raw.job !== undefined) return [];
      return [at.in("actions", index).problem(`nothing makes rows of ${entity.name} for a period`, 'say "job" there')];
    }),
  );
