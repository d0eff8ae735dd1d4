import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BalanceRow } from "../../generated/entities.ts";
import { freeSource, inLockOrder, takeSource } from "./sources.ts";
import { amountsOf } from "./statement-amounts.ts";

/**
 * The ticks of a statement have changed (docs/decisions/40): documents follow them, amounts are added up anew, its plan has the same ones.
 */
export async function recountSources(context: EffectContext<"Balance">): Promise<Partial<BalanceRow>> {
  const { store, work, row } = context;
  const lines = await context.lines(row, "BalanceLine");
  for (const taken of inLockOrder(lines)) {
    if (!taken.line.checked) await freeSource(context, taken);
    else if (!(await takeSource(context, taken))) throw refuse(`${taken.line.SrcBillid} 已被其他单据引用或已变化，不能列入本次结算`);
  }
  const amounts = amountsOf(lines, work.env.flags);
  const { TotalMoney, Bala_sum } = amounts;
  await store.update(entityOf(work.registry, "BalancePlan"), { BalaBillid: row.Billid }, { TotalMoney, Bala_sum });
  return amounts;
}
