import { entityOf } from "../values/names.ts";
import type { EffectDef } from "./effect.ts";
import { eachLine, fieldsOfValues, resolveMatch, resolveValues } from "./value-source.ts";

/** Writes fields of related rows. */
export const update: EffectDef<"update"> = {
  reads: (effect) => [...fieldsOfValues(effect.match), ...fieldsOfValues(effect.set)],
  async run(effect, context) {
    const target = entityOf(context.work.registry, effect.entity);
    for (const line of await eachLine(effect.each, context)) {
      const match = await resolveMatch(effect.match, target, context, line);
      if (match !== null) await context.store.update(target, match, await resolveValues(effect.set, target, context, line));
    }
  },
};
