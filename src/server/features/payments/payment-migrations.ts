import { sql } from "kysely";
import type { Db } from "../../db/driver/database.ts";
import { createIndexes, hasTrigger, type Migrations, newTable, TEXT } from "../../tables/technical-ddl.ts";

/** What was agreed with the banks. */
export const PAYMENT_MIGRATIONS: Migrations = { "0004_payments": { up: createPaymentTables } };

async function createPaymentTables(db: Db): Promise<void> {
  await createIntents(db);
  await createNotices(db);
}

/** What the bank was or shall be told: written with the change of state, sent after it. */
async function createIntents(db: Db): Promise<void> {
  const { schema } = db;
  await newTable(db, "_pay_intent")
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
    .addColumn("attention", TEXT)
    .execute();
  // The last wall before paying twice: whatever else goes wrong, a document has one order at the bank.
  const open = schema.createIndex("_pay_intent_open").ifNotExists().unique().on("_pay_intent").columns(["SHOP_ID", "entity", "row_id"]);
  await open.where(sql<boolean>`state = 'open'`).execute();
  // Asked every second: of those that are settled, soon nearly all, it must not see anything.
  const due = schema.createIndex("_pay_intent_due").ifNotExists().on("_pay_intent").columns(["channel", "next_try"]);
  await due.where(sql<boolean>`state = 'open'`).execute();
  const unfiled = schema.createIndex("_pay_intent_unfiled").ifNotExists().on("_pay_intent").column("transid");
  await unfiled.where(sql<boolean>`state = 'success' and receipt is null`).execute();
}

/**
 * Everything a bank said that changed something, or should not have: callbacks above all. It is evidence: the database itself refuses
 * to change or remove a line. Strangers' knocking may be forgotten.
 */
async function createNotices(db: Db): Promise<void> {
  await newTable(db, "_bank_notice")
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
    .addUniqueConstraint("_bank_notice_nonce", ["channel", "nonce"])
    .execute();
  await createIndexes(db, "_bank_notice", ["at", "transid"]);
  if (await hasTrigger(db, "_bank_notice", "keep_notices")) return;
  await sql`
    create or replace function _keep_notices() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.verdict = 'unsigned' then return old; end if;
      raise exception '% is written once and kept: % refused', tg_table_name, tg_op using errcode = '42501';
    end $$`.execute(db);
  await sql`
    create trigger keep_notices before update or delete on _bank_notice for each row execute function _keep_notices()`.execute(db);
}
