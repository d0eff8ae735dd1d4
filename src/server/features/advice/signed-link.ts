import { isSigned, sign } from "../../base/signature.ts";
import type { Db } from "../../db/connect.ts";
import { secretFor } from "../../db/secret.ts";

/** Whom a link speaks for: a supplier of a shop. */
export interface LinkOwner {
  readonly shopId: string;
  readonly provId: string;
}

/** The parts of a link, as they stand in its address; short, so that its code stays coarse enough for a camera. */
export interface LinkParts {
  /** Shop, */
  readonly s: string;
  /** supplier, */
  readonly p: string;
  /** the second it ends, to base 36, */
  readonly e: string;
  /** and the signature over these. */
  readonly k: string;
}

const DAYS = 30;
const SECOND_MS = 1000;
const BASE = 36;

/** A link for the supplier that counts for a month. */
export function signLink(secret: string, { shopId, provId }: LinkOwner, now: Date): LinkParts {
  const end = Math.floor(now.getTime() / SECOND_MS) + DAYS * 86_400;
  const parts = { s: shopId, p: provId, e: end.toString(BASE) };
  return { ...parts, k: sign(secret, partsOf(parts)) };
}

/** Whom the link speaks for; null: it was not made by us, or has ended. */
export function readLink(secret: string, parts: LinkParts, now: Date): LinkOwner | null {
  // guard signature: tests/server/app/suggestion.test.ts
  if (!isSigned(secret, partsOf(parts), parts.k)) return null;
  const end = Number.parseInt(parts.e, BASE) * SECOND_MS;
  // guard check as { shopId: parts.s, provId: parts.p }: tests/server/app/suggestion.test.ts
  return end > now.getTime() ? { shopId: parts.s, provId: parts.p } : null;
}

function partsOf({ s, p, e }: Omit<LinkParts, "k">): readonly string[] {
  return ["suggestion", s, p, e];
}

/** What links to the suggestion page are signed with. */
export function linkSecret(db: Db): Promise<string> {
  return secretFor(db, "suggestion-secret");
}
