import type { EffectContext } from "../../engine/effects/effect.ts";
import { followInvoices } from "./follow-invoices.ts";

/** As count-invoices, without the invoice at hand: it is about to go. */
export async function uncountInvoice(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  await followInvoices(context, String(context.row.BalaBillid), context.row.Id);
}
