import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { moveNotices } from "./follow-invoices.ts";
import { invoiceDueOf } from "./invoice-due.ts";

/**
 * Voucher and invoice notice of a statement are done once its invoices cover it (docs/decisions/49). One of nothing or less owes no
 * invoice: it is covered from the start, and its payment ends them.
 */
export async function finishNotices(context: EffectContext<"Balance">): Promise<undefined> {
  const { Sum_invoice, Billid } = context.row;
  if (cents(Sum_invoice) >= invoiceDueOf(context.row)) await moveNotices(context, Billid, "finish");
}

/** Its payment is taken back (docs/decisions/102): the notices that it ended are open again. Those that invoices cover stay done. */
export async function reopenNotices(context: EffectContext<"Balance">): Promise<undefined> {
  if (invoiceDueOf(context.row) <= 0n) await moveNotices(context, context.row.Billid, "reopen");
}
