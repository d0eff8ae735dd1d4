import { entityOf } from "../values/names.ts";
import type { EffectDef } from "./effect.ts";
import { fieldsOfValues, resolveMatch } from "./value-source.ts";

/** Runs a system transition of related rows. Their refusal is the refusal of the whole. */
export const run: EffectDef<"run"> = {
  reads: (effect) => fieldsOfValues(effect.match),
  async run(effect, context) {
    const target = entityOf(context.work.registry, effect.entity);
    const match = await resolveMatch(effect.match, target, context, null);
    if (match === null) return;
    for (const row of await context.store.find(target, match, true)) await context.runAsSystem(target, effect.action, Number(row.Id));
  },
};
