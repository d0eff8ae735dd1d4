import { PayWay } from "../../generated/entities.ts";
import { CHANNELS, type Channel } from "./bank/gateway.ts";

/** Codes of the enum PayWay that stand for a bank's channel. */
const CODES: Readonly<Record<Channel, PayWay>> = { ZSPay: PayWay.zsPay, KingDeePay: PayWay.kingDeePay };
/** What the numbers given to the bank begin with. */
const PREFIXES: Readonly<Record<Channel, string>> = { ZSPay: "ZS", KingDeePay: "KD" };

export function payWayOf(channel: Channel): PayWay {
  return CODES[channel];
}

export function prefixOf(channel: Channel): string {
  return PREFIXES[channel];
}

/** The channel of a PayWay; undefined for the ways that need no bank's answer. */
export function channelOf(payWay: unknown): Channel | undefined {
  return CHANNELS.find((channel) => CODES[channel] === payWay);
}
