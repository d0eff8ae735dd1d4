import { dayOf } from "../../../shared/domain/day.ts";
import { asCode, isOneOf } from "../../base/codes.ts";
import { PlanStep } from "../../generated/entities.ts";
import { moneyOf } from "../values/amounts.ts";
import { entityOf } from "../values/names.ts";
import type { EffectDef } from "./effect.ts";

/** What tax invoices decide. */
const INVOICED = [PlanStep.invoicesDue, PlanStep.invoicesIn, PlanStep.invoicesUploaded];

/**
 * Moves the settlement plan of this statement (docs/decisions/43). It only goes forward; back to the start is the way of a
 * statement that was rejected or excluded, and says so by naming step 1. A statement of nothing or less owes no tax
 * invoices: from the confirmation its plan goes straight to the payment.
 */
export const plan: EffectDef<"plan"> = {
  reads: () => ["Billid", "TotalMoney"],
  async run({ plan: named }, { store, work, row }) {
    const wanted = asCode(PlanStep, named);
    if (wanted === null) throw new Error(`a plan has no step ${named}`);
    const step = isOneOf(wanted, INVOICED) && moneyOf(row, "TotalMoney") <= 0n ? PlanStep.confirmed : wanted;
    const plans = entityOf(work.registry, "BalancePlan");
    for (const one of await store.find(plans, { BalaBillid: String(row.Billid) }, true)) {
      if (step !== PlanStep.audit && (one.stt ?? 0) >= step) continue;
      const finishdate = step === PlanStep.paid ? dayOf(work.now) : null;
      await store.update(plans, { Id: one.Id }, { stt: step, finishdate });
    }
  },
};
