import { allEnded } from "../../base/all-ended.ts";
import { type PeriodicTask, runPeriodically } from "../../base/periodically.ts";
import type { FileStorage } from "../../base/storage/storage.ts";
import type { Db } from "../../db/connect.ts";
import type { RegistrySource } from "../../registry/watch-registry.ts";
import type { Bank } from "./bank/bank.ts";
import { CHANNELS, type Channel } from "./bank/gateway.ts";
import { ReceiptRenderer } from "./bank/receipt/render-receipt.ts";
import { hasDueIntent } from "./intent.ts";
import { keepReceipt } from "./keep-receipt.ts";
import { sendPayment } from "./send-payment.ts";

const EVERY_MS = 1000;
/** For each channel. */
const AT_ONCE = 4;
/** How long a stop waits for calls under way; their orders are taken up again at the next start. */
const STOP_MS = 3000;

interface ReconcilerDeps {
  readonly db: Db;
  readonly registry: Pick<RegistrySource, "current">;
  readonly bank: Bank;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  /** Where receipts are kept; left out: another server makes them. */
  readonly storage?: FileStorage;
  readonly everyMs?: number;
}

/**
 * Settles every payment that nobody settles otherwise, e.g. after a crash, and keeps the receipts: takes up what is due, as long as
 * the server runs. Each channel by itself, so that a bank that is silent for long holds up neither the other one nor the receipts.
 * Several servers may do it at once. Returns how to stop.
 */
export function startReconciler(at: ReconcilerDeps): () => Promise<void> {
  const { storage, log, everyMs = EVERY_MS } = at;
  const renderer = new ReceiptRenderer();
  const tasks: PeriodicTask[] = CHANNELS.map((channel) => ({
    title: `payments by ${channel} cannot be settled now`,
    run: (isStopping) => settleDue(at, channel, isStopping),
  }));
  if (storage !== undefined)
    tasks.push({ title: "receipts cannot be kept now", run: (isStopping) => keepReceipts(at, storage, renderer, isStopping) });
  const repeated = tasks.map((task) => runPeriodically(task, { everyMs, log }));
  return async () => {
    const ended = Promise.all(repeated.map((stop) => stop()));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    renderer.close();
  };
}

async function settleDue({ db, registry, bank, now, log }: ReconcilerDeps, channel: Channel, isStopping: () => boolean): Promise<void> {
  if (!(await hasDueIntent(db, channel))) return;
  const sending = { db, registry: registry.current(), bank, now, log };
  const takeUp = async () => {
    while (!isStopping() && (await sendPayment(sending, { channel })) !== null);
  };
  await allEnded(Array.from({ length: AT_ONCE }, takeUp));
}

async function keepReceipts(
  { db, registry, now }: ReconcilerDeps,
  storage: FileStorage,
  renderer: ReceiptRenderer,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await keepReceipt({ db, registry: registry.current(), storage, renderer, now })));
}
