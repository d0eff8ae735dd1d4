import { timeOf } from "../../../shared/domain/day.ts";
import { unbind } from "../../auth/credentials.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { noteOpenedAccount } from "../../engine/rights-guard.ts";
import { entityOf } from "../../engine/values/names.ts";

/**
 * Takes away a second factor that was lost, and who the user is to a provider of identity; he is told by a message. It makes an account
 * easier to enter, so that whoever does it must hold what the user holds (docs/decisions/81, 86).
 */
export async function unbindUser(context: EffectContext<"User">): Promise<undefined> {
  const { store, work, row, entity } = context;
  const userId = String(row.USER_ID);
  await noteOpenedAccount(store, userId);
  const isBound = store.trx !== null && (await unbind(store.trx, userId));
  if (!isBound) throw refuse(`用户 ${userId} 没有设置两步验证，也没有绑定企业账号`);
  const now = timeOf(work.now);
  await createRow(context, entityOf(work.registry, "Message"), {
    side: row.PROV_ID ? "supplier" : "shop",
    USER_ID: userId,
    entity: entity.name,
    bllid: String(row.Id),
    title: "您的两步验证和企业账号绑定已被解除",
    content: `${work.actor.userName} 于 ${now} 解除了用户 ${userId} 的两步验证和企业账号绑定。请尽快重新设置；如非您本人要求，请联系系统管理员核实。`,
    sendtime: now,
  });
}
