import type { EffectContext } from "../../engine/effects/effect.ts";
import type { UserRow } from "../../generated/entities.ts";
import { givePassword } from "./give-password.ts";

/** Another password for a user who has lost his; that he chose none himself since is seen by the empty time of change. */
export async function resetPassword(context: EffectContext<"User">): Promise<Partial<UserRow>> {
  await givePassword(context, String(context.row.USER_ID), "新密码");
  return { pwdtime: null };
}
