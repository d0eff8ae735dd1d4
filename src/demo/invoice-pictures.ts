import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pictures } from "../server/base/pictures.ts";
import { Semaphore } from "../server/base/semaphore.ts";
import type { FileStorage } from "../server/base/storage/storage.ts";
import type { MemoryDatabase } from "../server/engine/store/memory-store.ts";
import { placeOf, storedName } from "../server/engine/uploads/stored-name.ts";
import { entityOf } from "../server/engine/values/names.ts";
import type { Row } from "../shared/domain/cell.ts";
import { timeOf } from "../shared/domain/day.ts";
import { formatScaled, SCALE } from "../shared/domain/scaled.ts";
import type { Registry } from "../shared/registry/model.ts";
import { DEMO_STAMP, demoFile } from "./demo-files.ts";
import { put, type SeedUser, type ShopWorld } from "./world.ts";

/** What the code on an invoice calls its kind, by `InvType` (src/shared/domain/invoice-code.ts); from the third on they are digital. */
const KINDS = ["01", "04", "31", "32"] as const;
const FIRST_DIGITAL = 3;
const PREFIX = "demo-fp-";
/** Where on the sheet its code stands, in pixels, and how large one of its squares is. */
const CODE = { left: 24, top: 16, square: 3 } as const;
const ENTITIES = ["TaxInvoice", "FeeInvoice"] as const;
/** As many as there are threads to pack them: the disk takes what comes together in one go. */
const TOGETHER = 4;

/** They are written while a newcomer waits, and are small in any case. */
const PACKED = { compressionLevel: 2 } as const;

/** A picture of an invoice, as an upload of whoever enters it; {@link writeInvoicePictures} draws it. Returns its address. */
export async function photograph(world: ShopWorld, user: SeedUser, now: Date, number: string): Promise<string> {
  const name = `发票${number}.png`;
  const { url } = storedName(`${PREFIX}${world.plan.id}-${number}`, DEMO_STAMP + name);
  const [provid, createtime] = [user.provId === "" ? null : user.provId, timeOf(now)];
  await put(world, "Attachment", { url, name, mime: "image/png", provid, creator: user.userName, createtime });
  return url;
}

/** Draws the picture of each invoice of the demo whose file is missing: its code says what the invoice says. */
export async function writeInvoicePictures(memory: MemoryDatabase, registry: Registry, storage: FileStorage): Promise<void> {
  const draw = await painter();
  const together = new Semaphore(TOGETHER);
  const picture = async (row: Row) => {
    const place = placeOf(String(row.ImgUrl));
    if (place === null || !place.folder.startsWith(PREFIX) || (await storage.has(place.folder, place.file))) return;
    await storage.keep(place.folder, { [place.file]: await draw(row) });
  };
  const invoices = ENTITIES.flatMap((name) => memory.table(entityOf(registry, name)).all());
  await Promise.all(invoices.map((row) => together.run(() => picture(row))));
}

/** Paints the sheets of invoices; each kind's empty sheet is unpacked once. */
async function painter(): Promise<(invoice: Row) => Promise<Buffer>> {
  const [sharp, { prepareZXingModule, writeBarcode }] = await Promise.all([pictures(), import("zxing-wasm/writer")]);
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
