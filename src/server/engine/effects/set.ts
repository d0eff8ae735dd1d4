import { fieldsOfValues, resolveValues } from "../values/value-source.ts";
import type { EffectDef } from "./effect.ts";

/** Writes fields of the row itself, in the one UPDATE that changes its state. */
export const set: EffectDef<"set"> = {
  reads: (effect) => fieldsOfValues(effect.set),
  own: (effect, context) => resolveValues(effect.set, context.entity, context, null),
};
