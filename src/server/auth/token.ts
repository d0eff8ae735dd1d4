import { createHash, randomBytes } from "node:crypto";

/** 256 random bits. Nothing can be read from it, so nothing in it can be forged. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. It is random, so a plain hash is enough. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

const AUTHORIZATION = /^(?:Bearer +)?([A-Za-z0-9_-]{43})$/i;

/** The token of an Authorization header, bare or after `Bearer `; null when there is none of our form. */
export function tokenOf(header: string | undefined): string | null {
  return AUTHORIZATION.exec(header ?? "")?.[1] ?? null;
}
