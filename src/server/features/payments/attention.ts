import { timeOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { effectContext } from "../../engine/run-transition.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { systemWork } from "../../engine/system.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type Intent, updateIntent } from "./intent.ts";

/** What settling works with. */
export interface SettlePaymentDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
}

/** Work that a bank's answer sets off: nobody's rights, signed by the bank, under the number of the payment. */
export function bankWork(registry: Registry, { shopId, transid }: Pick<Intent, "shopId" | "transid">, now: Date): Work {
  const work = systemWork(registry, shopId, now, transid);
  const actor = { kind: "system", userId: "@bank", userName: "银行" } as const;
  return { ...work, actor, env: { ...work.env, actor: { ...work.env.actor, USER_ID: actor.userId, UsrName: actor.userName } } };
}

/** Asks people to look at a payment that does not settle by itself: with the order, and once as a message to the shop. In a transaction. */
export async function callAttention({ db, registry, now }: SettlePaymentDeps, intent: Intent, text: string): Promise<void> {
  if (intent.attention === text) return;
  await updateIntent(db, intent.transid, { attention: text });
  const store = sqlStore(db, intent.shopId);
  const entity = entityOf(registry, intent.entity);
  const [row] = await store.find(entity, { Id: intent.rowId });
  if (!row) return;
  const context = effectContext(store, bankWork(registry, intent, now), entity, row);
  await createRow(context, entityOf(registry, "Message"), {
    side: "shop",
    entity: entity.name,
    bllid: String(intent.rowId),
    Billid: intent.Billid,
    title: `银行支付待核对：${intent.Billid}`,
    content: `银行流水号 ${intent.transid}：${text}。`,
    sendtime: timeOf(now),
  });
}
