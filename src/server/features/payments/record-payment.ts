import type { Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";

/** Codes of PayWay, PayOperate and PaySign (schemas/shared/enums.json). */
const BY_HAND: readonly unknown[] = [1, 4, 5];
const TRANSFER = 1;
const PAYMENT = 1;
const RECEIVED = 1;
const PAID_OUT = -1;
const DONE = 1;

/**
 * The record of a bill that finance declares paid, or whose money it has received (docs/decisions/44). Its number is made of the bill's:
 * with the unique key of the records, no bill can ever be paid twice by hand. What a bank pays, the bank's own flow records.
 */
export async function recordPayment(context: EffectContext): Promise<Row> {
  const { store, work, row } = context;
  const money = cents(row.Bala_sum);
  const isReceipt = money < 0n;
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid ?? null });
  const [shop] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId });
  const PayWay = BY_HAND.includes(row.PayWay) ? (row.PayWay ?? TRANSFER) : TRANSFER;
  const transid = `WY-${String(row.Billid)}`;
  await createRow(context, entityOf(work.registry, "PayRecord"), {
    Billid: row.Billid ?? null,
    bllid: row.BalaBillid ?? null,
    transid,
    busdate: dayOf(work.now),
    Pay_sum: isReceipt ? -money : money,
    PayWay,
    Operate: PAYMENT,
    Sign: isReceipt ? RECEIVED : PAID_OUT,
    payAcct: (isReceipt ? supplier?.BankAcct : shop?.BankAcct) ?? null,
    recvName: (isReceipt ? shop?.ShopName : row.Provider) ?? null,
    recvAcct: (isReceipt ? shop?.BankAcct : (row.BankAcct ?? supplier?.BankAcct)) ?? null,
    result: DONE,
    message: isReceipt ? "财务确认收款" : "财务确认付款",
    paytime: timeOf(work.now),
    creator: "系统",
  });
  return { PayWay, transid };
}
