import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../../../src/demo/random.ts";
import { retrying } from "../../../src/server/db/errors.ts";
import { gathering } from "../../../src/server/engine/store/gathering-store.ts";
import { MemoryDatabase, memoryStore } from "../../../src/server/engine/store/memory-store.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Store } from "../../../src/server/engine/store/store.ts";
import { freshRow } from "../../../src/server/engine/store/stored-fields.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { Desk, SHOP } from "./fixtures/desk.ts";
import { entity } from "./fixtures/real-registry.ts";

const OTHER = "0000000123";
const stock = () => entity("Stock");
const tasks = () => entity("TaskState");

/** Random work that uses every part of the port. What it answers and leaves behind must not depend on the store. */
async function work(store: Store, seed: string): Promise<unknown[]> {
  const random = new Random(seed);
  const seen: unknown[] = [];
  const place = () => ({ StoreId: `S${random.int(1, 3)}`, GoodsId: `G${random.int(1, 4)}` });
  for (let n = 0; n < 60; n++) {
    const key = place();
    const task = () => ({ entity: "Stock", bllid: random.pick(["1", "2", "3"]), side: random.pick(["shop", "supplier"] as const) });
    switch (random.int(0, 16)) {
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
        seen.push(
          await store.pickIn(stock(), ["GoodsId", "amount", "lastin"], "GoodsId", ["G1", key.GoodsId, "G1"], { StoreId: key.StoreId }),
        );
        break;
      case 8: {
        const rows = await store.findIn(stock(), "StoreId", [key.StoreId]);
        const amounts = rows.map((row, at) => ({ ...row, amount: BigInt(at - 1), lastin: at % 2 === 0 ? null : "2025-06-29" }));
        seen.push(await store.updateEach(stock(), ["amount", "lastin"], amounts), await store.updateEach(stock(), [], rows.slice(0, 1)));
        break;
      }
      case 9: {
        const { bllid, ...match } = task();
        seen.push(await store.updateIn(tasks(), "bllid", [bllid, "2", "nobody"], match, { taskcount: 0 }));
        break;
      }
      case 10:
      case 11:
        seen.push(await store.upsertAdd(tasks(), [{ key: task(), by: { taskcount: random.int(1, 3) }, fresh: { provid: "1" } }]));
        break;
      case 12:
        seen.push(await store.insertLater(entity("Message"), [{ side: "shop", provid: key.GoodsId, title: `l${n}` }]));
        break;
      case 13:
        if (random.chance(20))
          seen.push(inOrder(await store.find(tasks(), { side: "shop" })), await store.find(entity("Message"), { side: "shop" }));
        break;
      case 14:
      case 15: {
        // As work over many rows does it: all are locked, each is changed once or twice, and some are looked at in between.
        const ids = (await store.find(stock(), { StoreId: key.StoreId })).map((row) => Number(row.Id));
        for (const { GoodsId } of await store.lock(stock(), ids)) {
          const [row] = (await store.lock(stock(), ids)).filter((one) => one.GoodsId === GoodsId);
          const id = Number(row?.Id);
          const expected = { id, field: "statu", from: random.pick([row?.statu ?? null, 1]), rowver: Number(row?.rowver) };
          seen.push(await store.updateGuarded(stock(), expected, { statu: random.pick([0, 1]), amount: { plus: BigInt(n) } }));
          const change = random.pick([{ GoodsName: `c${n}` }, { lastin: null, amount: { plus: -1n } }, { statu: 1, amount: { plus: 2n } }]);
          if (random.chance(60)) seen.push(await store.update(stock(), { Id: id }, change));
          if (random.chance(15)) seen.push(await store.find(stock(), { GoodsId: GoodsId ?? null }));
          if (random.chance(15)) seen.push(await store.update(stock(), { Id: id, GoodsId: GoodsId ?? null }, { price: 7n }));
        }
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

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("on work over many rows, of which much is written together, %s", async (n) => {
    const shopId = `000000098${n}`;
    const memory = new MemoryDatabase();
    const remembered = await work(memoryStore(memory, shopId), `many ${n}`);
    const stored = await desk.work(async (store) => {
      const gathered = gathering(store);
      const seen = await work(gathered.store, `many ${n}`);
      await gathered.write();
      return seen;
    }, shopId);
    expect(withoutIds(stored)).toEqual(withoutIds(remembered));
    const left = async (store: Store) => withoutIds(inOrder(await store.find(tasks(), {})));
    expect(await desk.work(left, shopId)).toEqual(await left(memoryStore(memory, shopId)));
  });

  it("reads what is locked, and lines of it, once, and knows what the work has made of them", async () => {
    const [balance, line] = [entity("Balance"), entity("BalanceLine")];
    const heads: number[] = [];
    for (const Billid of ["JSA", "JSB", "JSC"]) {
      heads.push(Number((await desk.put("Balance", { Billid, provid: "105001", TotalMoney: 1n })).Id));
      for (const LineNo of [1, 2]) await desk.put("BalanceLine", { Billid, LineNo, provid: "105001", checked: LineNo === 1 });
    }
    const [first = 0, second = 0] = heads;
    await desk.work(async (plain) => {
      let asked = 0;
      const counting = { ...plain, findIn: (...args: Parameters<Store["findIn"]>) => ++asked && plain.findIn(...args) } as Store;
      const { store } = gathering({ ...counting, lock: (...args) => ++asked && plain.lock(...args) } as Store);
      const numbers = async (Billid: string, more = {}) => (await store.find(line, { Billid, ...more })).map(({ LineNo }) => LineNo);
      await store.lock(balance, [first, second]);
      expect([await numbers("JSA"), await numbers("JSA", { checked: true }), await numbers("JSB"), asked]).toEqual([
        [1, 2],
        [1],
        [1, 2],
        2,
      ]);
      // Nobody has locked it.
      expect([await numbers("JSC"), asked]).toEqual([[1, 2], 2]);
      await store.insert(line, [{ Billid: "JSB", LineNo: 3, provid: "105001" }]);
      expect(await numbers("JSB")).toEqual([1, 2, 3]);
      await store.update(line, { Billid: "JSA", LineNo: 1 }, { checked: false });
      expect([await numbers("JSA", { checked: true }), asked]).toEqual([[], 4]);
      expect((await store.lock(balance, [second, first])).map(({ Billid }) => Billid)).toEqual(["JSA", "JSB"]);
      expect(asked).toBe(4);
      expect(await store.updateGuarded(balance, { id: first, field: "B2b_statu", from: 0, rowver: 1 }, { B2b_statu: 10 })).toBe(true);
      // It stays locked, and so do its lines.
      expect([await numbers("JSB"), await numbers("JSA"), asked]).toEqual([[1, 2, 3], [1, 2], 4]);
      // What becomes of it is known, and nobody has to be asked.
      expect(await store.lock(balance, [first])).toMatchObject([{ B2b_statu: 10, rowver: 2 }]);
      expect((await store.lock(balance, [second])).length + asked).toBe(5);
      const ofOthers = await plain.find(balance, { Id: first });
      expect(ofOthers).toMatchObject([{ B2b_statu: 0, rowver: 1 }]);
      // Somebody looks at statements.
      expect(await store.find(balance, { Id: first })).toMatchObject([{ B2b_statu: 10, rowver: 2 }]);
    });
  });

  it("locks what names a locked document together with what names those after it, once, until the work writes it", async () => {
    const [balance, plan] = [entity("Balance"), entity("BalancePlan")];
    const heads: number[] = [];
    for (const Billid of ["JSP", "JSQ"]) {
      heads.push(Number((await desk.put("Balance", { Billid, provid: "105001" })).Id));
      for (const stt of [1, 2]) await desk.put("BalancePlan", { Billid: `JH${Billid}${stt}`, BalaBillid: Billid, provid: "105001", stt });
    }
    await desk.put("BalancePlan", { Billid: "JHJSR", BalaBillid: "JSR", provid: "105001", stt: 1 });
    await desk.work(async (plain) => {
      let asked = 0;
      const counting = { ...plain, find: (...args: Parameters<Store["find"]>) => ++asked && plain.find(...args) } as Store;
      const { store } = gathering({
        ...counting,
        findIn: (...args: Parameters<Store["findIn"]>) => ++asked && plain.findIn(...args),
      } as Store);
      const states = async (BalaBillid: string, more = {}) =>
        (await store.find(plan, { BalaBillid, ...more }, true)).map(({ stt }) => stt).sort();
      await store.lock(balance, heads);
      expect([await states("JSP"), await states("JSP", { stt: 2 }), await states("JSQ"), asked]).toEqual([[1, 2], [2], [1, 2], 1]);
      // Nobody has locked what it names.
      expect([await states("JSR"), asked]).toEqual([[1], 2]);
      const [first] = await store.find(plan, { BalaBillid: "JSP", stt: 1 }, true);
      await store.update(plan, { Id: Number(first?.Id) }, { stt: 3 });
      expect([await states("JSQ"), asked]).toEqual([[1, 2], 2]);
      expect([await states("JSP"), asked]).toEqual([[2, 3], 3]);
      await store.insert(plan, [{ Billid: "JHJSQ4", BalaBillid: "JSQ", provid: "105001", stt: 4 }]);
      expect(await states("JSQ")).toEqual([1, 2, 4]);
      await store.update(plan, { Id: Number(first?.Id) }, { BalaBillid: "JSQ" });
      expect([await states("JSP"), await states("JSQ")]).toEqual([[2], [1, 2, 3, 4]]);
    });
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

  it("writes and finds what a column holds now, whatever it held when the connection first read the same words", async () => {
    const { Id } = await desk.put("Stock", { StoreId: "S9", GoodsId: "G9" });
    const { lastin } = stock().fields;
    if (lastin === undefined) throw new Error("no such field");
    const later = { ...stock(), fields: { ...stock().fields, lastin: { ...lastin, type: "datetime" as const } } };
    const time = "2025-06-30 14:05:00";
    await desk.db.connection().execute(async (one) => {
      const on = <T>(run: (store: Store) => Promise<T>) => one.transaction().execute((trx) => run(sqlStore(trx, SHOP)));
      const key = { StoreId: "S9", GoodsId: "G9" };
      for (const day of ["2025-06-28", "2025-06-29"]) {
        await on((store) => store.update(stock(), { Id: Id ?? null }, { lastin: day }));
        expect(await on((store) => store.exists(stock(), { lastin: day }))).toBe(true);
        await on((store) => store.upsertAdd(stock(), [{ key: { ...key, GoodsId: day }, by: { amount: 1n }, fresh: { lastin: day } }]));
      }
      await sql`alter table stock alter column lastin type timestamp(0) with time zone using lastin`.execute(one);
      try {
        // Without a change of what is read nothing says that the connection's words are old.
        await on((store) => store.update(later, { Id: Id ?? null }, { lastin: time }));
        expect(await on((store) => store.exists(later, { lastin: time }))).toBe(true);
        await on((store) => store.upsertAdd(later, [{ key: { ...key, GoodsId: "new" }, by: { amount: 1n }, fresh: { lastin: time } }]));
        const rows = await retrying(() => on((store) => store.findIn(later, "GoodsId", ["G9", "new"])));
        expect(rows.map((row) => row.lastin)).toEqual([time, time]);
      } finally {
        await sql`alter table stock alter column lastin type date using lastin::date`.execute(one);
      }
    });
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

/** Rows in an order that is not that of writing. */
const inOrder = (rows: readonly unknown[]): unknown[] => [...rows].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
const orderOf = (row: unknown): string => JSON.stringify(withoutIds(row));

/** Ids come from sequences that other tests have used, too. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, one: unknown) => (name === "Id" ? "" : typeof one === "bigint" ? `${one}n` : one)));
}
