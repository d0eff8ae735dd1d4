import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { Store } from "../../engine/store/store.ts";
import { hurryIntent } from "./intent.ts";
import { ownerOf } from "./orphan-payments.ts";
import { isPayable, type PayableEntity, type PayableRow, payableOf } from "./payables.ts";

/** The words about a document at the bank without an order of ours. */
export const NO_ORDER = "没有找到该单据的银行指令，请到“支付流水”申请重新发送或退回待付款";

/** 查询结果: has the bank asked about a document, or about the one a payment record belongs to, right after this is committed. */
export async function askBank({ store, work, entity, row }: EffectContext<"PayOrder" | "PayRecord">): Promise<undefined> {
  // A row is of its entity.
  const owner = isPayable(entity) ? { entity, row: row as PayableRow } : await ownerOf(store, work.registry, row);
  if (owner === null || !(await hurryPayment(store, owner.entity, owner.row))) throw refuse(NO_ORDER);
}

/** Has the bank asked for a document as soon as may be. false: nothing is at the bank, or there is no order of ours: nothing is sent for it. */
async function hurryPayment(store: Store, entity: PayableEntity, { Statu, transid }: PayableRow): Promise<boolean> {
  return Statu === payableOf(entity).atBank && transid !== null && (await hurryIntent(store, transid));
}
