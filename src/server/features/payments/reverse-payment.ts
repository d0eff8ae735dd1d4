import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalancePayRow, PayOperate, PayRecordResult, type PayRecordRow, PaySign } from "../../generated/entities.ts";
import { channelOf } from "./pay-ways.ts";

/** Effect reverse-payment: a payment is corrected by records of the opposite sign (docs/decisions/102). Nothing is deleted. */
export async function reversePayment(context: EffectContext<"BalancePay">): Promise<Partial<BalancePayRow>> {
  const { work, row } = context;
  const isRefund = row.revkind === "refund";
  const records = await paymentsOf(context);
  // guard check: tests/server/money/corrections.test.ts
  if (!isRefund && records.some(({ PayWay }) => channelOf(PayWay) !== undefined))
    throw refuse("银行已完成收付，不能按“款未付出”冲销；款项在供应商处的，请用“冲销（款须退回）”");
  // guard check: tests/server/money/entries.test.ts
  if (isRefund && row.BillKind === "advance") throw refuse("预付款不必冲销，请在“收付款登记”登记收到的退款，或抵扣货款");
  // guard check: tests/server/money/corrections.test.ts
  if (isRefund && cents(row.Pay_sum) < 0n) throw refuse("该单为收款，款项已在商场，不能按“款须退回”冲销");
  for (const record of records) await reverseRecord(context, record);
  for (const twin of await offsetTwins(context, records)) await reverseRecord(context, twin);
  if (isRefund) await writeRefundDue(context, records);
  return { Pay_sum: 0n, RevNo: row.Id, revwhy: row.revwhy ?? work.reason, revby: row.revby ?? work.actor.userId };
}

/** The records that come to what the bill says was paid; throws 422 where they do not. */
async function paymentsOf({ store, work, row }: EffectContext<"BalancePay">): Promise<readonly PayRecordRow[]> {
  const found = await store.find(entityOf(work.registry, "PayRecord"), { Billid: row.Billid, result: PayRecordResult.succeeded }, true);
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

/** Each names the other; the number made of the corrected one's is unique, so that none is corrected twice. */
async function reverseRecord(context: EffectContext<"BalancePay">, record: PayRecordRow): Promise<void> {
  const { store, work, row } = context;
  const entity = entityOf(work.registry, "PayRecord");
  const transid = `CX-${record.transid}`;
  const isReceipt = record.Sign === PaySign.received;
  await createRow(context, entity, {
    ...correcting(context, `冲销 ${record.transid}：${row.revwhy ?? work.reason}`),
    Billid: record.Billid,
    EntryBillid: record.EntryBillid,
    bllid: record.bllid,
    transid,
    linkid: record.transid,
    Pay_sum: record.Pay_sum,
    PayWay: record.PayWay,
    Operate: PayOperate.reversal,
    reversed: record.Operate,
    Sign: isReceipt ? PaySign.paidOut : PaySign.received,
  });
  await store.update(entity, { Id: record.Id }, { linkid: transid });
}

/** The money is outside until the supplier gives it back: it owes us what the statement owes it again. */
async function writeRefundDue(context: EffectContext<"BalancePay">, records: readonly PayRecordRow[]): Promise<void> {
  const { row } = context;
  const paid = records.filter(({ Operate }) => Operate === PayOperate.payment);
  // guard check: tests/server/money/entries.test.ts
  if (paid.length === 0) throw refuse("该单没有付出款项（均为抵扣或贷项），请用“冲销（款未付出）”");
  await createRow(context, entityOf(context.work.registry, "PayRecord"), {
    ...correcting(context, "冲销的付款，待供应商退回"),
    bllid: row.BalaBillid,
    transid: `DT-${row.Billid}`,
    Pay_sum: sumOf(paid, "Pay_sum"),
    PayWay: row.PayWay,
    Operate: PayOperate.refundDue,
    Sign: PaySign.paidOut,
  });
}

const LONGEST = 200;

function correcting({ work, row }: EffectContext<"BalancePay">, message: string): Partial<PayRecordRow> {
  return {
    Billid: row.Billid,
    busdate: dayOf(work.now),
    result: PayRecordResult.succeeded,
    message: message.slice(0, LONGEST),
    paytime: timeOf(work.now),
  };
}
