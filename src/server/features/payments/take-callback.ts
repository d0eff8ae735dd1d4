import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { faultPoint } from "./bank/fault-point.ts";
import type { PaymentGateway, RawCallback } from "./bank/gateway.ts";
import { TAKEN, type Verdict, writeNotice } from "./bank-notice.ts";
import type { SettlePaymentDeps } from "./bank-work.ts";
import { settlePayment } from "./settle-payment.ts";

/** What came of a callback. */
export interface TakenCallback {
  readonly verdict: Verdict;
  readonly transid: string | null;
  /** The bank need not tell it again. */
  readonly isTaken: boolean;
}

/** Takes a bank's callback: the signature before anything else, then one effect or none, and always a line in the book. */
export async function takeCallback(
  at: SettlePaymentDeps,
  gateway: PaymentGateway,
  raw: RawCallback,
  address: string,
  countUnsigned: () => Promise<void>,
): Promise<TakenCallback> {
  faultPoint("callback:received");
  const { channel } = gateway;
  const signed = gateway.readCallback(raw, at.now);
  if (signed === null) {
    await countUnsigned();
    await writeNotice(at.db, { source: "callback", channel, answer: null, verdict: "unsigned", address, body: raw.body });
    return { verdict: "unsigned", transid: null, isTaken: false };
  }
  faultPoint("callback:verified");
  const { nonce, answer } = signed;
  if (answer === null) {
    // Not by its nonce: what cannot be understood stays that, however often it comes.
    await writeNotice(at.db, { source: "callback", channel, answer, verdict: "malformed", address, body: raw.body });
    return { verdict: "malformed", transid: null, isTaken: false };
  }
  const verdict = await settlePayment(at, { source: "callback", channel, answer, nonce, address });
  faultPoint("callback:settled");
  return { verdict, transid: answer.transid, isTaken: TAKEN.has(verdict) };
}

/** A callback at a channel that is not set up. */
export function noChannel(): ApiError {
  return new ApiError(CODE.missing, "支付渠道的接口尚未配置");
}
