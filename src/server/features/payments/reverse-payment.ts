import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalancePayRow, PayOperate, PayRecordResult, type PayRecordRow, PaySign } from "../../generated/entities.ts";
import { channelOf } from "./pay-ways.ts";
import { correcting, reverseRecord, standing } from "./reverse-record.ts";

/** Effect reverse-payment: a payment is corrected by records of the opposite sign (docs/decisions/102). Nothing is deleted. */
export async function reversePayment(context: EffectContext<"BalancePay">): Promise<Partial<BalancePayRow>> {
  const { work, row } = context;
  const isRefund = row.revkind === "refund";
  const records = await paymentsOf(context);
  // guard check: tests/server/money/corrections.test.ts
  if (!isRefund && records.some(({ PayWay }) => channelOf(PayWay) !== undefined))
    throw refuse("银行已完成收付，不能按“款未付出”冲销；款项在对方处的，请用“冲销（款须退回）”");
  // guard check: tests/server/money/entries.test.ts
  if (isRefund && row.BillKind === "advance") throw refuse("预付款不必冲销，请在“收付款登记”登记收到的退款，或抵扣货款");
  const why = row.revwhy ?? work.reason;
  for (const record of [...records, ...(await offsetTwins(context, records))]) await reverseRecord(context, record, why);
  if (isRefund) await writeRefundDue(context, records);
  return { Pay_sum: 0n, RevNo: row.Id, revwhy: why, revby: row.revby ?? work.actor.userId };
}

/** The records that come to what the bill says was paid; throws 422 where they do not. */
async function paymentsOf({ store, work, row }: EffectContext<"BalancePay">): Promise<readonly PayRecordRow[]> {
  const all = await store.find(entityOf(work.registry, "PayRecord"), { Billid: row.Billid, result: PayRecordResult.succeeded }, true);
  const found = standing(all);
  const total = found.reduce((sum, { Sign, Pay_sum }) => sum + (Sign === PaySign.received ? -1n : 1n) * cents(Pay_sum), 0n);
  // guard check: tests/server/money/corrections.test.ts
  if (total !== cents(row.Pay_sum))
    throw refuse("支付流水与实付金额不符，不能冲销：预付款已抵扣或退回的先冲销抵扣它的付款单，其他请联系系统管理员核对");
  return found;
}

/** What was set off is there again (docs/decisions/102): the other half of each such record, at the advance that it was taken from. */
async function offsetTwins({ store, work, row }: EffectContext<"BalancePay">, records: readonly PayRecordRow[]): Promise<PayRecordRow[]> {
  const twins: PayRecordRow[] = [];
  for (const { EntryBillid } of records.filter(({ Operate }) => Operate === PayOperate.offset)) {
    const both = await store.find(entityOf(work.registry, "PayRecord"), { EntryBillid, Operate: PayOperate.offset }, true);
    twins.push(...both.filter(({ Billid }) => Billid !== row.Billid));
  }
  return twins;
}

/**
 * The money stays where it is until it is given back: what was paid the supplier owes us, what was received we owe him, and the statement
 * owes it again.
 */
async function writeRefundDue(context: EffectContext<"BalancePay">, records: readonly PayRecordRow[]): Promise<void> {
  const { row } = context;
  const moved = records.filter(({ Operate }) => Operate === PayOperate.payment);
  // guard check: tests/server/money/entries.test.ts
  if (moved.length === 0) throw refuse("该单没有付出款项（均为抵扣或贷项），请用“冲销（款未付出）”");
  const isReceipt = cents(row.Pay_sum) < 0n;
  await createRow(context, entityOf(context.work.registry, "PayRecord"), {
    ...correcting(context, isReceipt ? "冲销的收款，待退还供应商" : "冲销的付款，待供应商退回"),
    Billid: row.Billid,
    bllid: row.BalaBillid,
    transid: `DT-${row.Billid}`,
    Pay_sum: sumOf(moved, "Pay_sum"),
    PayWay: row.PayWay,
    Operate: PayOperate.refundDue,
    Sign: isReceipt ? PaySign.received : PaySign.paidOut,
  });
}
