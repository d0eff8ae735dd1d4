import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { forTenant } from "../../../src/server/db/driver/tenant-statements.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { empty, go, oneEntity, SHOP, serve, typed } from "../models/data/data-world.ts";

const OTHER = "0000000002";

/** Rows of suppliers, named by this field. */
const owned = (supplierField: string) =>
  oneEntity([typed("x", "int"), typed(supplierField, "string")], { tenancy: "shop+supplier", supplierField });

describeEngine("the wall between tenants", (open) => {
  let db: Db;
  beforeEach(async () => {
    db ??= (await open()).kysely;
    await empty(db);
    await serve(db, owned("provid"));
    const row = (SHOP_ID: string, provid: string, x: number) => ({ SHOP_ID, provid, x });
    await db
      .insertInto("sample")
      .values([row(SHOP, "001", 1), row(SHOP, "002", 2), row(OTHER, "001", 3)])
      .execute();
  });
  const seen = async (as: Db) => (await as.selectFrom("sample").select("x").orderBy("x").execute()).map(({ x }) => x);
  const shop = (id = SHOP) => forTenant(db, { as: "shop", shop: id });
  const supplier = (id: string, at = SHOP) => forTenant(db, { as: "supplier", shop: at, supplier: id });

  it("gives a statement the rows of whom it says, and nobody's where it says nobody in particular", async () => {
    expect(await seen(shop())).toEqual([1, 2]);
    expect(await seen(shop(OTHER))).toEqual([3]);
    expect(await seen(supplier("001"))).toEqual([1]);
    expect(await seen(supplier("001", OTHER))).toEqual([3]);
    expect(await seen(supplier(""))).toEqual([]);
    expect(await seen(supplier("001' or true --"))).toEqual([]);
    expect(await seen(forTenant(db, { as: "signIn", shop: "" }))).toEqual([]);
    expect(await seen(forTenant(db, { as: "market", shop: SHOP }))).toEqual([1, 2]);
  });

  it("is asked anew for each statement of a transaction, and after a step back", async () => {
    await shop()
      .transaction()
      .execute(async (trx) => {
        const of = (id: string) => forTenant(trx, { as: "supplier", shop: SHOP, supplier: id });
        expect([await seen(trx), await seen(of("001")), await seen(of("002")), await seen(trx)]).toEqual([[1, 2], [1], [2], [1, 2]]);
        await sql`savepoint step`.execute(trx);
        expect(await seen(of("002"))).toEqual([2]);
        await expect(sql`select 1 / 0`.execute(trx)).rejects.toThrow("division by zero");
        await sql`rollback to savepoint step`.execute(trx);
        expect([await seen(of("002")), await seen(trx)]).toEqual([[2], [1, 2]]);
      });
  });

  it("stands after a transaction that failed, on the same connection and however often", async () => {
    for (let times = 0; times < 3; times += 1) {
      const failing = db.transaction().execute(async (trx) => {
        await expect(sql`select 1 / 0`.execute(trx)).rejects.toThrow("division by zero");
        await seen(forTenant(trx, { as: "supplier", shop: SHOP, supplier: "001" }));
      });
      await expect(failing).rejects.toThrow("current transaction is aborted");
      expect([await seen(supplier("001")), await seen(supplier("002")), await seen(shop(OTHER))]).toEqual([[1], [2], [3]]);
    }
  });

  it("changes and adds no row for another", async () => {
    const set = (as: Db, to: Record<string, unknown>) => as.updateTable("sample").set(to).executeTakeFirst();
    expect((await set(supplier("001"), { x: 9 })).numUpdatedRows).toBe(1n);
    expect((await shop().deleteFrom("sample").where("x", "=", 3).executeTakeFirst()).numDeletedRows).toBe(0n);
    await expect(set(supplier("001"), { provid: "002" })).rejects.toThrow("row-level security");
    await expect(set(shop(), { SHOP_ID: OTHER })).rejects.toThrow("row-level security");
    await expect(shop().insertInto("sample").values({ SHOP_ID: OTHER, provid: "001", x: 5 }).execute()).rejects.toThrow(
      "row-level security",
    );
    expect(await seen(db)).toEqual([2, 3, 9]);
  });

  it("stands over the new column where another field names the supplier", async () => {
    await go(db, owned("provid"), owned("PROV_ID"));
    expect(await seen(supplier("001"))).toEqual([]);
    await db.updateTable("sample").set({ PROV_ID: "001" }).where("x", "=", 2).execute();
    expect(await seen(supplier("001"))).toEqual([2]);
    await go(db, owned("PROV_ID"), owned("provid"));
    expect(await seen(supplier("001"))).toEqual([1]);
  });

  it("is not slower than the condition it repeats: the same index answers, and no row is asked", async () => {
    await sql`insert into sample ("SHOP_ID", provid, x) select ${OTHER}, 'p' || n, n from generate_series(1, 20000) n`.execute(db);
    await sql`analyze sample`.execute(db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain (costs off) select sum(x) from sample where "SHOP_ID" = ${SHOP} and provid = ${"001"}`.execute(supplier("001"));
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Cond:.*SHOP_ID.*/);
    expect(plan).not.toMatch(/\n +Filter:/);
  });
});
