import { createHmac, timingSafeEqual } from "node:crypto";

/** Of the 32 bytes: more than anybody can try out over the wire. */
const BYTES = 16;

/** Signs the parts as a list, so that none can be moved into another; the first says what the signature is for. 22 characters of base64url. */
export function sign(secret: string, parts: readonly string[]): string {
  return digest(secret, parts).toString("base64url");
}

/** Whether `signed` is what {@link sign} makes of the parts; takes as long for a wrong one as for the right one. */
export function isSigned(secret: string, parts: readonly string[], signed: string): boolean {
  const given = Buffer.from(signed, "base64url");
  // guard signature as given.length === BYTES: tests/server/auth/judge-tries.test.ts
  return given.length === BYTES && timingSafeEqual(given, digest(secret, parts));
}

function digest(secret: string, parts: readonly string[]): Buffer {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest().subarray(0, BYTES);
}
