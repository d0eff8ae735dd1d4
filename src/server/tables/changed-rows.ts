import { sql } from "kysely";
import { KEY, SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { keepForEver } from "./migrations.ts";
import { hasTrigger, type Migrations, newTable, TEXT } from "./technical-ddl.ts";

/*
 * Which rows the ledger may say otherwise since: the database notes them itself, in the transaction that writes them, so that no code
 * path can forget it and none waits for it (docs/decisions/97).
 */

const CHANGED = "_journal_due";
/** What {@link keepForEver} makes. */
const KEPT = "keep_rows";
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

/** Under this name: the version of what was said of all rows that were noted. */
const NOTED = "journal";

interface Noting {
  readonly tables: readonly string[];
  /** The table of what follows from changes; it is written once. */
  readonly entries: string;
  /** Of what is said of rows: where it is another one than before, all rows are noted, as nobody has changed them. */
  readonly version: string;
}

/**
 * Lets these tables note their changes. What a table holds that has not done so is noted now.
 *
 * @param db the owner of the tables
 */
export async function noteChanges(db: Db, { tables, entries, version }: Noting): Promise<void> {
  if (!(await hasTrigger(db, entries, KEPT))) await keepForEver(db, entries);
  const isOther = (await readMeta(db, NOTED)) !== version;
  for (const table of tables)
    if (isOther || !(await hasTrigger(db, table, WRITTEN)))
      await db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.id(table)} in share row exclusive mode`.execute(trx);
        if (!(await hasTrigger(trx, table, WRITTEN))) await addTriggers(trx, table);
        await sql`insert into ${sql.id(CHANGED)} (${sql.id(SHOP)}, "table", "row") select ${sql.id(SHOP)}, ${table}, ${sql.id(KEY)} from ${sql.id(table)}`.execute(
          trx,
        );
      });
  await writeMeta(db, NOTED, version);
}

async function addTriggers(trx: Db, table: string): Promise<void> {
  const each = (trigger: string, event: string, rows: string, run: string) =>
    sql`create trigger ${sql.id(trigger)} after ${sql.raw(event)} on ${sql.id(table)} referencing ${sql.raw(rows)}
      for each statement execute function ${sql.id(run)}()`.execute(trx);
  await each(WRITTEN, "insert", "new table as new_rows", "_note_written");
  await each(REWRITTEN, "update", "new table as new_rows", "_note_written");
  await each(REMOVED, "delete", "old table as old_rows", "_note_removed");
}

/** The shops of which something is noted. */
export async function shopsWithChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ shop: string }>`select distinct ${sql.id(SHOP)} as shop from ${sql.id(CHANGED)} order by 1`.execute(db);
  return rows.map(({ shop }) => shop);
}

/** Whether changes are noted, and none of a shop waits. */
export async function isNoted(db: Db, entries: string, shop: string): Promise<boolean> {
  if (!(await hasTrigger(db, entries, KEPT))) return false;
  const { rows } = await sql`select from ${sql.id(CHANGED)} where ${sql.id(SHOP)} = ${shop} limit 1`.execute(db);
  return rows.length === 0;
}

/** Changed rows by table. */
export type Changes = ReadonlyMap<string, readonly number[]>;

const AT_ONCE = 2000;

/** Takes a shop's oldest notes away; as what follows from them, it counts when the transaction ends. One at a time. */
export async function takeChanges(trx: Db, shop: string): Promise<Changes> {
  const { rows } = await sql<{ table: string; row: string }>`
    with taken as (
      delete from ${sql.id(CHANGED)} where id in (
        select id from ${sql.id(CHANGED)} where ${sql.id(SHOP)} = ${shop} order by id limit ${AT_ONCE}
      ) returning "table", "row")
    select distinct "table", "row" from taken order by 1, 2`.execute(trx);
  const changes = new Map<string, number[]>();
  for (const { table, row } of rows) changes.set(table, [...(changes.get(table) ?? []), Number(row)]);
  return changes;
}
