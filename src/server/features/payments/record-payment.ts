import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import { isOneOf } from "../../base/codes.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalancePayRow, PayOperate, PayRecordResult, PaySign, PayWay } from "../../generated/entities.ts";
import { isFirstTo } from "./payee.ts";

const BY_HAND = [PayWay.transfer, PayWay.cash, PayWay.deduction];

/**
 * The record of a bill that finance declares paid, or whose money it has received (docs/decisions/44), over what is left of it after
 * payments in parts (docs/decisions/102). Its number is made of the bill's: with the unique key of the records, no bill can ever be paid
 * twice by hand. What a bank pays, the bank's own flow records.
 */
export async function recordPayment(context: EffectContext<"BalancePay">): Promise<Partial<BalancePayRow>> {
  const { store, work, row } = context;
  const money = cents(row.Bala_sum) - cents(row.Pay_sum);
  const isReceipt = money < 0n;
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid });
  const [shop] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId });
  const way = row.PayWay !== null && isOneOf(row.PayWay, BY_HAND) ? row.PayWay : PayWay.transfer;
  const transid = `WY-${row.Billid}`;
  const theirs = row.BankAcct ?? supplier?.BankAcct ?? null;
  await createRow(context, entityOf(work.registry, "PayRecord"), {
    Billid: row.Billid,
    bllid: row.BalaBillid,
    transid,
    busdate: dayOf(work.now),
    Pay_sum: isReceipt ? -money : money,
    PayWay: way,
    Operate: PayOperate.payment,
    Sign: isReceipt ? PaySign.received : PaySign.paidOut,
    payAcct: (isReceipt ? supplier?.BankAcct : shop?.BankAcct) ?? null,
    recvName: (isReceipt ? shop?.ShopName : row.Provider) ?? null,
    recvAcct: (isReceipt ? shop?.BankAcct : theirs) ?? null,
    recvBank: (isReceipt ? shop?.BankName : (row.BankName ?? supplier?.BankName)) ?? null,
    isFirst: !isReceipt && (await isFirstTo(store, work.registry, theirs)),
    result: PayRecordResult.succeeded,
    message: isReceipt ? "财务确认收款" : "财务确认付款",
    paytime: timeOf(work.now),
    creator: "系统",
  });
  return { PayWay: way, transid, Pay_sum: row.Bala_sum };
}
