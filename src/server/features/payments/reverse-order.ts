import { dayOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayBillStatus, PayOperate, type PayOrderRow, PayRecordResult, PaySign } from "../../generated/entities.ts";
import { correcting, reverseRecord, standing } from "./reverse-record.ts";

/**
 * Effect reverse-order: a fee that its supplier has paid by bank is corrected by its opposite (docs/decisions/102). The fee is to be paid
 * again. What the bank has collected is outside until it is given back: a bill that ends as it begins, 已冲销, holds it, as that of any
 * other receipt does, and the supplier asks for it on 523.
 */
export async function reverseOrder(context: EffectContext<"PayOrder">): Promise<Partial<PayOrderRow>> {
  const { store, work, row } = context;
  const [records, bills, fees] = [
    entityOf(work.registry, "PayRecord"),
    entityOf(work.registry, "BalancePay"),
    entityOf(work.registry, "FeeBill"),
  ];
  const paid = standing(await store.find(records, { Billid: row.Billid, result: PayRecordResult.succeeded }, true));
  // guard check: tests/server/money/receipts.test.ts
  if (sumOf(paid, "Pay_sum") !== cents(row.Pay_sum)) throw refuse("支付流水与支付金额不符，不能冲销，请联系系统管理员核对");
  const why = row.revwhy ?? work.reason;
  for (const record of paid) await reverseRecord(context, record, why);
  const owed = -cents(row.Pay_sum);
  const [money, busdate] = [{ TotalMoney: owed, Bala_sum: owed }, dayOf(work.now)];
  const bill = await createRow(context, bills, {
    ...money,
    BillKind: "fee",
    PayWay: row.PayWay,
    busdate,
    Statu: PayBillStatus.reversed,
    revwhy: why,
    Remark: `支付订单 ${row.Billid}`,
    creator: "系统",
  });
  // It never waits for money.
  await store.update(bills, { Id: bill.Id }, { RevNo: bill.Id });
  const line = { ...money, provid: row.provid, Billid: bill.Billid, LineNo: 1, busdate };
  await store.insertLater(entityOf(work.registry, "BalancePayDetail"), [line]);
  await createRow(context, records, {
    ...correcting(context, "冲销的缴费，待退还供应商"),
    Billid: bill.Billid,
    bllid: row.bllid,
    transid: `DT-${row.Billid}`,
    Pay_sum: row.Pay_sum,
    PayWay: row.PayWay,
    Operate: PayOperate.refundDue,
    Sign: PaySign.received,
  });
  for (const { Id } of await store.find(fees, { PayOrderId: row.Billid }, true)) {
    await context.runAsSystem(fees, "unpaid", Id);
    await store.update(fees, { Id }, { PayOrderId: null });
  }
  return { revwhy: why, revby: row.revby ?? work.actor.userId, BackBillid: bill.Billid };
}
