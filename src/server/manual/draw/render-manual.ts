import { Worker } from "node:worker_threads";
import { threadFile } from "../../base/thread-file.ts";
import type { Manual } from "../manual.ts";

/** The manual as a PDF, made in a thread of its own; given up when `stopping` aborts. */
export function renderManual(manual: Manual, stopping: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadFile(import.meta.url, "manual-worker"), { workerData: manual });
    const stop = () => void worker.terminate();
    stopping.addEventListener("abort", stop, { once: true });
    worker.once("message", (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
    worker.once("error", reject);
    worker.once("exit", (code) => {
      stopping.removeEventListener("abort", stop);
      // After a message or an error this changes nothing.
      reject(new Error(`the thread that draws manuals ended with code ${code}`));
    });
    if (stopping.aborted) stop();
  });
}
