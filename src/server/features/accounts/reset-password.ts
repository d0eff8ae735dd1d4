import { timeOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { UserRow } from "../../generated/entities.ts";
import { givePassword } from "./give-password.ts";

/**
 * Another password for a user who has lost his; that he chose none himself since is seen by the empty time of change. A supplier is told
 * when the shop does it to one of its users: whoever gives a password can use it (docs/decisions/82).
 */
export async function resetPassword(context: EffectContext<"User">): Promise<Partial<UserRow>> {
  await givePassword(context, String(context.row.USER_ID), "新密码");
  if (context.work.viewer?.side === "shop" && context.row.PROV_ID) await tellSupplier(context, context.row.PROV_ID);
  return { pwdtime: null };
}

async function tellSupplier(context: EffectContext<"User">, provid: string): Promise<void> {
  const { store, work, row, entity } = context;
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid });
  const now = timeOf(work.now);
  await createRow(context, entityOf(work.registry, "Message"), {
    side: "supplier",
    entity: entity.name,
    bllid: String(row.Id),
    provid,
    Provider: supplier?.Provider ?? null,
    title: `商场重置了用户 ${row.USER_ID} 的密码`,
    content: `${work.actor.userName} 于 ${now} 重置了用户 ${row.USER_ID}（${row.UsrName}）的登录密码，该用户在各处的登录已退出。如非贵方要求，请联系商场核实。`,
    sendtime: now,
  });
}
