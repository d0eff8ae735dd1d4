import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { createFeeInvoice } from "./create-fee-invoice.ts";
import { byRate } from "./invoice-rates.ts";
import { feeLines, partOfLine } from "./invoiced-lines.ts";

/**
 * Where fees are invoiced apart (docs/decisions/105), a confirmed statement has an invoice to be issued for each rate of its fees, over exactly
 * what they come to. There is one at a time: another only follows one that was voided or reversed.
 */
export async function openFeeInvoices(context: EffectContext<"Balance">): Promise<undefined> {
  const { row } = context;
  for (const { rate, net, tax, total } of byRate((await feeLines(context, row)).map(partOfLine)).values())
    await createFeeInvoice(context, { BalaBillid: row.Billid, taxRate: rate, netMoney: -net, taxMoney: -tax, TotalMoney: -total });
}

/** A fee that the supplier pays by itself is invoiced by itself, once it is paid. */
export async function openFeeInvoice(context: EffectContext<"FeeBill">): Promise<undefined> {
  const { store, work, row } = context;
  if (work.env.flags.feeInvoice !== true || row.BalaBillid !== null) return;
  if (await store.exists(entityOf(work.registry, "FeeInvoice"), { FeeBillid: row.Billid })) return;
  const { taxRate, netMoney, taxMoney, FeeMoney } = row;
  await createFeeInvoice(context, { FeeBillid: row.Billid, taxRate, netMoney, taxMoney, TotalMoney: FeeMoney });
}
