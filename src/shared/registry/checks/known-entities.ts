import { didYouMean } from "../nearest.ts";
import { entityNames } from "../uses/entity-names.ts";
import type { Check } from "./check.ts";

/** Every entity named has a file. */
export const knownEntities: Check = (context) =>
  entityNames(context)
    .filter(({ name }) => !context.entities.has(name) && !context.sources.broken.entity.has(name))
    .map(({ name, at }) => at.problem(`unknown entity "${name}"`, didYouMean(name, context.entities.keys())));
