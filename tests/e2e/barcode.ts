import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator } from "@playwright/test";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** The barcodes on a picture of an element, as a scanner reads them: `Code128:DD…-1`. */
export async function scanBarcodes(element: Locator): Promise<string[]> {
  const found = await readBarcodes(new Blob([new Uint8Array(await element.screenshot())]), { tryHarder: true });
  return found.map((barcode) => `${barcode.format}:${barcode.text}`);
}
