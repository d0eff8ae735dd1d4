import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { toApiError } from "../../../src/server/db/errors.ts";
import { openEmbedded } from "./fixtures/test-database.ts";

const ENDLESS = sql`with recursive n as (select 1 as i union all select 0 from n) select sum(i) from n`;
const UNAVAILABLE = { code: 503, message: "数据库暂时不可用，请稍后重试" };

async function numbers(database: Database): Promise<unknown[]> {
  return (await sql<{ id: number }>`select id from kept order by id`.execute(database.kysely)).rows.map(({ id }) => id);
}

describe("the embedded engine", () => {
  it("stops a statement that takes too long, and serves the next", async () => {
    const database = await openEmbedded(undefined, { statementMs: 4000 });
    await sql`create table kept as select 1 as id`.execute(database.kysely);
    const slow = database.kysely.transaction().execute(async (trx) => {
      await sql`insert into kept values (2)`.execute(trx);
      await ENDLESS.execute(trx);
    });
    const waiting = sql`insert into kept values (3)`.execute(database.kysely);
    const failure = await slow.catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "57014", message: expect.stringContaining("try again") });
    expect(toApiError(failure)).toEqual({ code: 503, message: "操作用时过长，已停止，请缩小范围或稍后重试" });
    await waiting;
    expect(await numbers(database)).toEqual([1, 3]);
    await database.withoutTimeouts((db) => sql`select pg_sleep(5)`.execute(db));
    expect(await numbers(database)).toEqual([1, 3]);
    await database.close();
  });

  it("reopens after it died, and says so to the statement that was running", async () => {
    const database = await openEmbedded();
    await sql`create table kept as select 1 as id`.execute(database.kysely);
    // Reading a COPY from the client is what this engine cannot do: it ends the thread.
    const failure = await sql`copy kept from stdin`.execute(database.kysely).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "57P02", message: expect.stringContaining("try again") });
    expect(toApiError(failure)).toEqual(UNAVAILABLE);
    expect(await numbers(database)).toEqual([1]);
    await database.close();
  });

  it("reports deep recursion instead of a false success", async () => {
    const database = await openEmbedded();
    const { kysely } = database;
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    await expect(sql`select ${deep}::jsonb`.execute(kysely)).rejects.toMatchObject({ code: "54001" });
    await sql`create function f(n int) returns int language plpgsql as 'begin return case when n = 0 then 0 else f(n - 1) + 1 end; end'`.execute(
      kysely,
    );
    await expect(sql`select f(1000000)`.execute(kysely)).rejects.toMatchObject({ code: "54001" });
    // The parser's own recursion is not counted by the engine: the thread's stack overflows, and the thread is replaced.
    const concat = Array.from({ length: 100_000 }, (_, i) => `'${i}'`).join("||");
    await expect(sql`select ${sql.raw(concat)}, ${1}::int`.execute(kysely)).rejects.toMatchObject({ code: "57P02" });
    expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  it("answers ping while a statement runs", async () => {
    const database = await openEmbedded(undefined, { statementMs: 4000 });
    const busy = ENDLESS.execute(database.kysely).catch(() => undefined);
    expect(await database.ping()).toBe(true);
    await busy;
    await database.close();
  });

  it("closes within its time although somebody keeps a lease", async () => {
    const database = await openEmbedded();
    const trx = await database.kysely.startTransaction().execute();
    const start = Date.now();
    await database.close();
    // The lease itself would never end.
    expect(Date.now() - start).toBeLessThan(60_000);
    await expect(sql`select 1`.execute(trx)).rejects.toThrow();
  });
});
