import { describe, expect, it } from "vitest";
import type { Manual } from "../../../src/server/manual/manual.ts";
import { ManualShelf } from "../../../src/server/manual/manual-shelf.ts";
import { renderManual } from "../../../src/server/manual/render-manual.ts";
import { contextOf, manualOf, registryWith } from "./fixtures/manuals.ts";
import { readPdf } from "./fixtures/read-pdf.ts";

const registry = registryWith();
const supplier = contextOf(registry, { side: "supplier" });
const retailer = contextOf(registry, { side: "shop" });
const ofShop = (shopName: string) => contextOf(registry, { side: "shop", shopName });

/** A shelf whose manuals are ready when the test says so. */
function openShelf() {
  const begun: { readonly manual: Manual; readonly finish: () => void; readonly fail: () => void }[] = [];
  const shelf = new ManualShelf(
    (manual) =>
      new Promise((resolve, reject) => {
        begun.push({ manual, finish: () => resolve(Buffer.from(manual.title)), fail: () => reject(new Error("no ink")) });
      }),
  );
  const turn = async (count: number) => {
    for (let tries = 0; begun.length < count && tries < 100; tries += 1) await new Promise((resolve) => setImmediate(resolve));
    return begun[count - 1];
  };
  return { shelf, begun, turn };
}

describe("the shelf of manuals", () => {
  it("makes a manual once, however many ask at once and later", async () => {
    const { shelf, begun, turn } = openShelf();
    const asked = [shelf.get(supplier), shelf.get(supplier), shelf.get({ ...supplier, viewer: { ...supplier.viewer, userId: "other" } })];
    (await turn(1))?.finish();
    const answers = await Promise.all([...asked, shelf.get(supplier)]);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]?.toString()).toBe("供应商操作手册");
    expect(begun).toHaveLength(1);
  });

  it("makes one after the other", async () => {
    const { shelf, begun, turn } = openShelf();
    const [first, second] = [shelf.get(supplier), shelf.get(retailer)];
    (await turn(1))?.finish();
    expect(begun).toHaveLength(1);
    await first;
    (await turn(2))?.finish();
    expect((await second).toString()).toBe("零售商操作手册");
  });

  it("makes another one for another side, shop, day, profile and registry", async () => {
    const { shelf, begun, turn } = openShelf();
    const other = registryWith({ "modules.json": ((menu: { title: string }) => Object.assign(menu, { title: "新系统" })) as never });
    const profiled = Object.keys(registry.shopProfiles)[0] ?? "";
    const contexts = [
      supplier,
      retailer,
      ofShop("别的商场"),
      contextOf(registry, { side: "supplier", now: new Date("2025-07-01T00:00:00+08:00") }),
      contextOf(registry, { side: "supplier", shopId: profiled }),
      contextOf(other, { side: "supplier" }),
    ];
    for (const [index, context] of contexts.entries()) {
      const asked = shelf.get(context);
      (await turn(index + 1))?.finish();
      await asked;
    }
    expect(begun).toHaveLength(contexts.length);
    await Promise.all(contexts.map((context) => shelf.get(context)));
    expect(begun).toHaveLength(contexts.length);
  });

  it("does not remember a failure, nor is held up by it", async () => {
    const { shelf, turn } = openShelf();
    const failing = shelf.get(supplier);
    (await turn(1))?.fail();
    await expect(failing).rejects.toThrow("no ink");
    const again = shelf.get(supplier);
    (await turn(2))?.finish();
    expect((await again).toString()).toBe("供应商操作手册");
  });

  it("asks to come back when many are waiting, and keeps no more than twelve", async () => {
    const { shelf, begun, turn } = openShelf();
    const asked = Array.from({ length: 6 }, (_each, index) => shelf.get(ofShop(`商场${index}`)));
    expect(() => shelf.get(ofShop("一家太多"))).toThrow(expect.objectContaining({ code: 503, message: "操作手册生成中，请稍后再试" }));
    for (let index = 1; index <= 6; index += 1) (await turn(index))?.finish();
    await Promise.all(asked);
    for (let index = 6; index < 13; index += 1) {
      const next = shelf.get(ofShop(`商场${index}`));
      (await turn(index + 1))?.finish();
      await next;
    }
    await shelf.get(ofShop("商场12"));
    expect(begun).toHaveLength(13);
    void shelf.get(ofShop("商场0")).catch(() => undefined);
    expect((await turn(14))?.manual.shopName).toBe("商场0");
  });
});

describe("the thread", () => {
  const manual = manualOf(registry, { side: "supplier" });

  it("draws a manual while others are served", async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    const bytes = await renderManual(manual, new AbortController().signal);
    clearInterval(timer);
    expect(readPdf(bytes).pages.length).toBeGreaterThan(20);
    expect(turns).toBeGreaterThan(10);
  });

  it("is given up when the server stops", async () => {
    const stopping = new AbortController();
    const drawing = renderManual(manual, stopping.signal);
    stopping.abort();
    await expect(drawing).rejects.toThrow("ended with code");
    await expect(renderManual(manual, stopping.signal)).rejects.toThrow("ended with code");
  });
});
