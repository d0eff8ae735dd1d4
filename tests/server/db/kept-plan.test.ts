import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { forgetStatements, isKeptTooLong, KEEPS_PLAN, keptBy, PLANS_ONCE } from "../../../src/server/db/driver/kept-plan.ts";
import { forTenant } from "../../../src/server/db/driver/tenant-statements.ts";
import { retrying } from "../../../src/server/db/errors.ts";
import { readTogether } from "../../../src/server/query/scope.ts";
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
      const share = (by: number, on: Db = one) =>
        on.selectFrom("kept").select(sql`1 / ${by}::int`.as("x")).withPlugin(KEEPS_PLAN).execute();
      const all = async () => (await sql`select from pg_prepared_statements`.execute(one)).rows.length;
      await share(1);
      const before = await all();
      for (let times = 0; times < 5; times += 1) await expect(share(0)).rejects.toThrow("division by zero");
      await share(1);
      for (let times = 0; times < 3; times += 1)
        await expect(
          one.transaction().execute(async (trx) => {
            expect(await share(1, trx)).toHaveLength(2);
            await share(0, trx);
          }),
        ).rejects.toThrow("division by zero");
      await share(1);
      expect(await all()).toBe(before);
    });
  });

  it("is planned once, for whatever values, where it takes longer to plan than to answer; others are as before", async () => {
    await db.connection().execute(async (one) => {
      const ask = (id: number) => one.selectFrom("kept").select(["id", "word"]).where("id", "=", id).withPlugin(PLANS_ONCE).execute();
      for (const id of [1, 2]) await word(id, one);
      for (const id of [1, 2, 3]) expect(await ask(id)).toHaveLength(id < 3 ? 1 : 0);
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

  it("is planned for the values of each time where several are sent at once, and makes room for those that are asked after it", async () => {
    await sql`grant select on kept to scm_shop`.execute(db);
    await db.connection().execute(async (one) => {
      const as = forTenant(one, { as: "shop", shop: "0000000001" });
      const read = (id: number, columns: number) => {
        const words = as.selectFrom("kept").select("word").where("id", "=", id);
        const wide = Array.from({ length: columns }, (_, n) => sql<number>`${n}::int`.as(`c${n}`));
        return readTogether({ db: as }, [words.compile(), words.select(wide).compile()]);
      };
      const kept = async () => {
        const { rows } = await sql<{ length: number; anew: string; once: string }>`
          select length(statement) as length, custom_plans as anew, generic_plans as once from pg_prepared_statements
          where statement like 'select "word"%' order by prepare_time`.execute(one);
        return rows.map(({ length, anew, once }) => ({ length, anew: Number(anew), once: Number(once) }));
      };
      const before = (await kept()).length;
      for (let time = 0; time < 8; time += 1) expect(await read(1, 1)).toEqual([[{ word: "one" }], [{ word: "one", c0: 0 }]]);
      expect((await kept()).slice(before)).toEqual([
        { length: expect.any(Number), anew: 8, once: 0 },
        { length: expect.any(Number), anew: 8, once: 0 },
      ]);
      await sql`alter table kept alter column word type int using id`.execute(one);
      expect(await read(2, 1)).toEqual([[{ word: 2 }], [{ word: 2, c0: 0 }]]);
      for (let columns = 700; columns < 720; columns += 1) expect((await read(3, columns))[0]).toEqual([]);
      const lengths = (await kept()).map(({ length }) => length);
      expect(lengths.length).toBeGreaterThan(10);
      expect(lengths.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(200_000);
      expect((await read(1, 1))[1]).toEqual([{ word: 1, c0: 0 }]);
    });
  });

  it("is read once inside of transactions as well, for each role; others are read each time", async () => {
    await sql`create table inside (id int primary key, word text)`.execute(db);
    await sql`insert into inside values (1, 'one'), (2, 'two')`.execute(db);
    await sql`grant select on inside to scm_shop`.execute(db);
    await db.connection().execute(async (one) => {
      const words = async (on: Db, id: number) =>
        (await on.selectFrom("inside").select("word").where("id", "<=", id).orderBy("id").withPlugin(KEEPS_PLAN).execute()).map(
          (row) => row.word,
        );
      for (let time = 0; time < 3; time += 1)
        await one.transaction().execute(async (trx) => {
          const shop = forTenant(trx, { as: "shop", shop: "0000000001" });
          expect([await words(shop, 1), await words(shop, 2), await words(trx, 1)]).toEqual([["one"], ["one", "two"], ["one"]]);
          expect(await trx.selectFrom("inside").select("id").where("id", "<", 2).execute()).toEqual([{ id: 1 }]);
        });
      const { rows } = await sql<{ plans: string }>`
        select generic_plans + custom_plans as plans from pg_prepared_statements where statement like '%"inside"%'`.execute(one);
      expect(rows.map(({ plans }) => Number(plans)).toSorted()).toEqual([3, 6]);
    });
  });

  it("fails a transaction for being out of date as a collision does: tried again it is done", async () => {
    await db.connection().execute(async (one) => {
      const words: unknown[] = [];
      await word(1, one);
      const work = () => one.transaction().execute(async (trx) => void words.push(await word(1, trx)));
      await work();
      await sql`alter table kept alter column word type int using 7`.execute(one);
      await expect(work()).rejects.toMatchObject({ code: "40001" });
      await retrying(work);
      expect(words).toEqual(["one", 7]);
    });
  });

  it("is read, and made room for, whatever failed before it in the same message", async () => {
    await sql`grant select on kept to scm_shop`.execute(db);
    await db.connection().execute(async (one) => {
      const as = forTenant(one, { as: "shop", shop: "0000000001" });
      const wide = (columns: number) => Array.from({ length: columns }, (_, n) => sql<number>`${n}::int`.as(`c${n}`));
      const read = (by: number, columns: number) => {
        const share = as.selectFrom("kept").select(sql`1 / ${by}::int`.as("x"));
        const words = as.selectFrom("kept").select("word").select(wide(columns)).where("id", "=", 1);
        return readTogether({ db: as }, [share.compile(), words.compile()]);
      };
      for (let columns = 700; columns < 720; columns += 1) expect((await read(1, columns))[1]).toHaveLength(1);
      // Each takes the place of one before, of which the database does not hear at once.
      for (let columns = 720; columns < 740; columns += 1) await expect(read(0, columns)).rejects.toThrow("division by zero");
      const names = async () =>
        (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(one)).rows.map(({ name }) => name);
      const rounds = async () => new Set((await names()).flatMap((name) => /^(\d+)_/.exec(name)?.[1] ?? []));
      const before = await rounds();
      for (let columns = 739; columns >= 700; columns -= 1) expect((await read(1, columns))[1]).toHaveLength(1);
      expect((await names()).length).toBeGreaterThan(5);
      // Nothing had to be given up as a whole.
      expect(await rounds()).toEqual(before);
    });
  });

  it("is read anew where it could not be read", async () => {
    await db.connection().execute(async (one) => {
      const later = (on: Db) => on.selectFrom("later").select("id").where("id", "=", 1).withPlugin(KEEPS_PLAN).execute();
      await sql`drop table if exists later`.execute(one);
      const work = () => one.transaction().execute((trx) => later(trx));
      await expect(work()).rejects.toThrow("does not exist");
      await sql`create table later (id int primary key)`.execute(one);
      expect([await work(), await work(), await later(one)]).toEqual([[], [], []]);
      // In a transaction that has failed nothing is read.
      await one.transaction().execute(async (trx) => {
        await sql`savepoint before`.execute(trx);
        await expect(sql`select 1 / 0`.execute(trx)).rejects.toThrow("division by zero");
        const latest = () => trx.selectFrom("later").selectAll().where("id", ">", 1).withPlugin(KEEPS_PLAN).execute();
        await expect(latest()).rejects.toMatchObject({ code: "25P02" });
        await sql`rollback to savepoint before`.execute(trx);
        expect([await latest(), await latest()]).toEqual([[], []]);
      });
    });
  });
});

describe("what a connection keeps", () => {
  const texts = (count: number) => Array.from({ length: count }, (_, n) => `select ${n} ${"x".repeat(990)}`);
  const nameOf = (connection: object, text: string, role = "shop") => keptBy(connection, text, role)?.name;

  it("has a name by text and role, the same on each connection", () => {
    expect(nameOf({}, "select 1")).toBe(nameOf({}, "select 1"));
    expect(nameOf({}, "select 1")).not.toBe(nameOf({}, "select 1", "supplier"));
    expect(nameOf({}, "select 1")).not.toBe(nameOf({}, "select 2"));
  });

  it("is what was asked last, up to so many characters; the connection is told what it need not keep any longer", () => {
    const connection = {};
    const dropped: string[] = [];
    const ask = (text: string) => {
      const kept = keptBy(connection, text, "shop");
      dropped.push(...(kept?.instead ?? []));
      if (kept !== undefined) kept.instead = [];
    };
    const [often = "", ...others] = texts(400);
    for (const text of others) {
      ask(often);
      ask(text);
    }
    expect(new Set(dropped).size).toBe(dropped.length);
    expect(dropped).toEqual(others.slice(0, dropped.length).map((text) => nameOf({}, text)));
    expect(400 - dropped.length).toBeGreaterThan(190);
    expect(400 - dropped.length).toBeLessThanOrEqual(200);
    expect(keptBy(connection, "y".repeat(60_000), "shop")).toBeUndefined();
  });

  it("is given up as a whole where it is out of date, and told to the connection with the next one", () => {
    const connection = {};
    const [one = "", other = ""] = texts(2);
    const before = [nameOf(connection, one), nameOf(connection, other)];
    forgetStatements(connection);
    const again = keptBy(connection, one, "shop");
    expect(before).not.toContain(again?.name);
    expect(again?.instead).toEqual(before);
    expect(keptBy(connection, other, "shop")?.instead).toEqual([]);
  });

  it("is out of date by what the database says of a kept statement alone", () => {
    const changed = { code: "0A000", routine: "RevalidateCachedQuery" };
    const others = [{ code: "0A000", routine: "transformLockingClause" }, { code: "42P01" }, null];
    expect([changed, { code: "26000" }, { code: "42P05" }, ...others].map(isKeptTooLong)).toEqual([true, true, true, false, false, false]);
  });
});
