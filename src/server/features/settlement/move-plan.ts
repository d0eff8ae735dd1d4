import { dayOf } from "../../../shared/domain/day.ts";
import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalanceRow, PayStatus, PlanStep, ReconcileStatus } from "../../generated/entities.ts";

const STARTED = [ReconcileStatus.entered, ReconcileStatus.excluded];

/**
 * The settlement plan follows its statement (docs/decisions/43): it only goes forward; back to the start is the way of one that was
 * rejected or excluded. What tax invoices decide in between is theirs (src/server/features/invoices/follow-invoices.ts).
 */
export async function movePlan({ store, work, row }: EffectContext<"Balance">): Promise<undefined> {
  const step = stepOf(row);
  const plans = entityOf(work.registry, "BalancePlan");
  for (const plan of await store.find(plans, { BalaBillid: row.Billid }, true)) {
    if (step !== PlanStep.audit && (plan.stt ?? 0) >= step) continue;
    const finishdate = step === PlanStep.paid ? dayOf(work.now) : null;
    await store.update(plans, { Id: plan.Id }, { stt: step, finishdate });
  }
}

/** A statement of nothing or less owes no tax invoices: from the confirmation its plan goes straight to the payment. */
function stepOf({ B2b_statu, Statu, TotalMoney }: BalanceRow): PlanStep {
  if (isOneOf(B2b_statu, STARTED)) return PlanStep.audit;
  if (Statu === PayStatus.paid) return PlanStep.paid;
  if (B2b_statu === ReconcileStatus.supplierAudited) return PlanStep.reconcile;
  return B2b_statu === ReconcileStatus.audited || cents(TotalMoney) <= 0n ? PlanStep.confirmed : PlanStep.invoicesDue;
}
