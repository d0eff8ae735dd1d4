import type { Row } from "../../../shared/domain/cell.ts";
import type { Entity, Registry } from "../../../shared/registry/model.ts";
import type { Store } from "../../engine/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BankOrder } from "./bank-order.ts";
import { hurryIntent, keepIntent } from "./intent.ts";
import { channelOf, payWayOf } from "./pay-ways.ts";
import { payableOf } from "./payables.ts";

const PAYMENT = 1;
const OPEN = 0;
const RECEIVED = 1;

/**
 * Has the bank asked for a document as soon as may be. One that is at the bank without an order, because it came from another system
 * or with the demo data, gets one from its payment record, under the same number: the bank is asked about it first, and never told
 * twice. false: there is no such record, or nothing is at the bank.
 */
export async function hurryPayment(store: Store, registry: Registry, entity: Entity, row: Row, userId: string): Promise<boolean> {
  const payable = payableOf(entity.name);
  const transid = row.transid ?? null;
  if (row[payable.state] !== payable.atBank || transid === null) return false;
  if (await hurryIntent(store, String(transid))) return true;
  const [record] = await store.find(entityOf(registry, "PayRecord"), { transid, Operate: PAYMENT, result: OPEN });
  const channel = channelOf(record?.PayWay);
  const amount = record?.Pay_sum;
  if (!record || channel === undefined || typeof amount !== "bigint" || amount <= 0n) return false;
  const [config] = await store.find(entityOf(registry, "PayConfig"), { PayWay: payWayOf(channel) });
  const isReceived = record.Sign === RECEIVED;
  const order: BankOrder = {
    entity: entity.name,
    rowId: Number(row.Id),
    Billid: String(row.Billid),
    channel,
    direction: isReceived ? "receive" : "pay",
    amount,
    account: String(config?.merchantNo ?? ""),
    party: {
      name: String(row.Provider ?? ""),
      account: String((isReceived ? record.payAcct : record.recvAcct) ?? ""),
      bank: String(row.BankName ?? ""),
    },
    parts: 0,
    userId,
  };
  await keepIntent(store, String(transid), order, 1);
  return true;
}
