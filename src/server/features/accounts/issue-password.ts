import type { EffectContext } from "../../engine/effects/effect.ts";
import { givePassword } from "./give-password.ts";

/** A new user's first password. */
export async function issuePassword(context: EffectContext<"User">): Promise<undefined> {
  await givePassword(context, String(context.row.USER_ID), "初始密码");
}
