import type { Row } from "../../../shared/domain/cell.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { CHANNELS, type Channel } from "../../payments/gateway.ts";
import type { EffectContext } from "../effects/effect.ts";
import { entityOf } from "../values/names.ts";
import { channelOf, payWayOf } from "./pay-ways.ts";

const OFF = "支付渠道未启用，请先在支付渠道配置中启用";

/** The shop's own account at a channel that it may use and has switched on; for a document that names none, its first one. */
export async function payChannelOf(context: EffectContext, wanted: unknown): Promise<{ readonly channel: Channel; readonly config: Row }> {
  const { store, work } = context;
  const offered = CHANNELS.filter((channel) => isOffered(work.env.flags.payChannels, channel));
  const configs = await store.find(entityOf(work.registry, "PayConfig"), { statu: 1 });
  const named = channelOf(wanted);
  const usable = configs
    .filter(({ PayWay }) => offered.some((channel) => payWayOf(channel) === PayWay && (named === undefined || channel === named)))
    .sort((a, b) => Number(a.sortno ?? 0) - Number(b.sortno ?? 0) || Number(a.Id) - Number(b.Id));
  const [config] = usable;
  const channel = channelOf(config?.PayWay);
  if (!config || channel === undefined) throw new ApiError(CODE.rule, OFF);
  return { channel, config };
}

/** Refuses an amount that the channel does not take (BP3). */
export function checkLimits({ minMoney, maxMoney }: Row, amount: bigint): void {
  if (typeof minMoney === "bigint" && amount < minMoney) throw new ApiError(CODE.rule, `金额低于支付渠道的单笔下限 ${yuan(minMoney)} 元`);
  if (typeof maxMoney === "bigint" && amount > maxMoney) throw new ApiError(CODE.rule, `金额超过支付渠道的单笔上限 ${yuan(maxMoney)} 元`);
}

function isOffered(flag: unknown, channel: Channel): boolean {
  return Array.isArray(flag) && flag.includes(channel);
}

const yuan = (cents: bigint): string => formatScaled(cents, SCALE.money);
