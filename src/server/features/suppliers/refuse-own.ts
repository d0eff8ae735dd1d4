import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";

/** Refuses to let somebody decide about a row on which he has done one of these actions himself, as its history tells. */
export async function refuseOwn({ store, work, entity, row }: EffectContext, actions: readonly string[], message: string): Promise<void> {
  for (const action of actions) {
    const own = { entity: entity.name, bllid: String(row.Id), USER_ID: work.actor.userId, action };
    // guard check: tests/server/payments/payee-accounts.test.ts
    if (await store.exists(entityOf(work.registry, "EventLog"), own)) throw refuse(message);
  }
}
