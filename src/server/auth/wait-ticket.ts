import { createHmac, timingSafeEqual } from "node:crypto";
import type { TryKey } from "./failure-store.ts";

/** How long (ms) a ticket counts: whoever has waited his time tries soon, or queues again. */
const LIFETIME_MS = 10 * 60_000;
const BASE = 36;
/** Of the 32 bytes: more than anybody can try out over the wire. */
const SIGNATURE_BYTES = 16;
const FORM = /^([0-9a-z]{1,10})\.([\w-]{22})$/;

/** Since when somebody waits to try this user's password from this address, signed: nothing is kept of whoever only asks. */
export function signTicket(secret: string, key: TryKey, since: number): string {
  const at = Math.floor(since).toString(BASE);
  return `${at}.${signature(secret, key, at).toString("base64url")}`;
}

/** Since when (ms) its holder waits; null: it is not ours, another user's or address's, or over. */
export function readTicket(secret: string, key: TryKey, ticket: string, now: number): number | null {
  const [, at = "", signed = ""] = FORM.exec(ticket) ?? [];
  if (at === "" || !timingSafeEqual(Buffer.from(signed, "base64url"), signature(secret, key, at))) return null;
  const since = Number.parseInt(at, BASE);
  return since <= now && now - since < LIFETIME_MS ? since : null;
}

/** Over the parts as a list, so that none can be moved into another. */
function signature(secret: string, { user, address }: TryKey, at: string): Buffer {
  const hmac = createHmac("sha256", secret).update(JSON.stringify(["sign-in", user, address, at]));
  return hmac.digest().subarray(0, SIGNATURE_BYTES);
}
