import type { EffectDef } from "./effect.ts";
import { fieldsOfValues, resolveValues } from "./value-source.ts";

/** Writes fields of the row itself, in the one UPDATE that changes its state. */
export const set: EffectDef<"set"> = {
  reads: (effect) => fieldsOfValues(effect.set),
  own: (effect, context) => resolveValues(effect.set, context.entity, context, null),
};
