import { timeOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import { effectContext } from "../../engine/run-transition.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { bankWork, type SettlePaymentDeps } from "./bank-work.ts";
import { type Intent, updateIntent } from "./intent.ts";

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
