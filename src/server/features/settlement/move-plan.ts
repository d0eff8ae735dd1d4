import { dayOf } from "../../../shared/domain/day.ts";
import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalanceRow, PayStatus, PlanStep, ReconcileStatus } from "../../generated/entities.ts";
import { followInvoices, invoiceDueOf } from "../invoices/feature.ts";

const ENDS = [PlanStep.paid, PlanStep.carried];
const STARTED = [ReconcileStatus.entered, ReconcileStatus.excluded];

/**
 * The settlement plan follows its statement (docs/decisions/43): it only goes forward; back to the start is the way of one that was
 * rejected or excluded, and back to where it was that of one whose amount does not go into another any more, or whose payment was taken
 * back. What tax invoices decide in between is theirs (src/server/features/invoices/follow-invoices.ts).
 */
export async function movePlan(context: EffectContext<"Balance">): Promise<undefined> {
  const { store, work, row } = context;
  const step = stepOf(row);
  const plans = entityOf(work.registry, "BalancePlan");
  for (const plan of await store.find(plans, { BalaBillid: row.Billid }, true)) {
    const wasEnded = isOneOf(plan.stt, ENDS);
    if (step !== PlanStep.audit && !wasEnded && (plan.stt ?? 0) >= step) continue;
    const finishdate = isOneOf(step, ENDS) ? dayOf(work.now) : null;
    await store.update(plans, { Id: plan.Id }, { stt: step, finishdate });
    if (wasEnded) await followInvoices(context, String(row.Billid));
  }
}

/** A statement that owes no tax invoices: from the confirmation its plan goes straight to the payment. */
function stepOf(row: BalanceRow): PlanStep {
  const { B2b_statu, Statu } = row;
  if (isOneOf(B2b_statu, STARTED)) return PlanStep.audit;
  if (Statu === PayStatus.paid) return PlanStep.paid;
  if (Statu === PayStatus.carried) return PlanStep.carried;
  if (B2b_statu === ReconcileStatus.supplierAudited) return PlanStep.reconcile;
  return B2b_statu === ReconcileStatus.audited || invoiceDueOf(row) <= 0n ? PlanStep.confirmed : PlanStep.invoicesDue;
}
