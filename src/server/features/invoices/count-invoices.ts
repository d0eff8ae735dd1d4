import type { EffectContext } from "../../engine/effects/effect.ts";
import { statementsOf } from "./check-invoice-shares.ts";
import { followInvoices } from "./follow-invoices.ts";

/** The statements it counts for, or did, their plans and their notices follow their invoices. */
export async function countInvoices(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  for (const billid of statementsOf(context.row, context.before)) await followInvoices(context, billid);
}
