import { didYouMeanOrList } from "../nearest.ts";
import type { Check } from "./check.ts";

/** Every feature in use is one that the program has. Not checked where nobody says which there are. */
export const knownFeatures: Check = ({ features, sources }) => {
  if (features === undefined) return [];
  const names = features.map(({ name }) => name);
  return sources.registry.flatMap(({ raw, at }) =>
    (raw.features ?? []).flatMap((name, index) =>
      names.includes(name) ? [] : [at.in("features", index).problem(`unknown feature "${name}"`, didYouMeanOrList(name, names))],
    ),
  );
};
