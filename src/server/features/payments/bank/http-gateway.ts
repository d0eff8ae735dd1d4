import { randomUUID } from "node:crypto";
import { readLimited } from "../../../base/read-limited.ts";
import { isSignedBy, type Signed, signatureOf } from "../../../base/signed-message.ts";
import { contentTypeOf, type Dialect, headersOf, type Message, readAnswer, writeMessage } from "./dialect.ts";
import { faultPoint } from "./fault-point.ts";
import {
  type BankAnswer,
  BankSilence,
  type PayInstruction,
  type PaymentGateway,
  type RawCallback,
  type SignedCallback,
} from "./gateway.ts";

/** One channel's account at the bank, from the environment. The secret is never written anywhere. */
export interface ChannelSettings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly merchant: string;
  readonly secret: string;
}

/** How far the bank's clock and ours may be apart; older callbacks are refused. */
const SKEW_SECONDS = 300;
const MOST_BYTES = 64 * 1024;
const NONCE = /^[A-Za-z0-9-]{8,64}$/;

/** A channel over HTTP: signed requests, signed answers, signed callbacks (docs/decisions/47). */
export function httpGateway(dialect: Dialect, settings: ChannelSettings, timeoutMs: number): PaymentGateway {
  const names = headersOf(dialect);
  const { merchant, secret } = settings;

  const call = async (path: string, message: Message): Promise<BankAnswer> => {
    const [body, timestamp, nonce] = [writeMessage(dialect, message), seconds(new Date()), randomUUID()];
    const request: Signed = { kind: "POST", path, merchant, timestamp, nonce, body };
    const headers = {
      "content-type": contentTypeOf(dialect),
      // A connection kept open may be gone when it is needed again: then nobody knows whether the bank has read the order.
      connection: "close",
      [names.merchant]: merchant,
      [names.timestamp]: timestamp,
      [names.nonce]: nonce,
      [names.signature]: signatureOf(secret, request),
    };
    const reply = await send(settings.url + path, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const signed = { ...request, kind: "REPLY", timestamp: reply.headers.get(names.timestamp) ?? "", body: reply.body };
    // The text of somebody else is worth nothing, whatever it says.
    // guard signature: tests/server/payments/gateway.test.ts
    if (!isSignedBy(secret, signed, reply.headers.get(names.signature) ?? ""))
      throw new BankSilence(`the answer (${reply.status}) is not signed`);
    const answer = reply.status === 200 ? readAnswer(dialect, reply.body.toString("utf8")) : null;
    if (answer === null || answer.transid !== message.transid)
      throw new BankSilence(`the answer (${reply.status}) says nothing of the payment`);
    return answer;
  };

  return {
    channel: dialect.channel,
    pay: async (instruction) => {
      const answer = await call(dialect.paths[instruction.direction], orderOf(dialect, instruction));
      faultPoint("bank:pay-answered");
      return answer;
    },
    check: async (transid) => {
      const answer = await call(dialect.paths.check, { transid });
      faultPoint("bank:check-answered");
      return answer;
    },
    readCallback: (callback, now) => readCallback(dialect, settings, callback, now),
    replyTo: (isTaken) => ({ type: dialect.replies.type, body: isTaken ? dialect.replies.taken : dialect.replies.refused }),
  };
}

function orderOf({ directions }: Dialect, instruction: PayInstruction): Message {
  const { transid, direction, amount, subject, account, party, notifyUrl } = instruction;
  return {
    transid,
    direction: directions[direction],
    amount: amount.toString(),
    subject,
    account,
    partyName: party.name,
    partyAccount: party.account,
    partyBank: party.bank,
    notifyUrl,
  };
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** One request, or a {@link BankSilence}: whatever goes wrong on the way, nobody knows what the bank has done. */
async function send(url: string, init: RequestInit): Promise<Reply> {
  try {
    const sending = fetch(url, init);
    faultPoint("bank:request-sent", 100);
    const response = await sending;
    return {
      status: response.status,
      headers: response.headers,
      body: await readLimited(response.body, MOST_BYTES, () => new Error("the answer is too long")),
    };
  } catch (error) {
    throw new BankSilence(wordsOf(error), { cause: error });
  }
}

/** The reason without addresses of ours; fetch keeps it in the cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}

function readCallback(
  dialect: Dialect,
  { merchant, secret }: ChannelSettings,
  { path, headers, body }: RawCallback,
  now: Date,
): SignedCallback | null {
  const names = headersOf(dialect);
  const [timestamp, nonce] = [single(headers[names.timestamp]), single(headers[names.nonce])];
  const age = Math.abs(Number(seconds(now)) - Number(/^\d{1,12}$/.test(timestamp) ? timestamp : Number.NaN));
  // guard signature as true: tests/server/payments/attacks.test.ts
  const isOurs = single(headers[names.merchant]) === merchant && NONCE.test(nonce);
  const signed: Signed = { kind: "POST", path, merchant, timestamp, nonce, body };
  // The signature is checked whatever else is wrong: nothing can be learned from the time the answer takes.
  const isSigned = isSignedBy(secret, signed, single(headers[names.signature]));
  // guard signature as !isOurs || !(age <= SKEW_SECONDS): tests/server/payments/attacks.test.ts
  // guard signature as !isSigned || !isOurs: tests/server/payments/attacks.test.ts
  if (!isSigned || !isOurs || !(age <= SKEW_SECONDS)) return null;
  return { nonce, answer: readAnswer(dialect, body.toString("utf8")) };
}

function single(header: string | readonly string[] | undefined): string {
  return typeof header === "string" ? header : "";
}

const seconds = (at: Date): string => Math.floor(at.getTime() / 1000).toString();
