import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";

/** Goods can only go back that are there: what is returned, by goods, must be in the store's stock. */
export async function takeStockCheck(context: EffectContext<"Recede">): Promise<undefined> {
  const { store, work, row } = context;
  const lines = await context.lines(row, "RecedeLine");
  const wanted = new Map<string, { readonly name: string; readonly amount: bigint }>();
  for (const { GoodsId, GoodsName, amount } of lines) {
    const key = String(GoodsId);
    wanted.set(key, { name: GoodsName ?? key, amount: (wanted.get(key)?.amount ?? 0n) + cents(amount) });
  }
  // Locked in one order, as the effects that change stock do.
  for (const [GoodsId, { name, amount }] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [stock] = await store.find(entityOf(work.registry, "Stock"), { StoreId: row.StoreId, GoodsId }, true);
    // guard check: tests/server/flows/named-effects.test.ts
    if (cents(stock?.amount) < amount) throw refuse(`${name} 库存不足，不能清退`);
  }
}
