import type { EffectContext } from "../../engine/effects/effect.ts";

/** Signs the user out wherever he is signed in. */
export async function endSessions({ store, row }: EffectContext): Promise<undefined> {
  await store.endSessions(String(row.USER_ID));
}
