/*
 * A server that has no room just now says when to come again (503 with Retry-After). Whoever can be asked again without anything being done
 * twice is asked again, quietly (docs/decisions/120).
 */

/** For so long (ms) after the first such answer; then the user is told. */
const PATIENCE_MS = 30_000;
/** Where the answer does not say it in seconds. */
const USUAL_MS = 2000;
/** All who were turned away together come again at other times: up to so much of the time later. */
const SPREAD = 0.5;
const UNAVAILABLE = 503;

/** Calls that only read, by the last part of their address. */
const READS =
  /\/(Get|Find|TryAction|Preview|Options|SourceLines|Delegable|Scopes|Download|HeldPairs|VerifyAudit|Generate(Options|Status)|Export(Rows|Status|File)|Import\/(Status|BadRows|Notices|Template))\w*(\?|$)/;

/** Whether the call at this address leaves everything as it is. */
export const isRead = (url: string): boolean => READS.test(url);

/** A call, as far as it matters whether it may be sent again. */
export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** In how many ms the call is to be sent again; null: what was answered is the answer. `since`: when it was told to come again first. */
export function againIn({ url, headers }: Sent, response: Pick<Response, "status" | "headers">, since: number): number | null {
  const told = response.headers.get("retry-after");
  if (response.status !== UNAVAILABLE || told === null) return null;
  if (!isRead(url) && headers["Idempotency-Key"] === undefined) return null;
  const ms = /^\d{1,4}$/.test(told) ? 1000 * Number(told) : USUAL_MS;
  const wait = ms * (1 + SPREAD * Math.random());
  return Date.now() + wait - since > PATIENCE_MS ? null : wait;
}

let waiting = 0;
const listeners = new Set<() => void>();

/** Waits, and has everybody know of it; rejects when the signal aborts. */
export async function waitToSend(ms: number, signal: AbortSignal): Promise<void> {
  count(1);
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
  } finally {
    count(-1);
  }
}

/** Whether any call of this page waits to be sent again. */
export const isWaiting = (): boolean => waiting > 0;

/** Calls `listener` whenever that may have changed. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function count(more: number): void {
  waiting += more;
  for (const listener of listeners) listener();
}
