import { describe, expect, it } from "vitest";
import { ManualCache } from "../../../src/server/manual/build/manual-cache.ts";
import { renderManual } from "../../../src/server/manual/draw/render-manual.ts";
import type { Manual } from "../../../src/server/manual/manual.ts";
import { contextOf, manualOf, registryWith } from "./fixtures/manuals.ts";
import { readPdf } from "./fixtures/read-pdf.ts";

const registry = registryWith();
const supplier = contextOf(registry, { side: "supplier" });
const retailer = contextOf(registry, { side: "shop" });
const ofShop = (shopName: string) => contextOf(registry, { side: "shop", shopName });

/** A cache whose manuals are ready when the test says so. */
function openCache() {
  const begun: { readonly manual: Manual; readonly finish: () => void; readonly fail: () => void }[] = [];
  const cache = new ManualCache(
    (manual) =>
      new Promise((resolve, reject) => {
        begun.push({ manual, finish: () => resolve(Buffer.from(manual.title)), fail: () => reject(new Error("no ink")) });
      }),
  );
  const turn = async (count: number) => {
    for (let tries = 0; begun.length < count && tries < 100; tries += 1) await new Promise((resolve) => setImmediate(resolve));
    return begun[count - 1];
  };
  return { cache, begun, turn };
}

describe("the cache of manuals", () => {
  it("makes a manual once, however many ask at once and later", async () => {
    const { cache, begun, turn } = openCache();
    const asked = [cache.get(supplier), cache.get(supplier), cache.get({ ...supplier, viewer: { ...supplier.viewer, userId: "other" } })];
    (await turn(1))?.finish();
    const answers = await Promise.all([...asked, cache.get(supplier)]);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]?.toString()).toBe("供应商操作手册");
    expect(begun).toHaveLength(1);
  });

  it("makes one after the other", async () => {
    const { cache, begun, turn } = openCache();
    const [first, second] = [cache.get(supplier), cache.get(retailer)];
    (await turn(1))?.finish();
    expect(begun).toHaveLength(1);
    await first;
    (await turn(2))?.finish();
    expect((await second).toString()).toBe("零售商操作手册");
  });

  it("makes another one for another side, shop, day, profile and registry", async () => {
    const { cache, begun, turn } = openCache();
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
      const asked = cache.get(context);
      (await turn(index + 1))?.finish();
      await asked;
    }
    expect(begun).toHaveLength(contexts.length);
    await Promise.all(contexts.map((context) => cache.get(context)));
    expect(begun).toHaveLength(contexts.length);
  });

  it("does not remember a failure, nor is held up by it", async () => {
    const { cache, turn } = openCache();
    const failing = cache.get(supplier);
    (await turn(1))?.fail();
    await expect(failing).rejects.toThrow("no ink");
    const again = cache.get(supplier);
    (await turn(2))?.finish();
    expect((await again).toString()).toBe("供应商操作手册");
  });

  it("asks to come back when many are waiting, and keeps no more than twelve", async () => {
    const { cache, begun, turn } = openCache();
    const asked = Array.from({ length: 6 }, (_each, index) => cache.get(ofShop(`商场${index}`)));
    expect(() => cache.get(ofShop("一家太多"))).toThrow(expect.objectContaining({ code: 503, message: "操作手册生成中，请稍后再试" }));
    for (let index = 1; index <= 6; index += 1) (await turn(index))?.finish();
    await Promise.all(asked);
    for (let index = 6; index < 13; index += 1) {
      const next = cache.get(ofShop(`商场${index}`));
      (await turn(index + 1))?.finish();
      await next;
    }
    await cache.get(ofShop("商场12"));
    expect(begun).toHaveLength(13);
    void cache.get(ofShop("商场0")).catch(() => undefined);
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
