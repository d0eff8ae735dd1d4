import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { FeeInvoiceStatu } from "../../generated/entities.ts";
import { createFeeInvoice } from "./create-fee-invoice.ts";
import { byRate } from "./invoice-rates.ts";
import { linesByInvoice, partOfLine } from "./invoiced-lines.ts";

/**
 * Where fees are invoiced apart (docs/decisions/105), a confirmed statement has an invoice to be issued for each rate of its fees, over exactly
 * what they come to. There is one at a time: another only follows one that was voided or reversed.
 */
export async function openFeeInvoices(context: EffectContext<"Balance">): Promise<undefined> {
  const { row } = context;
  if (cents(row.FeeApart) <= 0n) return;
  const { fees } = await linesByInvoice(context, row);
  for (const { rate, net, tax, total } of byRate(fees.map(partOfLine)).values())
    await createFeeInvoice(context, { BalaBillid: row.Billid, taxRate: rate, netMoney: -net, taxMoney: -tax, TotalMoney: -total });
}

/** To be issued, or issued. */
const STANDING = [FeeInvoiceStatu.open, FeeInvoiceStatu.issued];

/** A fee that the supplier pays by itself is invoiced by itself, once it is paid. */
export async function openFeeInvoice(context: EffectContext<"FeeBill">): Promise<undefined> {
  const { store, work, row } = context;
  if (work.env.flags.feeInvoice !== true || row.BalaBillid !== null) return;
  const known = await store.find(entityOf(work.registry, "FeeInvoice"), { FeeBillid: row.Billid, RedBillid: null });
  if (known.some(({ Statu }) => isOneOf(Statu, STANDING))) return;
  const { taxRate, netMoney, taxMoney, FeeMoney } = row;
  await createFeeInvoice(context, { FeeBillid: row.Billid, taxRate, netMoney, taxMoney, TotalMoney: FeeMoney });
}

/** Its payment was taken back: what was not issued yet is not to be issued. What was is taken back by a red-letter invoice. */
export async function closeFeeInvoice({ store, work, row, runAsSystem }: EffectContext<"FeeBill">): Promise<undefined> {
  const invoices = entityOf(work.registry, "FeeInvoice");
  const waiting = await store.find(invoices, { FeeBillid: row.Billid, RedBillid: null, Statu: FeeInvoiceStatu.open }, true);
  for (const { Id } of waiting) await runAsSystem(invoices, "cancel", Id);
}
