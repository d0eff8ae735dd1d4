import type { EffectContext } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalanceRow, PayStatus } from "../../generated/entities.ts";

/**
 * A statement is paid: what was carried into it is settled with it, however many statements it went through (docs/decisions/96). Their
 * fees are paid, their notices and orders done; by a list and not by one setting off the next, as a debt may go on for years.
 */
export const clearCarried = (context: EffectContext<"Balance">): Promise<undefined> => throughCarried(context, "cleared");

/** Its payment is taken back (docs/decisions/102): so is what followed from it for them. */
export const unclearCarried = (context: EffectContext<"Balance">): Promise<undefined> => throughCarried(context, "uncleared");

async function throughCarried(context: EffectContext<"Balance">, way: "cleared" | "uncleared"): Promise<undefined> {
  const { store, entity, row } = context;
  const into = [row.Billid];
  for (const BalaBillid of into) {
    for (const each of await store.find(entity, { BalaBillid, Statu: PayStatus.carried }, true)) {
      await context.runAsSystem(entity, way, each.Id);
      into.push(each.Billid);
    }
  }
}

/** Whether everything of a statement is settled: it is paid, or so is the one that its amount has come to. */
export async function isSettled(
  store: Store,
  { registry }: Pick<EffectContext["work"], "registry">,
  billid: string | null,
): Promise<boolean> {
  const balances = entityOf(registry, "Balance");
  let next = billid;
  for (;;) {
    const [balance]: readonly BalanceRow[] = next === null ? [] : await store.find(balances, { Billid: next });
    if (balance?.Statu !== PayStatus.carried) return balance?.Statu === PayStatus.paid;
    next = balance.BalaBillid;
  }
}
