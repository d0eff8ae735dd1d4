import type { Row } from "../../../shared/domain/cell.ts";
import { fieldsOfPredicate } from "../../../shared/domain/predicate.ts";
import { refusal } from "../../../shared/domain/transition-rules.ts";
import type { Effect, Entity, SaveRule } from "../../../shared/registry/model.ts";
import { fieldsOfEffects, ownChanges, runEffects } from "../effects/effects.ts";
import { effectContext, refusalOf } from "../run-transition.ts";
import type { UserWork } from "../run-work.ts";
import { patched } from "../store/store.ts";
import { withVersion } from "../store/stored-fields.ts";
import { completeRow } from "../values/complete-row.ts";

/** What guards and effects of a saving need of it; the seed has no more. */
type SaveWork = Pick<UserWork, "store" | "work">;

/** Asks the guards about a row as the database holds it, its computed fields included. Throws their refusal (422). */
export async function askGuards({ store, work }: SaveWork, entity: Entity, { guards }: SaveRule, row: Row): Promise<void> {
  const needed = guards.flatMap((guard) => [
    ...fieldsOfPredicate(guard.require),
    ...(guard.when === null ? [] : fieldsOfPredicate(guard.when)),
  ]);
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
