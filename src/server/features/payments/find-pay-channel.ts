import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Inquiry } from "../../engine/inquiry.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { systemWork } from "../../engine/system.ts";
import type { PayOrderRow } from "../../generated/entities.ts";
import { payChannelOf, payChannelsOf } from "./pay-channel.ts";
import { payWayOf } from "./pay-ways.ts";

/**
 * Which of the shop's channels a document goes by that its owner pays without choosing one: the first that this server can reach, at
 * best the one it went by before. None: it is refused before anything is written, because an order that nobody can send would wait
 * for ever.
 */
export const findPayChannel: Inquiry = {
  async ask({ db, registry, viewer, now }, { bank }, { PayWay }: PayOrderRow) {
    const asking = { store: sqlStore(db, viewer.shopId), work: systemWork(registry, viewer.shopId, now, "") };
    const named = await payChannelsOf(asking, PayWay);
    const all = await payChannelsOf(asking, null);
    const reached = [...named, ...all].find(({ channel }) => bank.gateway(channel) !== undefined);
    if (reached !== undefined) return { PayWay: payWayOf(reached.channel) };
    const { channel } = await payChannelOf(asking, null);
    throw new ApiError(CODE.rule, `支付渠道 ${channel} 的接口尚未配置，请与商场联系`);
  },
};
