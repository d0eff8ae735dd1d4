import { sql } from "kysely";
import { KEY, SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import { keepForEver } from "./migrations.ts";
import { hasTrigger, type Migrations, newTable, TEXT } from "./technical-ddl.ts";

/*
 * Which rows the ledger may say otherwise since: the database notes them itself, in the transaction that writes them, so that no code
 * path can forget it and none waits for it (docs/decisions/97).
 */

const CHANGED = "_journal_due";
const [WRITTEN, REWRITTEN, REMOVED] = ["journal_written", "journal_rewritten", "journal_removed"];

export const JOURNAL_MIGRATIONS: Migrations = { "0016_journal": { up: createChanged } };

async function createChanged(db: Db): Promise<void> {
  await newTable(db, CHANGED)
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn(SHOP, TEXT, (column) => column.notNull())
    .addColumn("table", TEXT, (column) => column.notNull())
    .addColumn("row", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("_journal_due_shop").ifNotExists().on(CHANGED).columns([SHOP, "id"]).execute();
  for (const [name, rows] of [
    ["_note_written", "select * from new_rows"],
    ["_note_removed", "select * from old_rows"],
  ] as const) {
    await sql`
      create or replace function ${sql.id(name)}() returns trigger language plpgsql security definer set search_path from current as $$
      begin
        insert into ${sql.id(CHANGED)} (${sql.id(SHOP)}, "table", "row") select ${sql.id(SHOP)}, tg_table_name, ${sql.id(KEY)} from (${sql.raw(rows)}) r;
        return null;
      end $$`.execute(db);
  }
}

/**
 * Lets these tables note their changes. What a table holds that has not done so is noted now. Entries are written once.
 *
 * @param db the owner of the tables
 */
export async function noteChanges(db: Db, tables: readonly string[], entries: string): Promise<void> {
  if (!(await hasTrigger(db, entries, "keep_rows"))) await keepForEver(db, entries);
  for (const table of tables) {
    if (await hasTrigger(db, table, WRITTEN)) continue;
    await db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.id(table)} in share row exclusive mode`.execute(trx);
      if (await hasTrigger(trx, table, WRITTEN)) return;
      const each = (trigger: string, event: string, rows: string, run: string) =>
        sql`create trigger ${sql.id(trigger)} after ${sql.raw(event)} on ${sql.id(table)} referencing ${sql.raw(rows)}
          for each statement execute function ${sql.id(run)}()`.execute(trx);
      await each(WRITTEN, "insert", "new table as new_rows", "_note_written");
      await each(REWRITTEN, "update", "new table as new_rows", "_note_written");
      await each(REMOVED, "delete", "old table as old_rows", "_note_removed");
      await sql`insert into ${sql.id(CHANGED)} (${sql.id(SHOP)}, "table", "row") select ${sql.id(SHOP)}, ${table}, ${sql.id(KEY)} from ${sql.id(table)}`.execute(
        trx,
      );
    });
  }
}

/** The shops of which something is noted. */
export async function shopsWithChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ shop: string }>`select distinct ${sql.id(SHOP)} as shop from ${sql.id(CHANGED)} order by 1`.execute(db);
  return rows.map(({ shop }) => shop);
}

/** Whether the journal has begun, and says of a shop all that it will say. */
export async function isPosted(db: Db, shop: string): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean; noted: boolean }>`
    select exists (select from pg_trigger where tgname = ${WRITTEN}) as begun,
      exists (select from ${sql.id(CHANGED)} where ${sql.id(SHOP)} = ${shop}) as noted`.execute(db);
  return rows[0]?.begun === true && !rows[0].noted;
}

/** Changed rows by table. */
export type Changes = ReadonlyMap<string, readonly number[]>;

const AT_ONCE = 2000;

/** Takes a shop's oldest notes away; as what follows from them, it counts when the transaction ends. */
export async function takeChanges(trx: Db, shop: string): Promise<Changes> {
  const { rows } = await sql<{ table: string; row: string }>`
    with taken as (
      delete from ${sql.id(CHANGED)} where id in (
        select id from ${sql.id(CHANGED)} where ${sql.id(SHOP)} = ${shop} order by id limit ${AT_ONCE} for update skip locked
      ) returning "table", "row")
    select distinct "table", "row" from taken order by 1, 2`.execute(trx);
  const changes = new Map<string, number[]>();
  for (const { table, row } of rows) changes.set(table, [...(changes.get(table) ?? []), Number(row)]);
  return changes;
}
