import { closeSessions } from "../../auth/session-store.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";

/** Signs the user out wherever he is signed in. */
export async function endSessions({ store, row }: EffectContext<"User">): Promise<undefined> {
  if (store.trx !== null) await closeSessions(store.trx, String(row.USER_ID));
}
