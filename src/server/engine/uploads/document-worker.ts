import { parentPort } from "node:worker_threads";
import { docxFaults } from "./docx-faults.ts";
import { pdfFaults } from "./pdf-faults.ts";

/** A document to be looked at. */
export interface DocumentQuestion {
  readonly type: "pdf" | "docx";
  readonly bytes: Uint8Array;
}

/** What is wrong with it, in Chinese. */
export interface DocumentAnswer {
  readonly faults: readonly string[];
}

// The thread that looks into documents: bytes in, faults out. Whatever a document does to its reader, it does it here.

if (!parentPort) throw new Error("document-worker runs as a worker thread only");
const port = parentPort;

port.on("message", (question: DocumentQuestion) => void answer(question));

async function answer({ type, bytes }: DocumentQuestion): Promise<void> {
  const faults = type === "pdf" ? await pdfFaults(bytes) : docxFaults(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  port.postMessage({ faults } satisfies DocumentAnswer);
}
