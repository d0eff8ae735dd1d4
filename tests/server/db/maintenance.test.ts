import { sql } from "kysely";
import { expect, it } from "vitest";
import { checkpoint, vacuum } from "../../../src/server/db/embedded/maintenance.ts";
import { openEmbedded } from "./fixtures/test-database.ts";

it("checkpoints what was written, and nothing when nothing was", async () => {
  const { kysely: db, close } = await openEmbedded();
  const redo = async () => (await sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(db)).rows[0]?.at;
  const first = await redo();
  const position = await checkpoint(db, "");
  expect(await redo()).not.toBe(first);
  const second = await redo();
  expect(await checkpoint(db, position)).toBe(position);
  expect(await redo()).toBe(second);
  await sql`create table t (id int)`.execute(db);
  expect(await checkpoint(db, position)).not.toBe(position);
  expect(await redo()).not.toBe(second);
  await close();
});

it("vacuums and analyses the tables that changed, on its timer", async () => {
  const database = await openEmbedded(undefined, { vacuumMs: 300, checkpointMs: 300 });
  const db = database.kysely;
  await sql`create table "Odd Name" as select id from generate_series(1, 1000) id`.execute(db);
  await sql`create table small as select 1 as id`.execute(db);
  await sql`delete from "Odd Name" where id <= 500`.execute(db);
  const state = async () =>
    (await sql`select relname, reltuples::int as rows from pg_class where relname in ('Odd Name', 'small') order by 1`.execute(db)).rows;
  await expect.poll(state).toEqual([
    { relname: "Odd Name", rows: 500 },
    { relname: "small", rows: -1 },
  ]);
  await vacuum(database);
  await database.close();
});
