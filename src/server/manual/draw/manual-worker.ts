import { parentPort, workerData } from "node:worker_threads";
import type { Manual } from "../manual.ts";
import { writePdf } from "./write-pdf.ts";

// The thread in which one manual becomes a PDF: a second or two of work that must not hold up the server.

if (!parentPort) throw new Error("manual-worker runs as a worker thread only");
const bytes = new Uint8Array(await writePdf(workerData as Manual));
parentPort.postMessage(bytes, [bytes.buffer]);
