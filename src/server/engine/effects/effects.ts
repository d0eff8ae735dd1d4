import type { Row } from "../../../shared/domain/cell.ts";
import type { Effect, Entity } from "../../../shared/registry/model.ts";
import { patched } from "../store/store.ts";
import { withVersion } from "../store/stored-fields.ts";
import type { Patch } from "../store/typed-rows.ts";
import { add } from "./add.ts";
import { create } from "./create.ts";
import type { EffectContext, EffectDef } from "./effect.ts";
import { named } from "./named.ts";
import { notify } from "./notify.ts";
import { read } from "./read.ts";
import { run } from "./run.ts";
import { set } from "./set.ts";
import { unread } from "./unread.ts";
import { update } from "./update.ts";

/** Every kind of effect. A kind of the language without one does not compile. */
const EFFECTS = { add, create, named, notify, read, run, set, unread, update } satisfies { [K in Effect["kind"]]: EffectDef<K> };

/** The effect's definition; the cast is safe because the list is keyed by the very kind. */
const defOf = (effect: Effect): EffectDef<Effect["kind"]> => EFFECTS[effect.kind] as unknown as EffectDef<Effect["kind"]>;

/** The fields of the row that the effects read: for what is written with the row itself, and after it. */
export function fieldsOfEffects(entity: Entity, effects: readonly Effect[]): { readonly own: string[]; readonly after: string[] } {
  const read = (has: (def: EffectDef<Effect["kind"]>) => boolean) =>
    effects.flatMap((effect) => (has(defOf(effect)) ? defOf(effect).reads(effect, entity) : []));
  return { own: read((def) => def.own !== undefined), after: read((def) => def.own === undefined) };
}

/** What the effects write to their own row. */
export async function ownChanges(context: EffectContext, effects: readonly Effect[]): Promise<Patch> {
  const patches: Patch[] = [];
  for (const effect of effects) patches.push((await defOf(effect).own?.(effect, context)) ?? {});
  return Object.assign({}, ...patches);
}

/** Everything else, in the order of the file; each effect sees the row as those before it left it. Returns it. */
export async function runEffects(context: EffectContext, effects: readonly Effect[]): Promise<Row> {
  const { store, entity } = context;
  let row = context.row;
  for (const effect of effects) {
    await defOf(effect).run?.(effect, { ...context, row });
    const kept = (await defOf(effect).runAndKeep?.(effect, { ...context, row })) ?? {};
    if (Object.keys(kept).length === 0) continue;
    await store.update(entity, { Id: row.Id ?? null }, kept);
    row = patched(row, withVersion(entity, kept));
  }
  return row;
}

/** Whether all of the effects can be run on several rows at once. */
export function areForAll(effects: readonly Effect[]): boolean {
  return effects.every((effect) => defOf(effect).runOnAll !== undefined);
}

/** As {@link runEffects} on rows of one entity, each effect on all of them before the next one. */
export async function runEffectsOnAll(contexts: readonly EffectContext[], effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await defOf(effect).runOnAll?.(effect, contexts);
}
