import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { callWithKey, type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";

interface Change {
  readonly change: "written" | "removed";
  readonly Id: number;
  readonly key?: Row;
  readonly row?: Row & { readonly lines?: readonly Row[] };
}

describeEngine("changes that are taken out", (open) => {
  let world: KeyedWorld;
  let key: string;
  beforeAll(async () => {
    world = await openKeyedWorld(open);
    key = await world.newKey("8901.out,9011.out,805.out,801.out", { rate: "6000" });
  });

  /** Everything after a cursor, in pages. */
  const takeAll = async (entity: string, cursor = "", limit = 500, mdl?: string) => {
    const rows: Change[] = [];
    for (let at = cursor; ; ) {
      const { Code, Result, body } = await callWithKey(world, key, `Out/${entity}`, {
        cursor: at,
        limit,
        ...(mdl !== undefined && { mdl }),
      });
      expect(Code, body).toBe(200);
      rows.push(...Result.rows);
      at = Result.cursor;
      if (!Result.more) return { rows, cursor: at };
    }
  };
  const store = <T>(work: (store: ReturnType<typeof sqlStore>) => Promise<T>) =>
    world.database.kysely.transaction().execute((trx) => work(sqlStore(trx, SHOP)));
  const entity = (name: string) => {
    const found = world.registry.entities[name];
    if (found === undefined) throw new Error(name);
    return found;
  };

  it("are all rows there are at first, with the lines of documents and the fields that the page names", async () => {
    const { rows } = await takeAll("Order", "", 2);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({
      change: "written",
      row: {
        Billid: "DD202506300001",
        provid: "102001",
        order_cost: "100.00",
        Statu: 10,
        lines: [{ GoodsName: "canary-of-102001", amount: "3.000" }],
      },
    });
    const page = await world.as("admin", "Module/8901/Get", { id: String(rows[0]?.Id) });
    const { id: _id, Id: _Id, lines: _lines, ...told } = { ...rows[0]?.row } as Row & { lines?: object };
    expect(page.Result.row).toMatchObject(told);
    expect(Object.keys(page.Result.row)).toEqual(expect.arrayContaining(Object.keys(told)));
  });

  it("are each told once, as the row is now, the oldest first; a removed one by its key", async () => {
    await world.put(
      "Store",
      ["A", "B", "C"].map((name) => ({ StoreId: name, StoreName: name, statu: 1 })),
    );
    const first = await takeAll("Store");
    expect(first.rows.map(({ row }) => row?.StoreId)).toEqual(["A", "B", "C"]);
    expect((await takeAll("Store", first.cursor)).rows).toEqual([]);
    await store((own) => own.update(entity("Store"), { StoreId: "A" }, { StoreName: "A1" }));
    await store((own) => own.update(entity("Store"), { StoreId: "C" }, { StoreName: "C1" }));
    await store((own) => own.update(entity("Store"), { StoreId: "A" }, { StoreName: "A2" }));
    await store((own) => own.remove(entity("Store"), { StoreId: "B" }));
    const then = await takeAll("Store", first.cursor);
    expect(then.rows.map(({ change, row, key: of }) => [change, row?.StoreName ?? of])).toEqual([
      ["written", "A2"],
      ["written", "C1"],
      ["removed", { StoreId: "B" }],
    ]);
    expect((await takeAll("Store", then.cursor)).rows).toEqual([]);
    // Whoever begins now never knew of B.
    expect((await takeAll("Store")).rows.map(({ row }) => row?.StoreName)).toEqual(["A2", "C1"]);
  });

  it("of a document are those of its lines, too", async () => {
    const { cursor } = await takeAll("Order");
    await store((own) => own.update(entity("OrderLine"), { Billid: "DD202506300002" }, { amount: 5000n }));
    const changed = await takeAll("Order", cursor);
    expect(changed.rows).toMatchObject([{ change: "written", row: { Billid: "DD202506300002", lines: [{ amount: "5.000" }] } }]);
    await store((own) => own.remove(entity("OrderLine"), { Billid: "DD202506300002" }));
    expect((await takeAll("Order", changed.cursor)).rows).toMatchObject([{ row: { Billid: "DD202506300002", lines: [] } }]);
  });

  it("are no changes where the row's version stays, as when it is printed", async () => {
    const { cursor, rows } = await takeAll("Order");
    await world.database.kysely
      .updateTable("order")
      .set({ Degree: 7 })
      .where("Id", "=", rows[0]?.Id ?? 0)
      .execute();
    expect((await takeAll("Order", cursor)).rows).toEqual([]);
  });

  it("of a page that shows some rows only are those, and who leaves it is called by his number alone", async () => {
    const asked = await callWithKey(world, key, "Out/User");
    expect(asked).toMatchObject({ Code: 400, Msg: expect.stringContaining("801（零售商用户）、805（供应商用户）") });
    const { rows, cursor } = await takeAll("User", "", 500, "805");
    expect(rows.map(({ row }) => row?.USER_ID)).toEqual(["s1", "s2", "s9"]);
    await store((own) => own.update(entity("User"), { USER_ID: "s9" }, { UserKind: "bidder" }));
    expect((await takeAll("User", cursor, 500, "805")).rows).toEqual([{ change: "removed", Id: rows[2]?.Id }]);
    await store((own) => own.update(entity("User"), { USER_ID: "s9" }, { UserKind: "supplier" }));
  });

  it("are refused with a limit, a cursor or a parameter that is none", async () => {
    for (const limit of [0, 2001, -1, "x", 1.5]) expect(await callWithKey(world, key, "Out/Store", { limit })).toMatchObject({ Code: 400 });
    for (const cursor of ["x", "AAAA", "{}"])
      expect(await callWithKey(world, key, "Out/Store", { cursor })).toMatchObject({
        Code: 400,
        Msg: expect.stringContaining("参数 cursor"),
      });
    const { cursor } = await takeAll("Order");
    expect(await callWithKey(world, key, "Out/Store", { cursor })).toMatchObject({
      Code: 409,
      Msg: expect.stringContaining("cursor 已失效"),
    });
    expect(await callWithKey(world, key, "Out/Store", { cursor: { $ne: 1 } })).toMatchObject({ Code: 400 });
  });

  describe("of tables that nobody follows", () => {
    it("cost nothing: they have no triggers", async () => {
      const triggers = async (table: string) => {
        const { rows } = await sql`
          select from pg_trigger where tgname like 'feed%' and tgrelid = to_regclass(quote_ident(${table}))`.execute(world.database.kysely);
        return rows.length;
      };
      expect([await triggers("goods"), await triggers("order"), await triggers("order_line")]).toEqual([0, 3, 3]);
    });
  });
});
