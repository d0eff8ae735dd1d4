import { sql } from "kysely";
import type { Db } from "../db/driver/database.ts";
import { createIndexes, hasTrigger, type Migrations, newTable, TEXT } from "./technical-ddl.ts";

// Long on purpose: each step stands as it was once run, and is never edited.

/** Tables that the engine itself keeps its books in. Those of signing in have a file of their own (auth-migrations.ts). */
export const ENGINE_MIGRATIONS: Migrations = {
  "0001_engine": { up: createEngineTables },
  "0002_event_seals": { up: createEventSeals },
  "0006_models": { up: createModels },
  "0007_set_aside": { up: createSetAside },
  "0012_daily_budgets": { up: createBudgets },
  "0013_ready": { up: createReady },
  "0015_day_used": { up: createDayUsed },
  "0019_import_rows": { up: createImportRows },
  "0025_own_lists": { up: createOwnLists },
  "0026_exports": { up: createExports },
  "0028_written": { up: createWritten },
};

async function createEngineTables(db: Db): Promise<void> {
  /** Answers already given, by request key; as text, so that a repetition is the same to the byte. */
  await newTable(db, "_idempotency")
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("reqkey", TEXT, (column) => column.notNull())
    .addColumn("digest", TEXT, (column) => column.notNull())
    .addColumn("result", TEXT, (column) => column.notNull())
    .addColumn("created", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("_idempotency_key", ["SHOP_ID", "reqkey"])
    .execute();
  await createIndexes(db, "_idempotency", ["created"]);
  /** The last bill number given out, per shop, prefix and day. */
  await newTable(db, "_number")
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("prefix", TEXT, (column) => column.notNull())
    .addColumn("day", "date", (column) => column.notNull())
    .addColumn("last", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("_number_key", ["SHOP_ID", "prefix", "day"])
    .execute();
  /** Work that is done piece by piece, with what it was asked for. */
  await newTable(db, "_job")
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("name", TEXT, (column) => column.notNull())
    .addColumn("params", TEXT, (column) => column.notNull())
    .addColumn("creator", TEXT, (column) => column.notNull())
    .addColumn("state", TEXT, (column) => column.notNull().check(sql`state in ('open', 'done')`))
    .addColumn("created", "timestamptz", (column) => column.notNull())
    .addColumn("finished", "timestamptz")
    .execute();
  // Two that start the same job at once start one.
  const running = db.schema.createIndex("_job_open").ifNotExists().unique().on("_job").columns(["SHOP_ID", "name", "params"]);
  await running.where(sql<boolean>`state = 'open'`).execute();
  /** The pieces of a job: still open, or how they ended. A piece ends in the transaction that does its work. */
  await newTable(db, "_job_item")
    .addColumn("job", TEXT, (column) => column.notNull())
    .addColumn("key", TEXT, (column) => column.notNull())
    .addColumn("name", TEXT, (column) => column.notNull())
    .addColumn("state", TEXT, (column) => column.notNull().check(sql`state in ('open', 'made', 'none', 'failed')`))
    .addColumn("note", TEXT, (column) => column.notNull())
    .addPrimaryKeyConstraint("_job_item_key", ["job", "key"])
    .execute();
  /** Facts about this database, e.g. that it holds the demo. */
  await newTable(db, "_meta")
    .addColumn("key", TEXT, (column) => column.primaryKey())
    .addColumn("value", TEXT, (column) => column.notNull())
    .execute();
}

/**
 * The seals of the event log (event-chain.ts), which are written once: changing, deleting and truncating them is refused. The shop's
 * number is collated as in the log: compared with another collation, the index would be of no use.
 */
async function createEventSeals(db: Db): Promise<void> {
  await sql`
    create table if not exists _event_seal (
      "SHOP_ID" text collate "C" not null,
      seq bigint not null,
      event bigint not null,
      hash text not null,
      primary key ("SHOP_ID", seq),
      unique (event)
    )`.execute(db);
  await sql`
    create or replace function _keep_events() returns trigger language plpgsql as $$
    begin
      raise exception '% is written once and kept: % refused', tg_table_name, tg_op using errcode = '42501';
    end $$`.execute(db);
  if (!(await hasTrigger(db, "_event_seal", "keep_rows"))) await keepForEver(db, "_event_seal");
}

/** Makes the rows of a table unchangeable, by the function above. */
export async function keepForEver(db: Db, table: string): Promise<void> {
  await sql`
    create trigger keep_rows before update or delete on ${sql.id(table)} for each row execute function _keep_events()`.execute(db);
  await sql`
    create trigger keep_all before truncate on ${sql.id(table)} for each statement execute function _keep_events()`.execute(db);
}

/** Columns and tables that no model has any longer, kept until somebody purges them (src/server/tables/data/set-aside.ts). */
async function createSetAside(db: Db): Promise<void> {
  await newTable(db, "_aside")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    /** removed: nothing has its values now; converted: a field has values made of them. */
    .addColumn("kind", TEXT, (column) => column.notNull().check(sql`kind in ('removed', 'converted')`))
    .addColumn("entity", TEXT, (column) => column.notNull())
    .addColumn("table", TEXT, (column) => column.notNull())
    /** Left empty: the whole table. */
    .addColumn("field", TEXT)
    /** The form its values have, or how the field's were made of them, as JSON. */
    .addColumn("form", TEXT, (column) => column.notNull())
    .addColumn("version", TEXT, (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
}

/** Every model that was served on this database, and what was confirmed (model-history.ts). */
async function createModels(db: Db): Promise<void> {
  await newTable(db, "_model")
    .addColumn("seq", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("version", TEXT, (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addColumn("by", TEXT, (column) => column.notNull())
    /** Which text each of its files had: `[path, hash]`, as JSON. */
    .addColumn("files", TEXT, (column) => column.notNull())
    /** What it means otherwise than the one before, as JSON. */
    .addColumn("changes", TEXT, (column) => column.notNull())
    .execute();
  /** The texts, each once: an edit changes one of two hundred files. */
  await newTable(db, "_model_text")
    .addColumn("hash", TEXT, (column) => column.primaryKey())
    .addColumn("text", TEXT, (column) => column.notNull())
    .execute();
  /** Which held model may follow which served one. */
  await newTable(db, "_model_confirmation")
    .addColumn("base", TEXT, (column) => column.notNull())
    .addColumn("version", TEXT, (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addColumn("by", TEXT, (column) => column.notNull())
    .addPrimaryKeyConstraint("_model_confirmation_key", ["base", "version"])
    .execute();
}

/** What users have done today of what is limited by the day, in 分 (engine/duties/day-limit.ts). */
async function createDayUsed(db: Db): Promise<void> {
  await newTable(db, "_day_used")
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("name", TEXT, (column) => column.notNull())
    .addColumn("day", "date", (column) => column.notNull())
    .addColumn("used", "numeric", (column) => column.notNull())
    .addPrimaryKeyConstraint("_day_used_key", ["SHOP_ID", "USER_ID", "name", "day"])
    .execute();
}

/** One row that is written to know that rows can be written (http/health.ts). */
async function createReady(db: Db): Promise<void> {
  await newTable(db, "_ready")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
}

/** What users and shops have used up on one day (http/day-budget.ts). */
async function createBudgets(db: Db): Promise<void> {
  await newTable(db, "_spent")
    .addColumn("day", TEXT, (column) => column.notNull())
    .addColumn("who", TEXT, (column) => column.notNull())
    .addColumn("budget", TEXT, (column) => column.notNull())
    .addColumn("used", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("_spent_key", ["day", "who", "budget"])
    .execute();
}

/** Every row that an import has written, so that a run can be undone as a whole (engine/import/noted-rows.ts). */
async function createImportRows(db: Db): Promise<void> {
  await newTable(db, "_import_row")
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("run", TEXT, (column) => column.notNull())
    /** In which order rows were written. */
    .addColumn("seq", "bigint", (column) => column.notNull().generatedAlwaysAsIdentity())
    .addColumn("entity", TEXT, (column) => column.notNull())
    .addColumn("row_id", "bigint", (column) => column.notNull())
    .addColumn("action", TEXT, (column) => column.notNull().check(sql`action in ('created', 'updated')`))
    /** Of the row as it was left; 0: its entity counts no versions. */
    .addColumn("rowver", "integer", (column) => column.notNull())
    /** Of a changed row what its changed cells and its version were before. */
    .addColumn("before", "jsonb")
    /** Of a row that counts no versions what the columns of an import held then. */
    .addColumn("after", "jsonb")
    .addPrimaryKeyConstraint("_import_row_key", ["SHOP_ID", "run", "seq"])
    .execute();
}

/** What users have made of lists for themselves (src/server/screens/own). */
async function createOwnLists(db: Db): Promise<void> {
  await newTable(db, "_own_list")
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("MdlId", "integer", (column) => column.notNull())
    /** What is not as the module has it, as JSON. */
    .addColumn("layout", TEXT, (column) => column.notNull())
    /** The view that the list opens with; left empty: as the module says. */
    .addColumn("view", TEXT)
    .addPrimaryKeyConstraint("_own_list_key", ["SHOP_ID", "USER_ID", "MdlId"])
    .execute();
  await newTable(db, "_list_view")
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    /** The supplier whose users it is for; empty: the shop's own. */
    .addColumn("PROV_ID", TEXT, (column) => column.notNull())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("MdlId", "integer", (column) => column.notNull())
    .addColumn("title", TEXT, (column) => column.notNull())
    .addColumn("is_shared", "boolean", (column) => column.notNull())
    /** As JSON. */
    .addColumn("state", TEXT, (column) => column.notNull())
    .addColumn("changed", "timestamptz", (column) => column.notNull())
    .execute();
  const page = db.schema.createIndex("_list_view_page").ifNotExists().on("_list_view");
  await page.columns(["SHOP_ID", "MdlId"]).execute();
  await newTable(db, "_own_menu")
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    /** Pages and views, `[[mdl, view], …]`, as JSON. */
    .addColumn("favourites", TEXT, (column) => column.notNull())
    .addPrimaryKeyConstraint("_own_menu_key", ["SHOP_ID", "USER_ID"])
    .execute();
  /** The documents that somebody has looked at last. */
  await newTable(db, "_opened_row")
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("MdlId", "integer", (column) => column.notNull())
    .addColumn("row_id", "bigint", (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("_opened_row_key", ["SHOP_ID", "USER_ID", "MdlId", "row_id"])
    .execute();
}

/** Lists that are written to files in the background, each for its maker alone (docs/decisions/122). */
async function createExports(db: Db): Promise<void> {
  await newTable(db, "_export")
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("MdlId", "integer", (column) => column.notNull())
    .addColumn("title", TEXT, (column) => column.notNull())
    .addColumn("format", TEXT, (column) => column.notNull().check(sql`format in ('csv', 'xlsx')`))
    /** What its maker could read when the file was made, as a digest: who can read otherwise since does not get it. */
    .addColumn("rights", TEXT, (column) => column.notNull())
    .addColumn("state", TEXT, (column) => column.notNull().check(sql`state in ('waiting', 'running', 'ready', 'failed', 'cancelled')`))
    .addColumn("rows", "bigint", (column) => column.notNull())
    /** How many there are; empty: not counted yet. */
    .addColumn("total", "bigint")
    .addColumn("size", "bigint")
    /** What a person reads of how it ended. */
    .addColumn("note", TEXT, (column) => column.notNull())
    .addColumn("created", "timestamptz", (column) => column.notNull())
    /** Its server says now and then that it still works on it. */
    .addColumn("beat", "timestamptz", (column) => column.notNull())
    .addColumn("finished", "timestamptz")
    .execute();
  await createIndexes(db, "_export", ["USER_ID", "created"]);
}

/** How far the log was after the last change of each user and shop, for who reads from a replica (docs/decisions/130). */
async function createWritten(db: Db): Promise<void> {
  await newTable(db, "_written")
    .addColumn("who", TEXT, (column) => column.primaryKey())
    .addColumn("at", sql`pg_lsn`, (column) => column.notNull())
    .execute();
}
