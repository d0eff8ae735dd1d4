import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BalanceRow } from "../../generated/entities.ts";
import { amountsOf } from "./make-statement.ts";
import { freeSource, inLockOrder, takeSource } from "./sources.ts";

/**
 * The ticks of a statement have changed (docs/decisions/40): documents follow them, amounts are added up anew, its plan has the same ones.
 */
export async function recountSources(context: EffectContext<"Balance">): Promise<Partial<BalanceRow>> {
  const { store, work, row } = context;
  const lines = await context.lines(row, "BalanceLine");
  for (const line of inLockOrder(lines)) {
    if (!line.checked) await freeSource(context, line);
    else if (!(await takeSource(context, line))) throw refuse(`${line.SrcBillid} 已被其他单据引用或已变化，不能列入本次结算`);
  }
  const amounts = amountsOf(lines, work.env.flags.negative);
  const { TotalMoney, Bala_sum } = amounts;
  await store.update(entityOf(work.registry, "BalancePlan"), { BalaBillid: row.Billid }, { TotalMoney, Bala_sum });
  return amounts;
}

/**
 * A restored statement takes all of its documents again (docs/decisions/40), or is refused: one of them has gone to another or has changed.
 */
export async function takeSources(context: EffectContext<"Balance">): Promise<Partial<BalanceRow>> {
  const { store, work, row } = context;
  for (const line of inLockOrder(await context.lines(row, "BalanceLine"))) {
    if (!(await takeSource(context, line))) throw refuse(work.registry.messages.USED ?? "");
  }
  await store.update(entityOf(work.registry, "BalanceLine"), { Billid: row.Billid }, { checked: true });
  return recountSources(context);
}

/** An excluded statement lets go of its documents: another one may take them (docs/decisions/40). Its amounts stay, to be read. */
export async function freeSources(context: EffectContext<"Balance">): Promise<undefined> {
  const { store, work, row } = context;
  for (const line of inLockOrder(await context.lines(row, "BalanceLine"))) await freeSource(context, line);
  await store.update(entityOf(work.registry, "BalanceLine"), { Billid: row.Billid }, { checked: false });
}
