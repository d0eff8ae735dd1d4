import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { pictures } from "../server/base/pictures.ts";
import { Semaphore } from "../server/base/semaphore.ts";
import type { Row } from "../shared/domain/cell.ts";
import { formatScaled, SCALE } from "../shared/domain/scaled.ts";
import { demoFile } from "./demo-files.ts";

// The thread that draws the demo's invoices: rows in, pictures out.

/** What the code on an invoice calls its kind, by `InvType` (src/shared/domain/invoice-code.ts); from the third on they are digital. */
const KINDS = ["01", "04", "31", "32"] as const;
const FIRST_DIGITAL = 3;
/** Where on the sheet its code stands, in pixels, and how large one of its squares is. */
const CODE = { left: 24, top: 16, square: 3 } as const;
/** As many as there are threads to pack them: the disk takes what comes together in one go. */
const TOGETHER = 4;

/** They are written while a newcomer waits, and are small in any case. */
const PACKED = { compressionLevel: 2 } as const;

if (!parentPort) throw new Error("invoice-worker runs as a worker thread only");
const port = parentPort;
const painting = painter();

port.on("message", async (rows: readonly Row[]) => {
  const [draw, together] = [await painting, new Semaphore(TOGETHER)];
  const drawn = await Promise.all(rows.map((row) => together.run(() => draw(row))));
  port.postMessage(drawn);
});

/** Paints the sheets of invoices; each kind's empty sheet is unpacked once. */
async function painter(): Promise<(invoice: Row) => Promise<Buffer>> {
  const sharp = await pictures();
  // By itself the library would load its program from the internet.
  const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const sheets = await Promise.all(
    KINDS.map((_, n) => sharp(demoFile("invoice", n)).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  return async (invoice) => {
    const sheet = sheets[Number(invoice.InvType) - 1];
    if (sheet === undefined) throw new Error(`an invoice of kind ${invoice.InvType}`);
    const { width, height } = sheet.info;
    const pixels = Buffer.from(sheet.data);
    const { symbol } = await writeBarcode(textOf(invoice), { format: "QRCode" });
    const line = Buffer.alloc(symbol.width * CODE.square * 3);
    for (let y = 0; y < symbol.height; y++) {
      for (let x = 0; x < symbol.width; x++)
        line.fill(symbol.data[y * symbol.width + x] ?? 0, x * CODE.square * 3, (x + 1) * CODE.square * 3);
      for (let n = 0; n < CODE.square; n++) line.copy(pixels, ((CODE.top + y * CODE.square + n) * width + CODE.left) * 3);
    }
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .png(PACKED)
      .toBuffer();
  };
}

/** The text of an invoice's code: paper tells the amount without tax, digital ones with it. */
function textOf({ InvType, Code, Number: number, InvDate, netMoney, TotalMoney }: Row): string {
  const money = Number(InvType) >= FIRST_DIGITAL ? TotalMoney : netMoney;
  const day = String(InvDate).replaceAll("-", "");
  return ["01", KINDS[Number(InvType) - 1], Code ?? "", number, formatScaled(BigInt(String(money)), SCALE.money), day, "", "DEMO"].join(
    ",",
  );
}
