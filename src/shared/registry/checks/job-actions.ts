import { asAction } from "../build/actions.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Check } from "./check.ts";

/** A job is one that is there, and a page starts one only where its entity has one. */
export const jobActions: Check = ({ entities, modules, jobs }) => {
  const unknown = [...entities.values()].flatMap(({ raw, at }) => {
    if (raw.job === undefined || jobs === undefined || jobs.includes(raw.job)) return [];
    return [at.in("job").problem(`unknown job "${raw.job}"`, didYouMeanOrList(raw.job, jobs))];
  });
  const idle = modules.flatMap(({ raw, at, entity }) =>
    (raw.actions ?? []).flatMap((entry, index) => {
      if (!entity || asAction(entry).action !== "generate" || entity.raw.job !== undefined) return [];
      return [at.in("actions", index).problem(`nothing makes rows of ${entity.name} for a period`, 'say "job" there')];
    }),
  );
  return [...unknown, ...idle];
};
