import type { EffectDef } from "./effect.ts";
import { isNamedEffect, NAMED } from "./named-effects.ts";

/** What the vocabulary cannot say: one file each in effects/named. */
export const named: EffectDef<"named"> = {
  reads: () => [],
  async runAndKeep({ name }, context) {
    if (!isNamedEffect(name)) throw new Error(`no named effect ${name}: the registry must have refused it`);
    return (await NAMED[name](context)) ?? {};
  },
};
