import type { Row } from "../../../../shared/domain/cell.ts";
import { inLockOrder, takeSource } from "../../settlement/sources.ts";
import { entityOf } from "../../values/names.ts";
import type { EffectContext } from "../effect.ts";
import { recountSources } from "./recount-sources.ts";
import { refuse } from "./refuse.ts";

/** A restored statement takes all of its documents again (BA7), or is refused: one of them has gone to another or has changed. */
export async function takeSources(context: EffectContext): Promise<Row> {
  const { store, work, row } = context;
  for (const line of inLockOrder(await context.lines(row, "BalanceLine"))) {
    if (!(await takeSource(context, line))) throw refuse(work.registry.messages.USED ?? "");
  }
  await store.update(entityOf(work.registry, "BalanceLine"), { Billid: row.Billid ?? null }, { checked: true });
  return recountSources(context);
}
