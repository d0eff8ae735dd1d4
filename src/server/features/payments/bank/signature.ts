import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Everything a signature stands for. */
export interface Signed {
  /** What kind of message: the HTTP method of a request or callback, `REPLY` for an answer. */
  readonly kind: string;
  /** Path of the request, without query; of a reply, of the request it answers. */
  readonly path: string;
  readonly merchant: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  /** Of a reply: that of its request, so that no old reply can be put in its place. */
  readonly nonce: string;
  readonly body: Buffer | string;
}

/** HMAC-SHA256 in hex over one line per part; of the body its SHA-256, so that its bytes need no further rules. */
export function signatureOf(secret: string, { kind, path, merchant, timestamp, nonce, body }: Signed): string {
  const digest = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update([kind, path, merchant, timestamp, nonce, digest].join("\n")).digest("hex");
}

/** Compared in constant time. */
export function isSignedBy(secret: string, signed: Signed, signature: string): boolean {
  const [expected, given] = [Buffer.from(signatureOf(secret, signed)), Buffer.from(signature)];
  // guard signature as true: tests/server/payments/gateway.test.ts
  return expected.length === given.length && timingSafeEqual(expected, given);
}
