/// <reference types="zxing-wasm/imageData" />

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** A picture as its pixels: RGBA, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** What the thread answers: the texts of the QR codes on the picture, or what went wrong. */
export type CodesAnswer = { readonly texts: readonly string[] } | { readonly fault: string };

// The thread that looks for QR codes: pixels in, texts out. Whatever a picture does to the decoder, it does it here.

if (!parentPort) throw new Error("codes-worker runs as a worker thread only");
const port = parentPort;
// By itself the library would load its program from the internet.
const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

port.on("message", (pixels: Pixels) => void look(pixels));

async function look({ data, width, height }: Pixels): Promise<void> {
  try {
    const found = await readBarcodes({ data, width, height }, { formats: ["QRCode"], tryHarder: true, maxNumberOfSymbols: 8 });
    tell({ texts: found.filter(({ isValid }) => isValid).map(({ text }) => text) });
  } catch (error) {
    tell({ fault: error instanceof Error ? error.message : String(error) });
  }
}

function tell(answer: CodesAnswer): void {
  port.postMessage(answer);
}
