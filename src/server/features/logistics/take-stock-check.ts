import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";

/** Goods can only go back that are there: what is returned, by goods, must be in the store's stock. */
export async function takeStockCheck(context: EffectContext): Promise<undefined> {
  const { store, work, row } = context;
  const lines = await context.lines(row, "RecedeLine");
  const wanted = new Map<string, { readonly name: string; readonly amount: bigint }>();
  for (const { GoodsId, GoodsName, amount } of lines) {
    const key = String(GoodsId);
    wanted.set(key, { name: String(GoodsName ?? key), amount: (wanted.get(key)?.amount ?? 0n) + BigInt((amount as bigint | null) ?? 0n) });
  }
  // Locked in one order, as the effects that change stock do.
  for (const [GoodsId, { name, amount }] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [stock] = await store.find(entityOf(work.registry, "Stock"), { StoreId: row.StoreId ?? null, GoodsId }, true);
    if (BigInt((stock?.amount as bigint | null | undefined) ?? 0n) < amount) throw refuse(`${name} 库存不足，不能清退`);
  }
}
