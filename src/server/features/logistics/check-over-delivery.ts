import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";

const ONE = 10n ** BigInt(SCALE.rate);

/**
 * No goods are accepted beyond what was ordered and the shop allows on top, all acceptances of the order together. Goods that the
 * order does not list count as ordered as the acceptance itself says.
 */
export async function checkOverDelivery(context: EffectContext<"Accept">): Promise<undefined> {
  const { store, work, row } = context;
  const rate = await setting(store, work.registry, "accept.overRate");
  const orderLines = entityOf(work.registry, "OrderLine");
  const ordered = row.OrderBillid === null ? [] : await store.find(orderLines, { Billid: row.OrderBillid }, true);
  const lines = await context.lines(row, "AcceptLine");
  for (const GoodsId of new Set(lines.map((line) => line.GoodsId))) {
    const own = lines.filter((line) => line.GoodsId === GoodsId);
    const listed = ordered.filter((line) => line.GoodsId === GoodsId);
    const most = (sumOf<"amount">(listed.length > 0 ? listed : own, "amount") * (ONE + rate)) / ONE;
    const open = most - sumOf(listed, "accept_amou");
    // guard check as true: tests/server/flows/named-effects.test.ts
    if (sumOf(own, "accept_amou") <= open) continue;
    const name = String(own[0]?.GoodsName ?? GoodsId);
    throw refuse(`${name} 超过允许的收货数量，最多还可收 ${formatScaled(open > 0n ? open : 0n, SCALE.quantity)}`);
  }
}
