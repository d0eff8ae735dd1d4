import type { Db } from "../../db/connect.ts";
import type { Bank } from "../../payments/bank.ts";
import { ReceiptRenderer } from "../../payments/receipt/render-receipt.ts";
import type { FileStorage } from "../../providers/storage/storage.ts";
import type { RegistrySource } from "../../registry/watch-registry.ts";
import { hasDueIntent } from "./intent.ts";
import { keepReceipt } from "./keep-receipt.ts";
import { type Sending, sendPayment } from "./send-payment.ts";

const EVERY_MS = 1000;
const AT_ONCE = 8;
/** How long a stop waits for calls under way; their orders are taken up again at the next start. */
const STOP_MS = 3000;

export interface Reconciling {
  readonly db: Db;
  readonly registry: Pick<RegistrySource, "current">;
  readonly bank: Bank;
  readonly now: () => Date;
  readonly say: (line: string) => void;
  /** Where receipts are kept; left out: another server makes them. */
  readonly storage?: FileStorage;
  readonly everyMs?: number;
}

/**
 * Settles every payment that nobody settles otherwise, e.g. after a crash, and keeps the receipts: takes up what is due, as long as the server runs. Several
 * servers may do it at once. A failure is said once until it changes. Returns how to stop.
 */
export function startReconciler({ db, registry, bank, now, say, storage, everyMs = EVERY_MS }: Reconciling): () => Promise<void> {
  let isStopping = false;
  const renderer = new ReceiptRenderer();
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  const takeUp = async () => {
    const sending: Sending = { db, registry: registry.current(), bank, now, say };
    while (!isStopping && (await sendPayment(sending, {})) !== null);
  };
  const round = async () => {
    const text = await failureOf(async () => {
      if (await hasDueIntent(db)) await Promise.all(Array.from({ length: AT_ONCE }, takeUp));
      while (!isStopping && storage !== undefined && (await keepReceipt({ db, registry: registry.current(), storage, renderer, now })));
    });
    if (text !== "" && text !== told) say(`payments cannot be settled now, trying again: ${text}`);
    told = text;
    if (isStopping) return;
    timer = setTimeout(() => {
      running = round();
    }, everyMs).unref();
  };
  let running = round();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    renderer.close();
  };
}

async function failureOf(work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
