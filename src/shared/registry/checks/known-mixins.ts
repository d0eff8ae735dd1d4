import { didYouMeanOrList } from "../nearest.ts";
import { listed } from "../uses/named.ts";
import type { Check } from "./check.ts";

/** Every mixin named stands in schemas/shared/mixins.json. */
export const knownMixins: Check = ({ sources }) => {
  if (sources.broken.mixins.size > 0) return [];
  const known = new Set(sources.mixins.flatMap(({ raw }) => Object.keys(raw.mixins)));
  return sources.entity
    .flatMap(({ raw, at }) => listed(raw.mixins, at.in("mixins")))
    .filter(({ name }) => !known.has(name))
    .map(({ name, at }) => at.problem(`unknown mixin "${name}"`, didYouMeanOrList(name, known)));
};
