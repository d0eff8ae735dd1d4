import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { signatureOf } from "../../../base/signed-message.ts";
import { checkLiteral, lookupIn, type PushPlaces } from "./push-address.ts";

/** What is sent, and where. */
export interface Push {
  readonly address: string;
  readonly secret: string;
  /** What the receiver knows the subscription by. */
  readonly subscription: string;
  /** The same whenever it is sent again. */
  readonly delivery: string;
  readonly body: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends one push, signed as calls to a bank are (base/signed-message.ts). Returns what is wrong; null: it was taken, with any status of 2xx.
 * Follows no redirect: what is sent goes where the subscription says. Nothing of the answer's body is read.
 */
export async function sendPush(push: Push, places: PushPlaces, now: Date, timeoutMs = TIMEOUT_MS): Promise<string | null> {
  const url = new URL(push.address);
  try {
    checkLiteral(url, places);
    const status = await post(url, push, places, now, timeoutMs);
    if (status >= 200 && status < 300) return null;
    return status >= 300 && status < 400 ? `对方要求转到别处（HTTP ${status}），不会跟随` : `对方回答 HTTP ${status}`;
  } catch (error) {
    return wordsOf(error, timeoutMs);
  }
}

function post(url: URL, { secret, subscription, delivery, body }: Push, places: PushPlaces, now: Date, timeoutMs: number): Promise<number> {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const nonce = randomUUID();
  const signed = { kind: "POST", path: url.pathname, merchant: subscription, timestamp, nonce, body };
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: "POST",
      // A connection of its own: none that was looked up otherwise.
      agent: false,
      lookup: lookupIn(places),
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
        "user-agent": "scm-portal",
        "x-scm-subscription": subscription,
        "x-scm-delivery": delivery,
        "x-scm-timestamp": timestamp,
        "x-scm-nonce": nonce,
        "x-scm-signature": signatureOf(secret, signed),
      },
    });
    request.once("error", reject);
    request.once("response", (response) => {
      response.once("error", () => undefined);
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.end(body);
  });
}

function wordsOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "没有回答";
  if (error.name === "TimeoutError" || error.name === "AbortError") return `${timeoutMs / 1000} 秒内没有回答`;
  const cause = error.cause instanceof Error ? error.cause : error;
  return "code" in cause ? `连接不上（${String(cause.code)}）` : cause.message;
}
