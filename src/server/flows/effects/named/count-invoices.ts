import { followInvoices } from "../../invoices/follow-invoices.ts";
import type { EffectContext } from "../effect.ts";

/** The statement, its plan and its notices follow its invoices. */
export async function countInvoices(context: EffectContext): Promise<undefined> {
  await followInvoices(context, String(context.row.BalaBillid));
}
