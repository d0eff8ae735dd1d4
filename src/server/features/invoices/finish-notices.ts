import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";

const OPEN = 10;

/**
 * Voucher and invoice notice of a statement are done once its invoices cover it (docs/decisions/49). One of nothing or less owes no
 * invoice: it is covered from the start, and its payment ends them.
 */
export async function finishNotices(context: EffectContext): Promise<undefined> {
  const { store, work, row } = context;
  if (cents(row.Sum_invoice) < cents(row.TotalMoney)) return;
  for (const name of ["Voucher", "InvoiceApply"]) {
    const entity = entityOf(work.registry, name);
    const notices = await store.find(entity, { BalaBillid: row.Billid ?? null, Statu: OPEN }, true);
    for (const notice of notices) await context.runAsSystem(entity, "finish", Number(notice.Id));
  }
}
