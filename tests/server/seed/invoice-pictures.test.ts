import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { InvoicePictures } from "../../../src/demo/invoice-pictures.ts";
import { localStorage } from "../../../src/server/base/storage/local-storage.ts";
import { placeOf } from "../../../src/server/engine/uploads/stored-name.ts";
import { threadedCodeReader } from "../../../src/server/features/invoices/picture-codes/code-reader.ts";
import { readInvoiceCode } from "../../../src/shared/domain/invoice-code.ts";
import { formatScaled, SCALE } from "../../../src/shared/domain/scaled.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { memory, money, rowsOf, text } from "./fixtures/demo.ts";

/** The shop whose pictures are read, every one; of the other shops one of each kind, as reading takes longer than drawing. */
const READ = "0000000054";
const folder = mkdtempSync(join(tmpdir(), "scm-invoice-pictures-"));
const storage = localStorage(folder);
const pictures = () => readdirSync(folder).filter((name) => name.startsWith("demo-"));
const reader = threadedCodeReader(30);
afterAll(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the pictures of the demo's invoices", () => {
  it("are no longer kept once their making was given up", async () => {
    let [begun, kept] = [0, 0];
    const keep = async () => {
      begun++;
      await sleep(300);
      kept++;
    };
    const made = new InvoicePictures(memory, registry, { ...storage, has: async () => false, keep });
    made.draw();
    await vi.waitUntil(() => begun > 0, { timeout: 60_000, interval: 10 });
    await made.close();
    const before = kept;
    expect(before).toBeGreaterThan(0);
    await sleep(600);
    expect(kept).toBe(before);
  });

  it("carry a code that says what the invoice says, and are drawn once", async () => {
    const draw = async () => {
      const made = new InvoicePictures(memory, registry, storage);
      try {
        made.draw();
        made.draw();
        await made.drawn();
      } finally {
        await made.close();
      }
    };
    const times = () => pictures().map((name) => statSync(join(folder, name)).mtimeMs);
    await draw();
    const [drawn, before] = [pictures(), times()];
    await draw();
    expect([pictures(), times()]).toEqual([drawn, before]);

    const pictured = [...rowsOf("TaxInvoice"), ...rowsOf("FeeInvoice")].filter(({ ImgUrl }) => ImgUrl !== null);
    expect(drawn).toHaveLength(pictured.length);
    const read = new Map(pictured.map((row) => [row.SHOP_ID === READ ? text(row, "ImgUrl") : `${row.SHOP_ID} ${row.InvType}`, row]));
    expect(new Set([...read.values()].map(({ SHOP_ID }) => SHOP_ID))).toEqual(new Set(pictured.map(({ SHOP_ID }) => SHOP_ID)));
    for (const row of read.values()) {
      const place = placeOf(text(row, "ImgUrl"));
      const file = await storage.open(place?.folder ?? "", place?.file ?? "");
      if (file === null) throw new Error(`${row.ImgUrl} was not drawn`);
      const [code = ""] = await reader.read(await buffer(file.bytes));
      const { Code, Number: number, InvDate, InvType } = row;
      const amount = formatScaled(money(row, Number(InvType) > 2 ? "TotalMoney" : "netMoney"), SCALE.money);
      expect(readInvoiceCode(code), `${row.SHOP_ID} ${number}`).toMatchObject({
        code: Code ?? "",
        number,
        date: InvDate,
        amount,
        kind: InvType,
      });
    }
  });
});
