import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { isKeptTooLong, KEEPS_PLAN, nameOf, PLANS_ONCE } from "../../../src/server/db/driver/kept-plan.ts";
import { describeEngine } from "./fixtures/test-database.ts";

describeEngine("a statement whose plan is kept", (open) => {
  let db: Db;
  beforeEach(async () => {
    db ??= (await open()).kysely;
    await sql`drop table if exists kept`.execute(db);
    await sql`create table kept (id int primary key, word varchar(10))`.execute(db);
    await sql`insert into kept values (1, 'one'), (2, 'two')`.execute(db);
  });
  const word = async (id: number, on: Db = db) => {
    const found = await on.selectFrom("kept").select("word").where("id", "=", id).withPlugin(KEEPS_PLAN).executeTakeFirst();
    return found?.word;
  };
  const readings = async (on: Db) =>
    (await sql`select from pg_prepared_statements where name <> '' and statement like 'select "word" from "kept"%'`.execute(on)).rows
      .length;

  it("is read once by a connection, and answers with the values of each time", async () => {
    await db.connection().execute(async (one) => {
      expect([await word(1, one), await word(2, one), await word(3, one)]).toEqual(["one", "two", undefined]);
      expect(await readings(one)).toBe(1);
    });
  });

  it("answers on when a column has got another type, or the table is another one, and after a statement that failed", async () => {
    await db.connection().execute(async (one) => {
      expect(await word(1, one)).toBe("one");
      await sql`alter table kept alter column word type varchar(20)`.execute(one);
      expect(await word(1, one)).toBe("one");
      await sql`alter table kept alter column word type int using 7`.execute(one);
      expect(await word(2, one)).toBe(7);
      await sql`drop table kept`.execute(one);
      await expect(word(1, one)).rejects.toThrow("does not exist");
      await sql`create table kept (word text, id int)`.execute(one);
      expect(await word(1, one)).toBeUndefined();
    });
  });

  it("is kept on when it fails for its values, however often: an overload leaves nothing behind", async () => {
    await db.connection().execute(async (one) => {
      const share = (by: number) => one.selectFrom("kept").select(sql`1 / ${by}::int`.as("x")).withPlugin(KEEPS_PLAN).execute();
      const all = async () => (await sql`select from pg_prepared_statements`.execute(one)).rows.length;
      await share(1);
      const before = await all();
      for (let times = 0; times < 5; times += 1) await expect(share(0)).rejects.toThrow("division by zero");
      await share(1);
      expect(await all()).toBe(before);
    });
  });

  it("is planned once, for whatever values, where it takes longer to plan than to answer; others are as before", async () => {
    await db.connection().execute(async (one) => {
      const ask = (id: number) => one.selectFrom("kept").select(["id", "word"]).where("id", "=", id).withPlugin(PLANS_ONCE).execute();
      for (const id of [1, 2, 3]) expect(await ask(id)).toHaveLength(id < 3 ? 1 : 0);
      for (const id of [1, 2]) await word(id, one);
      const planned = async (statements: string) => {
        const { rows } = await sql<{ once: string; anew: string }>`
          select sum(generic_plans) as once, sum(custom_plans) as anew from pg_prepared_statements where statement like ${statements}`.execute(
          one,
        );
        return rows.map(({ once, anew }) => [Number(once), Number(anew)])[0];
      };
      expect(await planned('select "id", "word" from "kept"%')).toEqual([3, 0]);
      expect((await planned('select "word" from "kept"%'))?.[0]).toBe(0);
    });
  });

  it("is an ordinary one inside of a transaction, where nothing could be asked again", async () => {
    await db.transaction().execute(async (trx) => {
      expect(await word(2, trx)).toBe("two");
      await sql`alter table kept alter column word type text`.execute(trx);
      expect(await word(2, trx)).toBe("two");
    });
  });
});

it("has a name by text and role, for so many texts of a connection", () => {
  const connection = {};
  const names = new Set(Array.from({ length: 100 }, (_, n) => nameOf(connection, `select ${n}`, "shop")));
  expect(names.size).toBe(65);
  expect(nameOf(connection, "select 1", "shop")).toBe(nameOf(connection, "select 1", "shop"));
  expect(nameOf({}, "select 1", "shop")).not.toBe(nameOf({}, "select 1", "supplier"));
  expect([{ code: "0A000" }, { code: "26000" }, { code: "42P01" }, null].map(isKeptTooLong)).toEqual([true, true, false, false]);
});
