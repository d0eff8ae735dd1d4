import type { Registry } from "../../../shared/registry/model.ts";
import { asCode } from "../../base/codes.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayConfigPayWay, PayOperate, PayRecordResult, PaySign } from "../../generated/entities.ts";
import type { BankOrder } from "./bank/gateway.ts";
import { hurryIntent, keepIntent } from "./intent.ts";
import { channelOf, payWayOf } from "./pay-ways.ts";
import { type PayableEntity, type PayableRow, payableOf } from "./payables.ts";

/**
 * Has the bank asked for a document as soon as may be. One that is at the bank without an order, because it came from another system
 * or with the demo data, gets one from its payment record, under the same number: the bank is asked about it first, and never told
 * twice. false: there is no such record, or nothing is at the bank.
 */
export async function hurryPayment(
  store: Store,
  registry: Registry,
  entity: PayableEntity,
  row: PayableRow,
  userId: string,
): Promise<boolean> {
  const { transid } = row;
  if (row.Statu !== payableOf(entity).atBank || transid === null) return false;
  if (await hurryIntent(store, transid)) return true;
  const open = { transid, Operate: PayOperate.payment, result: PayRecordResult.pending };
  const [record] = await store.find(entityOf(registry, "PayRecord"), open);
  const channel = channelOf(record?.PayWay);
  const amount = record?.Pay_sum;
  if (!record || channel === undefined || typeof amount !== "bigint" || amount <= 0n) return false;
  const [config] = await store.find(entityOf(registry, "PayConfig"), { PayWay: asCode(PayConfigPayWay, payWayOf(channel)) });
  const isReceived = record.Sign === PaySign.received;
  const order: BankOrder = {
    entity: entity.name,
    rowId: row.Id,
    Billid: String(row.Billid),
    channel,
    direction: isReceived ? "receive" : "pay",
    amount,
    account: config?.merchantNo ?? "",
    party: {
      name: row.Provider ?? "",
      account: (isReceived ? record.payAcct : record.recvAcct) ?? "",
      bank: ("BankName" in row ? row.BankName : null) ?? "",
    },
    parts: 0,
    userId,
  };
  await keepIntent(store, transid, order, 1);
  return true;
}
