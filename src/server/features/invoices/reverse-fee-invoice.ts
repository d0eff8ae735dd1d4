import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { FeeBillPayStt, FeeInvoiceStatu } from "../../generated/entities.ts";
import { createFeeInvoice } from "./create-fee-invoice.ts";
import { MONEY_GONE } from "./void-invoice.ts";

type FeeInvoice = EffectContext<"FeeInvoice">;

/** A red-letter invoice is issued: what it takes back is reversed. */
export async function answerFeeInvoice({ store, entity, row, runAsSystem }: FeeInvoice): Promise<undefined> {
  if (row.RedBillid === null) return;
  for (const { Id } of await store.find(entity, { Billid: row.RedBillid }, true)) await runAsSystem(entity, "reversed", Id);
}

/**
 * A fee invoice is voided, and another is to be issued. Not once its statement is paid, asked under its lock, nor while a red-letter invoice
 * answers for it.
 */
export async function voidFeeInvoice(context: FeeInvoice): Promise<undefined> {
  const { store, work, row } = context;
  const [balance] = await store.find(entityOf(work.registry, "Balance"), { Billid: row.BalaBillid }, true);
  // guard check: tests/server/invoices/fee-invoices.test.ts
  if (isOneOf(balance?.Statu, MONEY_GONE)) throw refuse("结算单已付款或正在付款，不能作废费用发票，请红冲");
  await refuseRed(context);
  await reopenFeeInvoice(context);
}

/** What was voided or reversed is to be invoiced again, to the 分; not a fee by itself whose payment was taken back meanwhile. */
export async function reopenFeeInvoice(context: FeeInvoice): Promise<undefined> {
  const { store, work, row } = context;
  const [fee] = row.FeeBillid === null ? [] : await store.find(entityOf(work.registry, "FeeBill"), { Billid: row.FeeBillid }, true);
  // guard check: tests/server/invoices/fee-invoices.test.ts
  if (fee !== undefined && fee.payStt !== FeeBillPayStt.paid) return;
  const { BalaBillid, FeeBillid, taxRate, netMoney, taxMoney, TotalMoney } = context.row;
  await createFeeInvoice(context, { BalaBillid, FeeBillid, taxRate, netMoney, taxMoney, TotalMoney });
}

/** 红冲: a red-letter invoice over all of it is to be issued. */
export async function reddenFeeInvoice(context: FeeInvoice): Promise<undefined> {
  await refuseRed(context);
  const { Billid, BalaBillid, FeeBillid, InvType, taxRate, netMoney, taxMoney, TotalMoney, voidReason } = context.row;
  const amounts = { netMoney: -cents(netMoney), taxMoney: -cents(taxMoney), TotalMoney: -cents(TotalMoney) };
  await createFeeInvoice(context, { BalaBillid, FeeBillid, InvType, taxRate, ...amounts, voidReason, RedBillid: Billid });
}

/** Under the lock of the blue one: its transition has it. */
async function refuseRed({ store, entity, row }: FeeInvoice): Promise<void> {
  const reds = await store.find(entity, { RedBillid: row.Billid });
  // guard check: tests/server/invoices/fee-invoices.test.ts
  if (reds.some(({ Statu }) => Statu !== FeeInvoiceStatu.voided)) throw refuse("该费用发票已申请红冲");
}
