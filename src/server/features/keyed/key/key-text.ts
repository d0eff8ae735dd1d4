import { timingSafeEqual } from "node:crypto";
import { hashToken, newToken } from "../../../auth/token.ts";

/** A key as it is told once. */
export interface NewKey {
  /** Tells keys apart, and is no secret. */
  readonly prefix: string;
  readonly text: string;
  /** All that is kept of its secret: 256 random bits need no slower hash. */
  readonly hash: string;
}

/** What every key begins with, so that one that lies in the wrong place is known for what it is. */
export const PREFIX = "scm_";
const PREFIX_DIGITS = 12;
const AUTHORIZATION = new RegExp(`^Key +(${PREFIX}[0-9a-f]{12})_([A-Za-z0-9_-]{43})$`, "i");

/** A key for this row of a shop: its prefix follows from the row, so that the demo is the same each time; its secret is random. */
export function newKey(shopId: string, id: number): NewKey {
  const [prefix, secret] = [`${PREFIX}${hashToken(`${shopId}/${id}`).slice(0, PREFIX_DIGITS)}`, newToken()];
  return { prefix, text: `${prefix}_${secret}`, hash: hashToken(secret) };
}

/** The key of an Authorization header, after `Key `; null when there is none of our form. */
export function keyOf(header: string | undefined): { readonly prefix: string; readonly secret: string } | null {
  const [, prefix, secret] = AUTHORIZATION.exec(header ?? "") ?? [];
  return prefix === undefined || secret === undefined ? null : { prefix: prefix.toLowerCase(), secret };
}

/** Whether the secret is the one of this hash; takes as long for a wrong one as for the right one. */
export function isSecretOf(hash: string, secret: string): boolean {
  const [kept, given] = [Buffer.from(hash), Buffer.from(hashToken(secret))];
  // guard key as true: tests/server/keyed/keys.test.ts
  return kept.length === given.length && timingSafeEqual(kept, given);
}
