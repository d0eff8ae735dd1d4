import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Database, Db } from "../../../src/server/db/connect.ts";
import { retrying } from "../../../src/server/db/errors.ts";
import { describeEngines } from "./fixtures/test-database.ts";

const UNDO = new Error("undo");

describeEngines("transactions", (open) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    await sql`create table bill (id int8 primary key, statu int4 not null)`.execute(db);
  });

  const states = async (): Promise<unknown> =>
    (await db.selectFrom("bill").select(["id", "statu"]).orderBy("id").execute()).map(Object.values);

  it("rolls back as a whole, and to a savepoint", async () => {
    const work = db.transaction().execute(async (outer) => {
      await outer.insertInto("bill").values({ id: 1, statu: 10 }).execute();
      throw UNDO;
    });
    await expect(work).rejects.toBe(UNDO);
    expect(await states()).toEqual([]);

    const trx = await db.startTransaction().execute();
    await trx.insertInto("bill").values({ id: 1, statu: 10 }).execute();
    const inner = await trx.savepoint("inner").execute();
    await inner.insertInto("bill").values({ id: 2, statu: 10 }).execute();
    await expect(inner.insertInto("bill").values({ id: 1, statu: 10 }).execute()).rejects.toMatchObject({ code: "23505" });
    const back = await inner.rollbackToSavepoint("inner").execute();
    await back.insertInto("bill").values({ id: 3, statu: 10 }).execute();
    await back.commit().execute();
    expect(await states()).toEqual([
      ["1", 10],
      ["3", 10],
    ]);
  });

  it("tells how many rows each statement changed", async () => {
    const changed = await db.updateTable("bill").set({ statu: 20 }).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    expect((await db.updateTable("bill").set({ statu: 20 }).where("id", "=", 99).executeTakeFirst()).numUpdatedRows).toBe(0n);
    expect((await sql`update bill set statu = 20 returning id`.execute(db)).numAffectedRows).toBe(2n);
    expect((await db.deleteFrom("bill").where("id", "=", 3).executeTakeFirst()).numDeletedRows).toBe(1n);
  });

  it("gives one winner of 50 guarded updates at once", async () => {
    const confirm = (): Promise<bigint> =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_sleep(0.001)`.execute(trx);
        const result = await trx.updateTable("bill").set({ statu: 50 }).where("id", "=", 1).where("statu", "=", 20).executeTakeFirst();
        return result.numUpdatedRows;
      });
    const won = await Promise.all(Array.from({ length: 50 }, confirm));
    expect(won.filter((rows) => rows === 1n)).toHaveLength(1);
  });

  it("keeps transactions apart", async () => {
    const add = (): Promise<unknown> =>
      retrying(
        () =>
          db
            .transaction()
            .setIsolationLevel("serializable")
            .execute(async (trx) => {
              const { statu } = await trx.selectFrom("bill").select("statu").where("id", "=", 1).executeTakeFirstOrThrow();
              await trx
                .updateTable("bill")
                .set({ statu: Number(statu) + 1 })
                .where("id", "=", 1)
                .execute();
            }),
        30,
      );
    await Promise.all(Array.from({ length: 10 }, add));
    expect(await states()).toEqual([["1", 60]]);
  });

  it("lifts the time limit where asked, on one connection", async () => {
    const seen = await database.withoutTimeouts(async (one) => {
      await sql`create temp table mine (id int)`.execute(one);
      return (await sql`select count(*)::int as n from mine`.execute(one)).rows;
    });
    expect(seen).toEqual([{ n: 0 }]);
    await expect(database.withoutTimeouts(() => Promise.reject(UNDO))).rejects.toBe(UNDO);
  });

  it("closes once, and then refuses", async () => {
    await Promise.all([database.close(), database.close()]);
    await expect(sql`select 1`.execute(db)).rejects.toThrow();
    expect(await database.ping()).toBe(false);
  });
});
