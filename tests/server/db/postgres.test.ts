import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../src/server/db/connect.ts";
import { toApiError } from "../../../src/server/db/errors.ts";
import { connectionUrl, connectTimeout } from "../../../src/server/db/postgres/login-pool.ts";
import { databaseUrl } from "./fixtures/test-database.ts";

const optionsOf = (url: string): string | null => new URL(connectionUrl(url)).searchParams.get("options");

describe("connection URL", () => {
  it("adds the session settings, and keeps the options given", () => {
    expect(optionsOf("postgres://h/d")).toMatch(/statement_timeout=30000 .*lock_timeout=5000 .*TimeZone=Asia\/Shanghai/);
    const merged = optionsOf("postgres://h/d?sslmode=disable&options=-c%20search_path%3Dtest_x%20-c%20statement_timeout%3D5");
    expect(merged).toMatch(/statement_timeout=30000 .*-c search_path=test_x -c statement_timeout=5 .*TimeZone=/);
    expect(new URL(connectionUrl("postgres://h/d?sslmode=disable")).searchParams.get("sslmode")).toBe("disable");
  });

  it("tells how long a connection is waited for: two seconds, or as long as the URL says", () => {
    expect(connectTimeout("postgres://h/d")).toBe(2000);
    expect(connectTimeout("postgres://h/d?sslmode=disable&connect_timeout=10")).toBe(10_000);
    expect(connectTimeout("postgres://h/d?connect_timeout=soon")).toBe(2000);
  });
});

describe.skipIf(databaseUrl === undefined)("postgres", () => {
  const open = (options = "", lines: string[] = []) => {
    const url = new URL(databaseUrl ?? "");
    if (options) url.searchParams.set("options", options);
    return openDatabase({ dataDir: "", databaseUrl: url.href, poolSize: 2, log: (line) => lines.push(line) });
  };

  it("opens although the thread was held up for longer than a connection is waited for", async () => {
    const opening = open();
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    const database = await opening;
    expect(await database.ping()).toBe(true);
    await database.close();
  });

  it("has its limits and settings, next to those of the URL", async () => {
    const database = await open("-c search_path=test_x -c statement_timeout=300");
    const setting = async (name: string) =>
      (await sql<{ v: string }>`select current_setting(${name}) as v`.execute(database.kysely)).rows[0]?.v;
    expect(await setting("search_path")).toBe("test_x");
    expect(await setting("statement_timeout")).toBe("300ms");
    expect(await setting("lock_timeout")).toBe("5s");
    expect(await setting("TimeZone")).toBe("Asia/Shanghai");
    const slow = await sql`select pg_sleep(2)`.execute(database.kysely).catch((error: unknown) => error);
    expect(toApiError(slow)).toMatchObject({ code: 503 });
    await database.withoutTimeouts((db) => sql`select pg_sleep(0.6)`.execute(db));
    // Between two statements somebody may have much to work out.
    const idle = sql<{ v: string }>`select current_setting('idle_in_transaction_session_timeout') as v`;
    expect((await database.withoutTimeouts((db) => idle.execute(db))).rows[0]?.v).toBe("0");
    expect((await idle.execute(database.kysely)).rows[0]?.v).toBe("1min");
    await expect(sql`select pg_sleep(2)`.execute(database.kysely)).rejects.toMatchObject({ code: "57014" });
    await database.close();
  });

  it("outlives connections that the server ends, idle or in a transaction", async () => {
    const lines: string[] = [];
    const database = await open("", lines);
    const other = await open();
    const end = (pid: unknown) => sql`select pg_terminate_backend(${pid}::int)`.execute(other.kysely);
    const work = database.kysely.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await end(rows[0]?.pid);
      await sql`select 1`.execute(trx);
    });
    const failure = await work.catch((error: unknown) => error);
    expect(toApiError(failure)).toMatchObject({ code: 503 });

    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely);
    await end(rows[0]?.pid);
    await expect.poll(() => lines.length).toBe(1);
    expect(await database.ping()).toBe(true);
    await Promise.all([database.close(), other.close()]);
  });

  it("refuses in time when every connection is taken", async () => {
    const database = await open();
    const taken = await Promise.all([1, 2].map(() => database.kysely.startTransaction().execute()));
    const start = Date.now();
    const failure = await sql`select 1`.execute(database.kysely).catch((error: unknown) => error);
    // The transactions themselves would never end.
    expect(Date.now() - start).toBeLessThan(30_000);
    expect(toApiError(failure)).toMatchObject({ code: 503 });
    await Promise.all(taken.map((trx) => trx.rollback().execute()));
    await database.close();
  });
});
