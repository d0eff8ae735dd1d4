import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../../src/server/db/connect.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { convert, empty, go, oneEntity, SHOP, serve, typed } from "./data-world.ts";

const AS_MONEY = oneEntity([typed("title", "string"), typed("cost", "money"), typed("sum", "money")]);
const AS_PRICE = oneEntity([typed("title", "string"), typed("cost", "price", { convert: convert("money") }), typed("sum", "money")]);

describeEnginesInLong("prices that were stored as money", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const stored = async () => {
    const db = database.kysely;
    await empty(db);
    await serve(db, AS_MONEY);
    const rows = [null, "0", "1", "-1", "1250", "999999999999999"].map((cost) => ({ SHOP_ID: SHOP, title: "a", cost, sum: cost }));
    await db.insertInto("sample").values(rows).execute();
    return db;
  };
  const WANTED = [null, "0", "100", "-100", "125000", "99999999999999900"];
  const told = async () => {
    const { rows } = await sql<{ cost: string | null; sum: string | null }>`select cost, sum from sample order by "Id"`.execute(
      database.kysely,
    );
    const texts = rows.map(({ cost, sum }) => [cost, sum].map((value) => value && String(value)));
    return { costs: texts.map(([cost]) => cost), sums: texts.map(([, sum]) => sum) };
  };
  const SUMS = [null, "0", "1", "-1", "1250", "999999999999999"];

  it("have four decimals after a step, and a start later changes nothing", async () => {
    const db = await stored();
    await go(db, AS_MONEY, AS_PRICE);
    expect(await told()).toEqual({ costs: WANTED, sums: SUMS });
    await serve(db, AS_PRICE);
    expect(await told()).toEqual({ costs: WANTED, sums: SUMS });
  });

  it("have them too where nobody wrote down what they were, once", async () => {
    const db = await stored();
    for (const _ of [1, 2]) {
      await serve(db, AS_PRICE);
      expect(await told()).toEqual({ costs: WANTED, sums: SUMS });
    }
    await expect(db.updateTable("sample").set({ cost: "100000000000000000" }).execute()).rejects.toMatchObject({ code: "23514" });
  });
});
