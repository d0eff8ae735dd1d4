import { DIALECTS } from "./dialects.ts";
import { CHANNELS, type Channel, type PaymentGateway } from "./gateway.ts";
import { type ChannelSettings, httpGateway } from "./http-gateway.ts";

/** The channels that are set up, each with its account. */
export type BankSettings = Readonly<Partial<Record<Channel, ChannelSettings>>>;

/** The banks as the portal reaches them, and as they reach the portal. */
export interface Bank {
  /** undefined: the channel is not set up. */
  gateway(channel: Channel): PaymentGateway | undefined;
  /** Where the channel shall call back. */
  notifyUrl(channel: Channel): string;
  /** How long one call may take. */
  readonly timeoutMs: number;
}

/** Path of the callbacks' own routes. */
export function callbackPath(channel: Channel): string {
  return `/callback/${channel}`;
}

/** The banks over HTTP. `origin` is asked for with every payment: the server may not be listening yet. */
export function openBank(settings: BankSettings, timeoutMs: number, origin: () => string): Bank {
  const gateways = new Map(
    CHANNELS.flatMap((channel) => {
      const account = settings[channel];
      return account === undefined ? [] : [[channel, httpGateway(DIALECTS[channel], account, timeoutMs)] as const];
    }),
  );
  return { gateway: (channel) => gateways.get(channel), notifyUrl: (channel) => origin() + callbackPath(channel), timeoutMs };
}

/** No channel at all. */
export const NO_BANK: Bank = openBank({}, 1000, () => "http://127.0.0.1");

declare module "../../../engine/inquiry.ts" {
  interface Outside {
    /** The banks that payments go through. */
    readonly bank: Bank;
  }
}
