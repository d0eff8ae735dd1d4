/** A fresh Idempotency-Key. `crypto.randomUUID` is missing on plain http outside localhost, hence the long way. */
export function requestKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
