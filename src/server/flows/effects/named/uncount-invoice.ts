import { followInvoices } from "../../invoices/follow-invoices.ts";
import type { EffectContext } from "../effect.ts";

/** As count-invoices, without the invoice at hand: it is about to go. */
export async function uncountInvoice(context: EffectContext): Promise<undefined> {
  await followInvoices(context, String(context.row.BalaBillid), Number(context.row.Id));
}
