import { Worker } from "node:worker_threads";
import { askThread, threadFile } from "../../../../base/thread-file.ts";
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
      const bytes = await askThread<Uint8Array>(worker, receipt);
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
