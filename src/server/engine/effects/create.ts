import { entityOf } from "../values/names.ts";
import { createRow } from "./create-row.ts";
import type { EffectDef } from "./effect.ts";
import { fieldsOfValues, resolveCells } from "./value-source.ts";

/** Creates a row, e.g. the document that follows this one. */
export const create: EffectDef<"create"> = {
  reads: (effect) => fieldsOfValues(effect.values),
  async runAndKeep(effect, context) {
    const target = entityOf(context.work.registry, effect.entity);
    const created = await createRow(context, target, await resolveCells(effect.values, target, context, null));
    return Object.fromEntries(Object.entries(effect.keep ?? {}).map(([own, theirs]) => [own, created[theirs] ?? null]));
  },
};
