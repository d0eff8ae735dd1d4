import { parentPort, workerData } from "node:worker_threads";
import { writePdf } from "./draw/write-pdf.ts";
import type { Manual } from "./manual.ts";

// The thread in which one manual becomes a PDF: a second or two of work that must not hold up the server.

if (!parentPort) throw new Error("manual-worker runs as a worker thread only");
const bytes = new Uint8Array(await writePdf(workerData as Manual));
parentPort.postMessage(bytes, [bytes.buffer]);
