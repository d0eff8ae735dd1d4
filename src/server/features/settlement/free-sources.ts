import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { freeSource, inLockOrder } from "./sources.ts";

/** An excluded statement lets go of its documents: another one may take them (docs/decisions/40). Its amounts stay, to be read. */
export async function freeSources(context: EffectContext<"Balance">): Promise<undefined> {
  const { store, work, row } = context;
  for (const line of inLockOrder(await context.lines(row, "BalanceLine"))) await freeSource(context, line);
  await store.update(entityOf(work.registry, "BalanceLine"), { Billid: row.Billid }, { checked: false });
}
