import { isSigned, sign } from "../base/signature.ts";
import type { TryKey } from "./failure-store.ts";

/** How long (ms) a ticket counts: whoever has waited his time tries soon, or queues again. */
const LIFETIME_MS = 10 * 60_000;
const BASE = 36;
const FORM = /^([0-9a-z]{1,10})\.([\w-]{22})$/;

/** Since when somebody waits to try this user's password from this address, signed: nothing is kept of whoever only asks. */
export function signTicket(secret: string, key: TryKey, since: number): string {
  const at = Math.floor(since).toString(BASE);
  return `${at}.${sign(secret, partsOf(key, at))}`;
}

/** Since when (ms) its holder waits; null: it is not ours, another user's or address's, or over. */
export function readTicket(secret: string, key: TryKey, ticket: string, now: number): number | null {
  const [, at = "", signed = ""] = FORM.exec(ticket) ?? [];
  // guard signature: tests/server/auth/judge-tries.test.ts
  if (at === "" || !isSigned(secret, partsOf(key, at), signed)) return null;
  const since = Number.parseInt(at, BASE);
  // guard rate as since: tests/server/auth/judge-tries.test.ts
  return since <= now && now - since < LIFETIME_MS ? since : null;
}

function partsOf({ user, address }: TryKey, at: string): readonly string[] {
  return ["sign-in", user, address, at];
}
