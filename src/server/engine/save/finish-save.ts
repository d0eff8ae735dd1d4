import type { Row } from "../../../shared/domain/cell.ts";
import { fieldsOfPredicate } from "../../../shared/domain/predicate.ts";
import { refusal } from "../../../shared/domain/transition-rules.ts";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { Effect, Entity, Guard, SaveRule } from "../../../shared/registry/model.ts";
import type { EffectContext } from "../effects/effect.ts";
import { areForAll, fieldsOfEffects, ownChanges, runEffects, runEffectsOnAll } from "../effects/effects.ts";
import { effectContext, refusalOf } from "../run-transition.ts";
import type { UserWork } from "../run-work.ts";
import { patched } from "../store/store.ts";
import { withVersion } from "../store/stored-fields.ts";
import { completeRow } from "../values/complete-row.ts";

/** What guards and effects of a saving need of it; the seed has no more. */
type SaveWork = Pick<UserWork, "store" | "work">;

/** Asks the guards about a row as the database holds it, its computed fields included. Throws their refusal (422). */
export async function askGuards({ store, work }: SaveWork, entity: Entity, { guards }: SaveRule, row: Row): Promise<void> {
  if (guards.length === 0) return;
  const needed = guards.flatMap(fieldsOfGuard);
  const complete = await completeRow({ store, registry: work.registry, env: work.env }, entity, row, needed);
  const guard = refusal(entity, guards, complete, work.env);
  // guard predicate: tests/server/flows/save-row.test.ts
  if (guard)
    throw refusalOf(work.registry, guard.message, {
      kind: "condition",
      entity,
      require: guard.require,
      row: complete,
      moduleId: work.moduleId,
    });
}

function fieldsOfGuard({ require, when }: Guard): string[] {
  return [...fieldsOfPredicate(require), ...(when === null ? [] : fieldsOfPredicate(when))];
}

/** Whether all guards can be asked before a row is written: they look at its own stored fields alone. */
export function areToldBefore(entity: Entity, { guards }: SaveRule): boolean {
  return guards.every((guard) => isToldBefore(entity, guard));
}

const isToldBefore = (entity: Entity, guard: Guard): boolean =>
  fieldsOfGuard(guard).every((name) => entity.fields[name]?.computed === null);

/** The same for a row that is not written yet, as far as its own stored fields tell; null: nothing is refused so far. */
export function refusalBefore({ work }: SaveWork, entity: Entity, { guards }: SaveRule, row: Row): ApiError | null {
  const told = guards.filter((guard) => isToldBefore(entity, guard));
  const guard = refusal(entity, told, row, work.env);
  if (guard === null || guard === undefined) return null;
  return refusalOf(work.registry, guard.message, { kind: "condition", entity, require: guard.require, row, moduleId: work.moduleId });
}

/** Does what else happens when rows of an entity are written, of several at once where every effect can. Returns them as they are then. */
export async function runSaveEffectsOn(
  at: SaveWork,
  entity: Entity,
  effects: readonly Effect[],
  rows: readonly { readonly row: Row; readonly was: Row | null }[],
): Promise<readonly Row[]> {
  if (rows.length > 1 && areForAll(effects)) {
    const { store, work } = at;
    const reading = { store, registry: work.registry, env: work.env };
    const { after } = fieldsOfEffects(entity, effects);
    const contexts: EffectContext[] = [];
    for (const { row, was } of rows)
      contexts.push({ ...effectContext(store, work, entity, await completeRow(reading, entity, row, after)), before: was });
    await runEffectsOnAll(contexts, effects);
    return rows.map(({ row }) => row);
  }
  const left: Row[] = [];
  for (const { row, was } of rows) left.push(await runSaveEffects(at, entity, effects, row, was));
  return left;
}

/** Does what else happens when a row is written (`was`: as it was before) or goes. Returns the row as it is then. */
export async function runSaveEffects(
  { store, work }: SaveWork,
  entity: Entity,
  effects: readonly Effect[],
  row: Row,
  was: Row | null = null,
): Promise<Row> {
  if (effects.length === 0) return row;
  const reading = { store, registry: work.registry, env: work.env };
  const { own, after } = fieldsOfEffects(entity, effects);
  const before = await completeRow(reading, entity, row, own);
  const patch = await ownChanges(effectContext(store, work, entity, before), effects);
  if (Object.keys(patch).length > 0) await store.update(entity, { Id: row.Id ?? null }, patch);
  const left = Object.keys(patch).length > 0 ? patched(row, withVersion(entity, patch)) : row;
  return runEffects({ ...effectContext(store, work, entity, await completeRow(reading, entity, left, after)), before: was }, effects);
}
