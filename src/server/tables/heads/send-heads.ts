import { appendFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Db } from "../../db/connect.ts";
import type { HeadSettings, HeadTarget } from "./head-settings.ts";
import { forgetSent, noteHeads, readNoted } from "./note-heads.ts";
import { openSigningKey, type SigningKey } from "./signing-key.ts";

const SECONDS = 10;

/** Signs the heads of the chains and sends them out (docs/decisions/95), now and every so many minutes. */
export interface HeadSender {
  /** Lets a round that is under way end. */
  close(): Promise<void>;
}

/**
 * Begins to send heads, where the settings say where to.
 *
 * @throws StartupError where the key cannot be read
 */
export function startSendingHeads(
  db: Db,
  { heads, dataDir }: { readonly heads: HeadSettings; readonly dataDir: string },
  { now, log }: { readonly now: () => Date; readonly log: (line: string) => void },
): HeadSender {
  const { to, keyFile, minutes } = heads;
  if (to === undefined) return { close: async () => undefined };
  const key = openSigningKey(dataDir, keyFile);
  let round = Promise.resolve();
  const begin = () => {
    round = round
      .then(() => sendHeads(db, key, to, now()))
      .catch((error: Error) => log(`audit heads: not sent, next try in ${minutes} minutes: ${error.message}`));
  };
  begin();
  const timer = setInterval(begin, minutes * 60_000).unref();
  return {
    close: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

/**
 * One round: signs what has grown, then sends all that waits, in order; outside of transactions. What is sent twice, as an answer was
 * lost, is the same line twice.
 *
 * @throws Error where the target does not take a line: it and all after it wait for the next round
 */
export async function sendHeads(db: Db, key: SigningKey, to: HeadTarget, at: Date): Promise<void> {
  await noteHeads(db, key, at);
  for (const line of (await readNoted(db)).waiting) {
    await (to.kind === "file" ? addTo(to.path, line) : post(to, line));
    await forgetSent(db, [line]);
  }
}

async function addTo(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, `${line}\n`, { flush: true });
}

/** Follows no redirect: what is sent goes where the settings say. */
async function post({ url, secret }: Extract<HeadTarget, { readonly kind: "address" }>, line: string): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    redirect: "error",
    headers: { "content-type": "application/json", ...(secret !== undefined && { authorization: `Bearer ${secret}` }) },
    body: line,
    signal: AbortSignal.timeout(SECONDS * 1000),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the address answered HTTP ${answer.status}`);
}
