import type { EffectContext } from "../../engine/effects/effect.ts";
import { statementsOf } from "./check-invoice-shares.ts";
import { forgetInvoice } from "./flag-invoice.ts";
import { followInvoices } from "./follow-invoices.ts";

/** As count-invoices, without the invoice at hand: it is about to go. */
export async function uncountInvoice(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  await forgetInvoice(context.store, context.row);
  for (const billid of statementsOf(context.row)) await followInvoices(context, billid, context.row.Id);
}
