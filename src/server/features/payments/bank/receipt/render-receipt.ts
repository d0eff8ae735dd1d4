import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { threadFile } from "../../../../base/thread-file.ts";
import type { Receipt } from "./draw-receipt.ts";

/** How long the thread waits for the next receipt before it ends. */
const IDLE_MS = 5000;

/** Draws receipts as PDFs in a thread of its own, which lives as long as there is work. One caller at a time. */
export class ReceiptRenderer {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  async render(receipt: Receipt): Promise<Buffer> {
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(threadFile(import.meta.url, "receipt-worker"));
    const worker = this.#worker;
    worker.ref();
    try {
      const bytes = await ask(worker, receipt);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      this.close();
      throw error;
    } finally {
      worker.unref();
      this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  /** Ends the thread; the next receipt starts another. */
  close(): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate().catch(() => undefined);
    this.#worker = undefined;
  }
}

/** Sends one receipt and waits for its bytes, or for the end of the thread. */
async function ask(worker: Worker, receipt: Receipt): Promise<Uint8Array> {
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const done = once(worker, "message", { signal }) as Promise<[Uint8Array]>;
    const gone = once(worker, "exit", { signal });
    worker.postMessage(receipt);
    // Whichever loses is given up below; it must not be reported as a failure of its own.
    gone.catch(() => undefined);
    done.catch(() => undefined);
    const [first] = (await Promise.race([done, gone])) as [unknown];
    if (first instanceof Uint8Array) return first;
    throw new Error(`the thread that draws receipts ended with code ${String(first)}`);
  } finally {
    answered.abort();
  }
}
