import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type AcceptRow, SourceKind } from "../../generated/entities.ts";
import { isSettled } from "./clear-carried.ts";

/** When a statement is paid: marks the orders as settled whose acceptances are now all paid (已结算, docs/decisions/26). */
export async function settleOrders(context: EffectContext<"Balance">): Promise<undefined> {
  const orders = entityOf(context.work.registry, "Order");
  for (const billid of await ordersOf(context)) {
    const [order] = await context.store.find(orders, { Billid: billid }, true);
    if (order && !order.issettled && (await areAllPaid(context, billid))) {
      await context.runAsSystem(orders, "settle", order.Id);
    }
  }
}

/** When its payment is taken back (docs/decisions/102): they are not settled any more. */
export async function unsettleOrders(context: EffectContext<"Balance">): Promise<undefined> {
  const orders = entityOf(context.work.registry, "Order");
  for (const billid of await ordersOf(context)) {
    const [order] = await context.store.find(orders, { Billid: billid }, true);
    if (order?.issettled) await context.runAsSystem(orders, "unsettle", order.Id);
  }
}

/** Numbers of the orders behind the statement's acceptances, sorted so that locks are taken in one order. */
async function ordersOf({ store, work, row }: EffectContext<"Balance">): Promise<string[]> {
  const lines = await store.find(entityOf(work.registry, "BalanceLine"), {
    Billid: row.Billid,
    SrcKind: SourceKind.acceptance,
    checked: true,
  });
  const accepts: AcceptRow[] = [];
  for (const line of lines) accepts.push(...(await store.find(entityOf(work.registry, "Accept"), { Billid: line.SrcBillid })));
  const numbers = accepts.flatMap((accept) => accept.OrderBillid ?? []);
  return [...new Set(numbers)].sort();
}

async function areAllPaid({ store, work }: EffectContext<"Balance">, order: string): Promise<boolean> {
  const accepts = await store.find(entityOf(work.registry, "Accept"), { OrderBillid: order });
  for (const accept of accepts) {
    if (!(await isSettled(store, work, accept.BalaBillid))) return false;
  }
  return accepts.length > 0;
}
