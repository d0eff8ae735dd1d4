import { statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { EngineSession } from "../../../src/server/db/embedded/engine-session.ts";
import { killHard, output, startProgram } from "./fixtures/child-process.ts";
import { copyOfEmpty, openEmbedded, temporaryFolder } from "./fixtures/test-database.ts";

const ROUNDS = 3;
const SYNC = Uint8Array.from([0x53, 0, 0, 0, 4]);

it("keeps every acknowledged row when the process is killed", async () => {
  const folder = await copyOfEmpty();
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const writer = startProgram("write-rows", folder, String(acknowledged + 1));
    let text = "";
    writer.stdout.on("data", (part) => {
      text += part;
    });
    await output(writer, `\n${acknowledged + 50}\n`);
    await new Promise((resolve) => setTimeout(resolve, 200 * Math.random()));
    await killHard(writer);
    acknowledged = Number(text.slice(0, text.lastIndexOf("\n")).split("\n").at(-1));
    const database = await openEmbedded(folder);
    const { rows } = await sql<{ n: string; last: string }>`
      select count(*) filter (where id <= ${acknowledged}) as n, max(id) as last from written`.execute(database.kysely);
    expect(rows[0]?.n).toBe(String(acknowledged));
    acknowledged = Number(rows[0]?.last); // the one row that was written but not yet reported may be there
    await database.close();
  }
  expect(acknowledged).toBeGreaterThan(ROUNDS * 50);
});

it("asks the disk at every commit", async () => {
  const database = await openEmbedded();
  const settings =
    await sql`select current_setting('fsync') as f, current_setting('wal_sync_method') as m, current_setting('synchronous_commit') as s`.execute(
      database.kysely,
    );
  expect(settings.rows).toEqual([{ f: "on", m: "fsync", s: "on" }]);
  await database.close();
});

it("really flushes: the hook is called once for each commit", async () => {
  const pgdata = join(await copyOfEmpty(), "pgdata");
  const session = await EngineSession.start(pgdata, { statementMs: undefined, isLaying: false });
  const run = (text: string): Promise<void> => session.run(query(text), () => undefined);
  await run("create table t (id int)");
  await run("begin; insert into t values (1); insert into t values (2); commit");
  const before = session.fsyncs;
  for (let id = 0; id < 20; id++) await run(`insert into t values (${id})`);
  expect(session.fsyncs - before).toBe(20);
  await session.run(SYNC.slice(), () => undefined);
  await session.close();
});

it("flushes nothing of first data until they stand, and then everything", async () => {
  const pgdata = join(await copyOfEmpty(), "pgdata");
  const session = await EngineSession.start(pgdata, { statementMs: undefined, isLaying: true });
  const run = (text: string): Promise<void> => session.run(query(text), () => undefined);
  await run("create table t (id int)");
  await run("insert into t values (1)");
  expect(session.fsyncs).toBe(0);
  await session.settle();
  await run("insert into t values (2)");
  expect(session.fsyncs).toBe(1);
  await session.close();
});

it("begins first data anew that were never said to stand", async () => {
  const folder = temporaryFolder();
  const there = async (database: Database) =>
    (await sql<{ there: boolean }>`select to_regclass('first') is not null as there`.execute(database.kysely)).rows[0]?.there;
  const unfinished = await openEmbedded(folder, { isLaid: true });
  await sql`create table first (id int)`.execute(unfinished.kysely);
  await unfinished.close();
  const again = await openEmbedded(folder, { isLaid: true });
  expect(await there(again)).toBe(false);
  await sql`create table first (id int)`.execute(again.kysely);
  await again.settle();
  await again.close();
  const later = await openEmbedded(folder, { isLaid: true });
  expect(await there(later)).toBe(true);
  await later.settle();
  await later.close();
});

it("keeps the folders private", async () => {
  const folder = join(temporaryFolder(), "new", "data");
  const database = await openEmbedded(folder);
  for (const path of [folder, join(folder, "pgdata")]) expect(statSync(path).mode & 0o777).toBe(0o700);
  await database.close();
});

/** A simple-query message of the protocol. */
function query(text: string): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(`${text}\0`);
  const frame = new Uint8Array(body.length + 5);
  frame[0] = "Q".charCodeAt(0);
  new DataView(frame.buffer).setInt32(1, body.length + 4);
  frame.set(body, 5);
  return frame;
}
