import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BalanceRow } from "../../generated/entities.ts";
import { recountSources } from "./recount-sources.ts";
import { inLockOrder, takeSource } from "./sources.ts";

/**
 * A restored statement takes all of its documents again (docs/decisions/40), or is refused: one of them has gone to another or has changed.
 */
export async function takeSources(context: EffectContext<"Balance">): Promise<Partial<BalanceRow>> {
  const { store, work, row } = context;
  for (const line of inLockOrder(await context.lines(row, "BalanceLine"))) {
    // guard check as !(await takeSource(context, line)) && false: tests/server/money/statement-sources.test.ts
    if (!(await takeSource(context, line))) throw refuse(work.registry.messages.USED);
  }
  await store.update(entityOf(work.registry, "BalanceLine"), { Billid: row.Billid }, { checked: true });
  return recountSources(context);
}
