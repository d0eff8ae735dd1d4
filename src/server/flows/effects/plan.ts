import { dayOf } from "../../../shared/domain/day.ts";
import { entityOf } from "../values/names.ts";
import type { EffectDef } from "./effect.ts";

const FIRST = 1;
const PAID = 7;

/**
 * Moves the settlement plan of this statement (DOMAIN 4.4). It only goes forward; back to the start is the way of a
 * statement that was rejected or excluded, and says so by naming step 1.
 */
export const plan: EffectDef<"plan"> = {
  reads: () => ["Billid"],
  async run({ step }, { store, work, row }) {
    const plans = entityOf(work.registry, "BalancePlan");
    for (const one of await store.find(plans, { BalaBillid: row.Billid ?? null }, true)) {
      if (step !== FIRST && Number(one.stt) >= step) continue;
      const finishdate = step === PAID ? dayOf(work.now) : null;
      await store.update(plans, { Id: one.Id ?? null }, { stt: step, finishdate });
    }
  },
};
