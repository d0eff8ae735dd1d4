import { unbind } from "../../auth/credentials.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { forgetOwnOf } from "../../engine/forget-own-lists.ts";
import { givePassword } from "./give-password.ts";

/** A new user's first password. */
export async function issuePassword(context: EffectContext<"User">): Promise<undefined> {
  await firstPassword(context, String(context.row.USER_ID));
}

/** The first password of a user who is new, whatever opened an account of that name, or was kept for it, before. */
export async function firstPassword(context: EffectContext, userId: string): Promise<void> {
  const { trx } = context.store;
  if (trx !== null) {
    await unbind(trx, userId);
    await forgetOwnOf(trx, userId);
  }
  await givePassword(context, userId, "初始密码");
}
