import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { Choice } from "../../engine/inquiry.ts";
import { previewWork } from "../../engine/preview.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { moneyOf } from "../../engine/values/amounts.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { CHANNELS } from "./bank/gateway.ts";
import { checkLimits, type PayChannel, payChannelsOf } from "./pay-channel.ts";
import { type PayableEntity, type PayableName, payableOf } from "./payables.ts";

/**
 * The shop's channels, each with what would keep these documents from going by it: the same questions that the step to the bank asks
 * (docs/decisions/46), before it is taken. A channel that the shop may not use or has not switched on is none.
 */
export const offeredChannels: Choice<PayableName> = {
  async offer(ctx, { bank }, { entity, page, ids }) {
    const { amount } = payableOf(entity);
    const found = await readByIds(listPlan(ctx, page), ids, ["Billid", amount]);
    const documents = found.map((row) => ({ Billid: String(row.Billid), due: moneyOf(row, amount) }));
    const all = await payChannelsOf({ store: sqlStore(ctx.db, ctx.viewer.shopId), work: previewWork(ctx, page) }, null);
    const offered = CHANNELS.flatMap((name) => all.find(({ channel }) => channel === name) ?? []);
    return offered.map(({ channel, config }) => {
      const isReached = bank.gateway(channel) !== undefined;
      const Msg = isReached ? refusalOf(entity, { channel, config }, documents) : `支付渠道 ${channel} 的接口尚未配置`;
      return { key: channel, title: config.channelName ?? channel, Msg };
    });
  },
};

/** The first document that is refused is named, where there are several. `due`: in 分; below zero it is to be collected. */
function refusalOf(entity: PayableEntity, by: PayChannel, documents: readonly { readonly Billid: string; readonly due: bigint }[]): string {
  for (const { Billid, due } of documents) {
    const refusal = dueRefusal(entity, by, due);
    if (refusal !== "") return documents.length > 1 ? `${refusal}（${Billid}）` : refusal;
  }
  return "";
}

function dueRefusal(entity: PayableEntity, { channel, config }: PayChannel, due: bigint): string {
  if (due < 0n && !payableOf(entity).collects.includes(channel)) return "该支付渠道不支持收款";
  try {
    checkLimits(config, due < 0n ? -due : due);
    return "";
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
