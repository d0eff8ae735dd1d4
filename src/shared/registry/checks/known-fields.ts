import { isJudged } from "../lookup.ts";
import { didYouMean } from "../nearest.ts";
import { effectFields } from "../uses/effect-fields.ts";
import { allEffects } from "../uses/effects.ts";
import { entityFields } from "../uses/entity-fields.ts";
import { allLeaves, fieldsOfLeaf } from "../uses/leaves.ts";
import { moduleFields } from "../uses/module-fields.ts";
import { printFields } from "../uses/print-fields.ts";
import type { Check } from "./check.ts";

/** Every field named is a field of its entity: in entities, conditions, effects, modules and print templates. */
export const knownFields: Check = (context) => {
  const uses = [
    ...[...context.entities.values()].flatMap(entityFields),
    ...allLeaves(context).flatMap((leaf) => fieldsOfLeaf(leaf).map((named) => ({ ...named, entity: leaf.use.entity }))),
    ...allEffects(context).flatMap(effectFields),
    ...context.modules.flatMap(moduleFields),
    ...context.sources.print.flatMap(printFields),
  ];
  return uses.flatMap(({ name, entity, at }) => {
    const owner = context.entities.get(entity);
    if (!isJudged(owner) || owner.fields.has(name)) return [];
    return [at.problem(`unknown field "${name}" of ${entity}`, didYouMean(name, owner.fields.keys()))];
  });
};
