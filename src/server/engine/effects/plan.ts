import { dayOf } from "../../../shared/domain/day.ts";
import { cents } from "../values/amounts.ts";
import { entityOf } from "../values/names.ts";
import type { EffectDef } from "./effect.ts";

const FIRST = 1;
const CONFIRMED = 3;
const PAID = 7;
/** What tax invoices decide. */
const INVOICED: readonly number[] = [4, 5, 6];

/**
 * Moves the settlement plan of this statement (docs/decisions/43). It only goes forward; back to the start is the way of a
 * statement that was rejected or excluded, and says so by naming step 1. A statement of nothing or less owes no tax
 * invoices: from the confirmation its plan goes straight to the payment.
 */
export const plan: EffectDef<"plan"> = {
  reads: () => ["Billid", "TotalMoney"],
  async run({ step: wanted }, { store, work, row }) {
    const step = INVOICED.includes(wanted) && cents(row.TotalMoney) <= 0n ? CONFIRMED : wanted;
    const plans = entityOf(work.registry, "BalancePlan");
    for (const one of await store.find(plans, { BalaBillid: row.Billid ?? null }, true)) {
      if (step !== FIRST && Number(one.stt) >= step) continue;
      const finishdate = step === PAID ? dayOf(work.now) : null;
      await store.update(plans, { Id: one.Id ?? null }, { stt: step, finishdate });
    }
  },
};
