import { GIVEN_HOURS, setPassword } from "../../auth/credentials.ts";
import { hashPassword, readablePassword } from "../../auth/password.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { noteOpenedAccount } from "../../engine/rights-guard.ts";

/** Gives a user a password that is told once, to the one who acts, and kept nowhere; the user must choose his own with it (docs/decisions/82). */
export async function givePassword({ store, work }: EffectContext, userId: string, what: string): Promise<void> {
  await noteOpenedAccount(store, userId);
  if (work.isTrial) return;
  const password = readablePassword();
  // The demo gives all of its users a password of its own.
  if (store.trx !== null) await setPassword(store.trx, userId, await hashPassword(password), work.now);
  work.tell?.(`用户 ${userId} 的${what}：${password}（只显示这一次，请转告本人；${GIVEN_HOURS}小时内有效，首次登录时须改为自己的密码）`);
}
