import { type CreateTableBuilder, sql } from "kysely";
import type { Db } from "../db/connect.ts";

type Table = CreateTableBuilder<string, string>;

/** Collated as the fields of entities are: an index is of no use where two collations are compared. */
const TEXT = sql`text collate "C"`;

/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_001;

/** Tables that no entity file describes. Their names begin with _ so that none can collide with an entity's. */
const TABLES: Readonly<Record<string, (table: Table) => Table>> = {
  /** Answers already given, by request key; as text, so that a repetition is the same to the byte. */
  _idempotency: (table) =>
    table
      .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
      .addColumn("reqkey", TEXT, (column) => column.notNull())
      .addColumn("digest", TEXT, (column) => column.notNull())
      .addColumn("result", TEXT, (column) => column.notNull())
      .addColumn("created", "timestamptz", (column) => column.notNull())
      .addPrimaryKeyConstraint("_idempotency_key", ["SHOP_ID", "reqkey"]),
  /** The last bill number given out, per shop, prefix and day. */
  _number: (table) =>
    table
      .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
      .addColumn("prefix", TEXT, (column) => column.notNull())
      .addColumn("day", "date", (column) => column.notNull())
      .addColumn("last", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("_number_key", ["SHOP_ID", "prefix", "day"]),
  /** Password hashes: kept apart from the users, so that no list, export or print can reach them. */
  _credential: (table) =>
    table.addColumn("USER_ID", TEXT, (column) => column.primaryKey()).addColumn("hash", TEXT, (column) => column.notNull()),
  /** Who is signed in. Of the token only its hash is kept. */
  _session: (table) =>
    table
      .addColumn("token_hash", TEXT, (column) => column.primaryKey())
      .addColumn("USER_ID", TEXT, (column) => column.notNull())
      .addColumn("created", "timestamptz", (column) => column.notNull())
      .addColumn("last_seen", "timestamptz", (column) => column.notNull())
      .addColumn("expires", "timestamptz", (column) => column.notNull())
      .addColumn("ip", TEXT)
      .addColumn("agent", TEXT),
  /** Sign-ins that failed, for as long as they count: whose name was typed (hashed), from where, when. */
  _sign_in_failure: (table) =>
    table
      .addColumn("user_key", TEXT, (column) => column.notNull())
      .addColumn("address", TEXT, (column) => column.notNull())
      .addColumn("at", "timestamptz", (column) => column.notNull()),
  /** Captchas that wait for an answer, and who asked for them. */
  _captcha: (table) =>
    table
      .addColumn("id", TEXT, (column) => column.primaryKey())
      .addColumn("answer", TEXT, (column) => column.notNull())
      .addColumn("address", TEXT, (column) => column.notNull())
      .addColumn("expires", "timestamptz", (column) => column.notNull()),
  /** What visitors who are not signed in did within the hour: what, from where, when. */
  _visit: (table) =>
    table
      .addColumn("id", TEXT, (column) => column.primaryKey())
      .addColumn("kind", TEXT, (column) => column.notNull())
      .addColumn("address", TEXT, (column) => column.notNull())
      .addColumn("at", "timestamptz", (column) => column.notNull()),
  /** What the bank was or shall be told: written with the change of state, sent after it (flows/bank). */
  _pay_intent: (table) =>
    table
      .addColumn("transid", TEXT, (column) => column.primaryKey())
      .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
      .addColumn("entity", TEXT, (column) => column.notNull())
      .addColumn("row_id", "bigint", (column) => column.notNull())
      .addColumn("Billid", TEXT, (column) => column.notNull())
      .addColumn("channel", TEXT, (column) => column.notNull())
      .addColumn("direction", TEXT, (column) => column.notNull())
      .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
      .addColumn("account", TEXT, (column) => column.notNull())
      .addColumn("party_name", TEXT, (column) => column.notNull())
      .addColumn("party_account", TEXT, (column) => column.notNull())
      .addColumn("party_bank", TEXT, (column) => column.notNull())
      .addColumn("parts", "integer", (column) => column.notNull())
      .addColumn("USER_ID", TEXT, (column) => column.notNull())
      .addColumn("state", TEXT, (column) => column.notNull().check(sql`state in ('open', 'success', 'failed')`))
      .addColumn("tries", "integer", (column) => column.notNull())
      .addColumn("created", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn("next_try", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn("leased", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn("settled", "timestamptz")
      .addColumn("receipt", TEXT)
      .addColumn("bankno", TEXT)
      .addColumn("message", TEXT)
      .addColumn("attention", TEXT),
  /** Everything a bank said that changed something, or should not have: callbacks above all. Nothing ever changes a line. */
  _bank_notice: (table) =>
    table
      .addColumn("id", TEXT, (column) => column.primaryKey())
      .addColumn("at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn("source", TEXT, (column) => column.notNull())
      .addColumn("channel", TEXT, (column) => column.notNull())
      .addColumn("nonce", TEXT)
      .addColumn("SHOP_ID", TEXT)
      .addColumn("transid", TEXT)
      .addColumn("state", TEXT)
      .addColumn("amount", "bigint")
      .addColumn("verdict", TEXT, (column) => column.notNull())
      .addColumn("address", TEXT)
      .addColumn("digest", TEXT)
      .addUniqueConstraint("_bank_notice_nonce", ["channel", "nonce"]),
  /** Work that is done piece by piece (flows/jobs), with what it was asked for. */
  _job: (table) =>
    table
      .addColumn("id", TEXT, (column) => column.primaryKey())
      .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
      .addColumn("name", TEXT, (column) => column.notNull())
      .addColumn("params", TEXT, (column) => column.notNull())
      .addColumn("creator", TEXT, (column) => column.notNull())
      .addColumn("state", TEXT, (column) => column.notNull().check(sql`state in ('open', 'done')`))
      .addColumn("created", "timestamptz", (column) => column.notNull())
      .addColumn("finished", "timestamptz"),
  /** The pieces of a job: still open, or how they ended. A piece ends in the transaction that does its work. */
  _job_item: (table) =>
    table
      .addColumn("job", TEXT, (column) => column.notNull())
      .addColumn("key", TEXT, (column) => column.notNull())
      .addColumn("name", TEXT, (column) => column.notNull())
      .addColumn("state", TEXT, (column) => column.notNull().check(sql`state in ('open', 'made', 'none', 'failed')`))
      .addColumn("note", TEXT, (column) => column.notNull())
      .addPrimaryKeyConstraint("_job_item_key", ["job", "key"]),
  /** Facts about this database, e.g. that it holds the demo. */
  _meta: (table) => table.addColumn("key", TEXT, (column) => column.primaryKey()).addColumn("value", TEXT, (column) => column.notNull()),
};

const INDEXES: readonly (readonly [table: string, column: string])[] = [
  ["_idempotency", "created"],
  ["_session", "USER_ID"],
  ["_session", "expires"],
  ["_sign_in_failure", "user_key"],
  ["_sign_in_failure", "address"],
  ["_sign_in_failure", "at"],
  ["_captcha", "address"],
  ["_captcha", "expires"],
  ["_visit", "address"],
  ["_visit", "at"],
  ["_bank_notice", "at"],
  ["_bank_notice", "transid"],
];

/** Creates what is missing. Safe to call at every start, by several servers at once. */
export async function ensureTechnicalTables(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // "if not exists" alone fails when two servers create the same table at the same moment.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    for (const [name, columns] of Object.entries(TABLES)) await columns(trx.schema.createTable(name).ifNotExists()).execute();
    for (const [table, column] of INDEXES) {
      await trx.schema.createIndex(`${table}_${column.toLowerCase()}`).ifNotExists().on(table).column(column).execute();
    }
    // Two that start the same job at once start one.
    const running = trx.schema.createIndex("_job_open").ifNotExists().unique().on("_job");
    await running.columns(["SHOP_ID", "name", "params"]).where(sql<boolean>`state = 'open'`).execute();
    // The last wall before paying twice: whatever else goes wrong, a document has one order at the bank.
    const open = trx.schema.createIndex("_pay_intent_open").ifNotExists().unique().on("_pay_intent");
    await open.columns(["SHOP_ID", "entity", "row_id"]).where(sql<boolean>`state = 'open'`).execute();
    // Asked every second: of those that are settled, soon nearly all, it must not see anything.
    const due = trx.schema.createIndex("_pay_intent_due").ifNotExists().on("_pay_intent").columns(["channel", "next_try"]);
    await due.where(sql<boolean>`state = 'open'`).execute();
    await keepNotices(trx);
    const unfiled = trx.schema.createIndex("_pay_intent_unfiled").ifNotExists().on("_pay_intent").column("transid");
    await unfiled.where(sql<boolean>`state = 'success' and receipt is null`).execute();
  });
}

/** What a bank has said is evidence: the database itself refuses to change or remove it. Strangers' knocking may be forgotten. */
async function keepNotices(trx: Db): Promise<void> {
  const known = await sql`
    select 1 from pg_trigger where tgname = 'keep_notices' and tgrelid = to_regclass('_bank_notice')`.execute(trx);
  if (known.rows.length > 0) return;
  await sql`
    create or replace function _keep_notices() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.verdict = 'unsigned' then return old; end if;
      raise exception '% is written once and kept: % refused', tg_table_name, tg_op using errcode = '42501';
    end $$`.execute(trx);
  await sql`
    create trigger keep_notices before update or delete on _bank_notice for each row execute function _keep_notices()`.execute(trx);
}
