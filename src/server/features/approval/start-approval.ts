import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";
import { type PayApplyRow, PayApplyStt, PayStatus, ReconcileStatus } from "../../generated/entities.ts";
import { areComplete, invoiceDueOf } from "../invoices/feature.ts";
import { effectiveAccount } from "../suppliers/feature.ts";
import { needsApproval, nodeFrom, nodesFor } from "./nodes.ts";

/** States of an application that asks for money, or was granted it. */
const LIVE = [PayApplyStt.submitted, PayApplyStt.inApproval, PayApplyStt.approved];
const CONFIRMED = [ReconcileStatus.confirmed, ReconcileStatus.reviewed];

/**
 * An application is handed in: for a confirmed statement, not for more than is still open of it, with its tax invoices where the
 * shop asks for them (docs/decisions/51). It waits for the first node of its amount then.
 */
export async function startApproval(context: EffectContext<"PayApply">): Promise<Partial<PayApplyRow>> {
  const { row } = context;
  const bill = row.BalaBillid === null ? {} : await checkStatement(context);
  const nodes = await nodesFor(context, row);
  if (nodes.length === 0 && needsApproval(context)) throw refuse("没有适用的审核规则，请先在审核规则管理中设置");
  const [first] = nodeFrom(nodes, 0);
  const payee = await checkPayee(context, bill.PayBillid ?? row.PayBillid);
  return { ...bill, ...payee, NodeNo: first?.NodeNo ?? 0, NodeName: first?.NodeName ?? null, approvedMoney: null };
}

/** What is approved is a payment to the account of the bill; where that names none, or there is no bill yet, to one that counts (docs/decisions/93). */
async function checkPayee({ store, work, row }: EffectContext<"PayApply">, PayBillid: string | null): Promise<Partial<PayApplyRow>> {
  const [bill] = PayBillid === null ? [] : await store.find(entityOf(work.registry, "BalancePay"), { Billid: PayBillid });
  if ((bill?.BankAcct ?? "") !== "") return { BankName: bill?.BankName ?? null, BankAcct: bill?.BankAcct ?? null };
  if (bill !== undefined || (row.BankAcct ?? "") === "") {
    const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid });
    return { BankName: supplier?.BankName ?? null, BankAcct: supplier?.BankAcct ?? null };
  }
  // guard check: tests/server/flows/pay-applies.test.ts
  await effectiveAccount(store, work.registry, row.provid ?? "", row.BankAcct ?? "", work.now);
  return {};
}

/** The statement is locked: two applications for the same money see each other. */
async function checkStatement({ store, work, entity, row }: EffectContext<"PayApply">): Promise<Partial<PayApplyRow>> {
  const [balance] = await store.find(entityOf(work.registry, "Balance"), { Billid: row.BalaBillid }, true);
  if (!balance || !isOneOf(balance.B2b_statu, CONFIRMED)) throw refuse("结算单尚未对账确认，不能申请付款");
  if (balance.Statu === PayStatus.paid) throw refuse("结算单已付款，不能再申请付款");
  if (balance.Statu === PayStatus.carried) throw refuse(`结算单已结转至 ${balance.BalaBillid}，不能申请付款`);
  const others = await store.find(entity, { BalaBillid: row.BalaBillid });
  // What was granted for a bill that was taken back (docs/decisions/102) is not granted for the one in its place.
  const live = others.filter(
    ({ Id, stt, PayBillid }) => Id !== row.Id && isOneOf(stt, LIVE) && (PayBillid === null || PayBillid === balance.PayBillid),
  );
  const open = cents(balance.Bala_sum) - sumOf(live, "applyMoney");
  if (cents(row.applyMoney) > open) throw refuse(`申请金额超过可申请金额 ${formatScaled(open > 0n ? open : 0n, SCALE.money)} 元`);
  const [owed, invoiced] = [invoiceDueOf(balance), cents(balance.Sum_invoice)];
  const lacksInvoices = owed > 0n && !(await areComplete({ store, work }, owed, invoiced));
  if (lacksInvoices && (await setting(store, work.registry, "pay.needInvoice"))) throw refuse("税票尚未交齐，不能申请付款");
  return { PayBillid: balance.PayBillid, Bala_sum: balance.Bala_sum };
}
