import { parentPort } from "node:worker_threads";
import { type PaperOrder, writeSheets } from "./write-sheets.ts";

/** What the thread answers: a PDF, that it would have too many sheets, or what went wrong. */
export type PaperAnswer = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly isTooLong: true } | { readonly fault: string };

// The thread in which documents become sheets of a PDF: seconds of work where there are many, which must not hold up the server.

if (!parentPort) throw new Error("paper-worker runs as a worker thread only");
const port = parentPort;
port.on("message", (order: PaperOrder) => void draw(order));

async function draw(order: PaperOrder): Promise<void> {
  try {
    const written = await writeSheets(order);
    if (written === null) return tell({ isTooLong: true });
    const bytes = new Uint8Array(written);
    tell({ bytes }, [bytes.buffer]);
  } catch (error) {
    tell({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function tell(answer: PaperAnswer, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(answer, transfer);
}
