import { unbind } from "../../auth/credentials.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { givePassword } from "./give-password.ts";

/** A new user's first password. */
export async function issuePassword(context: EffectContext<"User">): Promise<undefined> {
  await firstPassword(context, String(context.row.USER_ID));
}

/** The first password of a user who is new, whatever opened an account of that name before. */
export async function firstPassword(context: EffectContext, userId: string): Promise<void> {
  if (context.store.trx !== null) await unbind(context.store.trx, userId);
  await givePassword(context, userId, "初始密码");
}
