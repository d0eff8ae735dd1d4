import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { formatScaled, parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";

/** The shop's setting: how much more than ordered may be accepted, 0.05 is 5 %. */
const SETTING = "accept.overRate";
const ONE = 10n ** BigInt(SCALE.rate);

/**
 * No goods are accepted beyond what was ordered and the shop allows on top, all acceptances of the order together. Goods that the
 * order does not list count as ordered as the acceptance itself says.
 */
export async function checkOverDelivery(context: EffectContext): Promise<undefined> {
  const { store, work, row } = context;
  const rate = await overRate(context);
  const orderLines = entityOf(work.registry, "OrderLine");
  const ordered = (row.OrderBillid ?? null) === null ? [] : await store.find(orderLines, { Billid: row.OrderBillid ?? null }, true);
  const lines = await context.lines(row, "AcceptLine");
  for (const GoodsId of new Set(lines.map((line) => line.GoodsId ?? null))) {
    const own = lines.filter((line) => (line.GoodsId ?? null) === GoodsId);
    const listed = ordered.filter((line) => (line.GoodsId ?? null) === GoodsId);
    const most = (sum(listed.length > 0 ? listed : own, "amount") * (ONE + rate)) / ONE;
    const open = most - sum(listed, "accept_amou");
    if (sum(own, "accept_amou") <= open) continue;
    const name = String(own[0]?.GoodsName ?? GoodsId);
    throw refuse(`${name} 超过允许的收货数量，最多还可收 ${formatScaled(open > 0n ? open : 0n, SCALE.quantity)}`);
  }
}

async function overRate({ store, work }: EffectContext): Promise<bigint> {
  const [setting] = await store.find(entityOf(work.registry, "ConfigItem"), { ConfigKey: SETTING });
  const rate = parseScaled(String(setting?.ConfigValue ?? setting?.DefaultValue ?? "0").trim(), SCALE.rate);
  return rate === null || rate < 0n ? 0n : rate;
}

function sum(lines: readonly Row[], field: string): bigint {
  return lines.reduce((total, line) => total + scaled(line[field]), 0n);
}

function scaled(cell: Cell | undefined): bigint {
  return typeof cell === "bigint" ? cell : 0n;
}
