import { didYouMeanOrList } from "../nearest.ts";
import type { Check } from "./check.ts";

/** Every shared list of codes named stands in schemas/shared/enums.json. */
export const knownEnums: Check = ({ sources, entities }) => {
  if (sources.broken.enums.size > 0) return [];
  const known = new Set(sources.enums.flatMap(({ raw }) => Object.keys(raw.enums)));
  return [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ raw, at }) => {
      if (raw.enum === undefined || known.has(raw.enum)) return [];
      return [at.in("enum").problem(`unknown list of codes "${raw.enum}"`, didYouMeanOrList(raw.enum, known))];
    }),
  );
};
