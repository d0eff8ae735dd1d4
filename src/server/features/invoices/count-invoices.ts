import type { EffectContext } from "../../engine/effects/effect.ts";
import { followInvoices } from "./follow-invoices.ts";

/** The statement, its plan and its notices follow its invoices. */
export async function countInvoices(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  await followInvoices(context, String(context.row.BalaBillid));
}
