import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { EffectContext, Work } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { Enabled, type PayConfigRow } from "../../generated/entities.ts";
import { CHANNELS, type Channel } from "./bank/gateway.ts";
import { channelOf } from "./pay-ways.ts";

const OFF = "支付渠道未启用，请先在支付渠道配置中启用";

/** A channel with the shop's own account there. */
export interface PayChannel {
  readonly channel: Channel;
  readonly config: PayConfigRow;
}

/** Where the shop's settings and its profile are looked up. */
type ChannelLookup = Pick<EffectContext, "store"> & { readonly work: Pick<Work, "registry" | "env"> };

/** The channel that a document names; for one that names none, the shop's first one. */
export async function payChannelOf(asking: ChannelLookup, wanted: unknown): Promise<PayChannel> {
  const [first] = await payChannelsOf(asking, wanted);
  if (first === undefined) throw new ApiError(CODE.rule, OFF);
  return first;
}

/** The channels that the shop may use and has switched on, in its own order; of a document that names one, that one alone. */
export async function payChannelsOf({ store, work }: ChannelLookup, wanted: unknown): Promise<PayChannel[]> {
  const offered = CHANNELS.filter((channel) => isOffered(work.env.flags.payChannels, channel));
  // guard check as await store.find(entityOf(work.registry, "PayConfig"), {}): tests/server/payments/bank-flow.test.ts
  const configs = await store.find(entityOf(work.registry, "PayConfig"), { statu: Enabled.enabled });
  const named = channelOf(wanted);
  return configs
    .toSorted((a, b) => (a.sortno ?? 0) - (b.sortno ?? 0) || a.Id - b.Id)
    .flatMap((config) => {
      const channel = channelOf(config.PayWay);
      // guard key as channel !== undefined && (named === undefined || channel === named): tests/server/payments/bank-flow.test.ts
      // guard check as channel !== undefined && offered.includes(channel): tests/server/payments/bank-flow.test.ts
      const isUsable = channel !== undefined && offered.includes(channel) && (named === undefined || channel === named);
      return isUsable ? [{ channel, config }] : [];
    });
}

/** Refuses an amount that the channel does not take (docs/decisions/46). */
export function checkLimits({ minMoney, maxMoney }: PayConfigRow, amount: bigint): void {
  // guard check: tests/server/payments/bank-flow.test.ts
  if (minMoney !== null && amount < minMoney) throw new ApiError(CODE.rule, `金额低于支付渠道的单笔下限 ${yuan(minMoney)} 元`);
  // guard check: tests/server/payments/bank-flow.test.ts
  if (maxMoney !== null && amount > maxMoney) throw new ApiError(CODE.rule, `金额超过支付渠道的单笔上限 ${yuan(maxMoney)} 元`);
}

function isOffered(flag: unknown, channel: Channel): boolean {
  return Array.isArray(flag) && flag.includes(channel);
}

const yuan = (cents: bigint): string => formatScaled(cents, SCALE.money);
