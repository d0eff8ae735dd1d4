import type { EffectContext } from "../../engine/effects/effect.ts";

/** A merged payment that is taken apart is no document any more (docs/decisions/45); its history stays. */
export async function dissolveMerge({ store, entity, row }: EffectContext<"BalancePayFath">): Promise<undefined> {
  await store.remove(entity, { Id: row.Id });
}
