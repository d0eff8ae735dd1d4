import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../../../src/demo/random.ts";
import { MemoryDatabase, memoryStore } from "../../../src/server/engine/store/memory-store.ts";
import type { Store } from "../../../src/server/engine/store/store.ts";
import { freshRow } from "../../../src/server/engine/store/stored-fields.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { Desk, SHOP } from "./fixtures/desk.ts";
import { entity } from "./fixtures/real-registry.ts";

const OTHER = "0000000123";
const stock = () => entity("Stock");

/** Random work that uses every part of the port. What it answers and leaves behind must not depend on the store. */
async function work(store: Store, seed: string): Promise<unknown[]> {
  const random = new Random(seed);
  const seen: unknown[] = [];
  const place = () => ({ StoreId: `S${random.int(1, 3)}`, GoodsId: `G${random.int(1, 4)}` });
  for (let n = 0; n < 60; n++) {
    const key = place();
    switch (random.int(0, 9)) {
      case 0:
        seen.push(await store.upsertAdd(stock(), [{ key, by: { amount: BigInt(random.int(-9, 99)) }, fresh: { provid: "1", cost: 5n } }]));
        break;
      case 1:
        seen.push(
          await store.update(stock(), { StoreId: key.StoreId }, { amount: { plus: 3n }, GoodsName: `n${n}`, lastin: "2025-06-30" }),
        );
        break;
      case 2:
        seen.push(await store.find(stock(), { GoodsId: key.GoodsId }, random.chance(50)));
        break;
      case 3:
        seen.push(await store.nextNumber(random.pick(["AA", "BB"]), random.pick(["2025-06-29", "2025-06-30"])));
        break;
      case 4:
        seen.push(await store.exists(stock(), key), await store.exists(stock(), { ...key, price: null }));
        break;
      case 5:
        if (random.chance(30)) seen.push(await store.remove(stock(), { StoreId: key.StoreId, GoodsId: key.GoodsId }));
        break;
      case 6:
        seen.push(
          await store.insert(entity("Message"), [
            { side: "shop", provid: key.GoodsId, title: `m${n}` },
            { side: "supplier", title: "另" },
          ]),
        );
        break;
      case 7:
        seen.push(await store.findIn(stock(), "GoodsId", ["G1", key.GoodsId, "nobody", "G1"], random.chance(50)));
        break;
      case 8: {
        const rows = await store.findIn(stock(), "StoreId", [key.StoreId]);
        const amounts = rows.map((row, at) => ({ ...row, amount: BigInt(at - 1), lastin: at % 2 === 0 ? null : "2025-06-29" }));
        seen.push(await store.updateEach(stock(), ["amount", "lastin"], amounts), await store.updateEach(stock(), [], rows.slice(0, 1)));
        break;
      }
      default: {
        const [row] = await store.find(stock(), { ...key, price: null });
        const expected = {
          id: Number(row?.Id ?? 0),
          field: "statu",
          from: random.pick([1, 0]),
          rowver: Number(row?.rowver ?? 1) - (random.chance(20) ? 1 : 0),
        };
        seen.push(await store.updateGuarded(stock(), expected, { statu: random.pick([0, 1]), amount: { plus: 1n } }));
        seen.push(await store.lock(stock(), [expected.id]));
      }
    }
  }
  for (const name of ["Stock", "Message"]) seen.push(await store.find(entity(name), {}));
  return seen;
}

