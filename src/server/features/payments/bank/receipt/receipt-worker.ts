import { parentPort } from "node:worker_threads";
import { drawReceipt, type Receipt } from "./draw-receipt.ts";

// The thread in which receipts become PDFs, one after the other: the font alone takes a moment that must not hold up the server.

if (!parentPort) throw new Error("receipt-worker runs as a worker thread only");
const port = parentPort;
port.on("message", async (receipt: Receipt) => {
  const bytes = new Uint8Array(await drawReceipt(receipt));
  port.postMessage(bytes, [bytes.buffer]);
});
