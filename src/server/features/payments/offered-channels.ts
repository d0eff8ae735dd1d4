import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { PayChannelOffer } from "../../../shared/protocol/pay-preview.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import type { PayConfigRow } from "../../generated/entities.ts";
import { CHANNELS, type Channel } from "./bank/gateway.ts";
import { checkLimits, payChannelOf } from "./pay-channel.ts";
import { payWayOf } from "./pay-ways.ts";
import { type PayableEntity, type PayableName, payableOf } from "./payables.ts";

/** A document that shall be paid by bank, and what is due for it in 分; below zero: to be collected. */
export interface DueDocument {
  readonly Billid: string;
  readonly due: bigint;
}

type PayContext = Pick<EffectContext<PayableName>, "store" | "work" | "entity">;

/**
 * The shop's channels, each with what would keep these documents from going by it: the same questions that the step to the bank asks
 * (docs/decisions/46), before it is taken. A channel that the shop may not use or has not switched on is none. `isReached`: it is set up
 * here.
 */
export async function offeredChannels(
  context: PayContext,
  documents: readonly DueDocument[],
  isReached: (channel: Channel) => boolean,
): Promise<PayChannelOffer[]> {
  const offers: PayChannelOffer[] = [];
  for (const channel of CHANNELS) {
    const config = await configOf(context, channel);
    if (config === null) continue;
    const Msg = isReached(channel) ? refusalOf(context, channel, config, documents) : `支付渠道 ${channel} 的接口尚未配置`;
    offers.push({ channel, title: config.channelName ?? channel, Msg });
  }
  return offers;
}

async function configOf(context: PayContext, channel: Channel): Promise<PayConfigRow | null> {
  try {
    return (await payChannelOf(context, payWayOf(channel))).config;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The first document that is refused is named, where there are several. */
function refusalOf({ entity }: PayContext, channel: Channel, config: PayConfigRow, documents: readonly DueDocument[]): string {
  for (const { Billid, due } of documents) {
    const refusal = dueRefusal(entity, channel, config, due);
    if (refusal !== "") return documents.length > 1 ? `${refusal}（${Billid}）` : refusal;
  }
  return "";
}

function dueRefusal(entity: PayableEntity, channel: Channel, config: PayConfigRow, due: bigint): string {
  if (due < 0n && !payableOf(entity).collects.includes(channel)) return "该支付渠道不支持收款";
  try {
    checkLimits(config, due < 0n ? -due : due);
    return "";
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