describeEngine("the database and the memory agree", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    // The store says itself whose rows it means, as there may be no wall behind it.
    await takeWallDown(desk.database);
  });

  it.each([1, 2, 3, 4, 5])("on the same work, %s", async (n) => {
    const shopId = `000000099${n}`;
    const memory = new MemoryDatabase();
    const remembered = await work(memoryStore(memory, shopId), `seed ${n}`);
    const stored = await desk.work((store) => work(store, `seed ${n}`), shopId);
    expect(withoutIds(stored)).toEqual(withoutIds(remembered));
  });

  it("never leaves its shop", async () => {
    const row = await desk.put("Stock", { StoreId: "S", GoodsId: "G", amount: 5n }, OTHER);
    const id = Number(row.Id);
    const memory = new MemoryDatabase();
    const [kept] = await memoryStore(memory, OTHER).insert(stock(), [{ StoreId: "S", GoodsId: "G", amount: 5n }]);
    const attempts = async (store: Store, rowId: number) => [
      await store.find(stock(), { Id: rowId }),
      await store.lock(stock(), [rowId]),
      await store.update(stock(), { Id: rowId }, { amount: 0n }),
      await store.updateGuarded(stock(), { id: rowId, field: "statu", from: 1, rowver: 1 }, { statu: 0 }),
      await store.exists(stock(), { Id: rowId }),
      await store.findIn(stock(), "Id", [rowId]),
      await store.updateEach(stock(), ["amount"], [{ Id: rowId, amount: 0n }]),
      await store.remove(stock(), { Id: rowId }),
    ];
    const nothing = [[], [], 0, false, false, [], 0, 0];
    expect(await desk.work((store) => attempts(store, id))).toEqual(nothing);
    expect(await attempts(memoryStore(memory, "0000000175"), Number(kept?.Id))).toEqual(nothing);
    expect(await desk.find("Stock", { Id: id }, OTHER)).toEqual([row]);
    const [foreign] = await desk.work((store) => store.insert(stock(), [{ SHOP_ID: OTHER, StoreId: "S", GoodsId: "X" }]));
    expect(foreign).toMatchObject({ SHOP_ID: "0000000175" });
  });

  it("changes its own row and those of its market of what all shops share, and no other", async () => {
    await desk.db.insertInto("shop").values({ SHOP_ID: OTHER, ShopName: "别家", ShopKind: "retail" }).execute();
    const rename = (store: Store) => store.update(entity("Shop"), { SHOP_ID: OTHER }, { address: "新址" });
    expect(await desk.work(rename)).toBe(0);
    expect(await desk.work(rename, OTHER)).toBe(1);
    await desk.db.updateTable("shop").set({ MarketId: SHOP }).where("SHOP_ID", "=", OTHER).execute();
    expect(await desk.work(rename)).toBe(1);
  });

  it("adds and removes nothing of what all shops share, and says so", async () => {
    const shared = { code: 422, message: "商场/零售商由所有商场共用，不能在此新增或删除" };
    await expect(desk.work((store) => store.insert(entity("Shop"), [{ ShopName: "x" }]))).rejects.toMatchObject(shared);
    await expect(desk.work((store) => store.remove(entity("Shop"), { ShopName: "x" }))).rejects.toMatchObject(shared);
    await expect(memoryStore(new MemoryDatabase(), OTHER).remove(entity("Shop"), {})).rejects.toMatchObject(shared);
  });

  it("counts bill numbers by shop, prefix and day, also many at once", async () => {
    const numbers = await Promise.all(Array.from({ length: 20 }, () => desk.work((store) => store.nextNumber("QQ", "2025-06-30"))));
    expect(numbers.sort().at(0)).toBe("QQ202506300001");
    expect([new Set(numbers).size, numbers.at(-1)]).toEqual([20, "QQ202506300020"]);
    expect(await desk.work((store) => store.nextNumber("QQ", "2025-07-01"))).toBe("QQ202507010001");
    expect(await desk.work((store) => store.nextNumber("QQ", "2025-06-30"), OTHER)).toBe("QQ202506300001");
  });
});

describe("a new row", () => {
  it("begins with its initial values and states, and takes no unknown or computed field", () => {
    expect(freshRow(entity("Balance"), OTHER, { Billid: "JS1" })).toMatchObject({
      SHOP_ID: OTHER,
      B2b_statu: 0,
      Statu: 10,
      Isstop: false,
      TotalMoney: 0n,
      rowver: 1,
      auditor: null,
    });
    expect(() => freshRow(entity("Balance"), OTHER, { nothing: 1 })).toThrow("nothing");
    expect(() => freshRow(entity("Balance"), OTHER, { linecount: 1 })).toThrow("linecount");
  });

  it("is added to only by a declared unique key", async () => {
    const store = memoryStore(new MemoryDatabase(), OTHER);
    await expect(store.upsertAdd(stock(), [{ key: { GoodsId: "G" }, by: { amount: 1n }, fresh: {} }])).rejects.toThrow("no unique key");
  });
});

/** Ids come from sequences that other tests have used, too. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, one: unknown) => (name === "Id" ? "" : typeof one === "bigint" ? `${one}n` : one)));
}
