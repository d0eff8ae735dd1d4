import { type CreateTableBuilder, sql } from "kysely";
import type { Db } from "../db/connect.ts";

type Table = CreateTableBuilder<string, string>;

/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_001;

/** Tables that no entity file describes. Their names begin with _ so that none can collide with an entity's. */
const TABLES: Readonly<Record<string, (table: Table) => Table>> = {
  /** Answers already given, by request key; as text, so that a repetition is the same to the byte. */
  _idempotency: (table) =>
    table
      .addColumn("SHOP_ID", "text", (column) => column.notNull())
      .addColumn("reqkey", "text", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("result", "text", (column) => column.notNull())
      .addColumn("created", "timestamptz", (column) => column.notNull())
      .addPrimaryKeyConstraint("_idempotency_key", ["SHOP_ID", "reqkey"]),
  /** The last bill number given out, per shop, prefix and day. */
  _number: (table) =>
    table
      .addColumn("SHOP_ID", "text", (column) => column.notNull())
      .addColumn("prefix", "text", (column) => column.notNull())
      .addColumn("day", "date", (column) => column.notNull())
      .addColumn("last", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("_number_key", ["SHOP_ID", "prefix", "day"]),
  /** Password hashes: kept apart from the users, so that no list, export or print can reach them. */
  _credential: (table) =>
    table.addColumn("USER_ID", "text", (column) => column.primaryKey()).addColumn("hash", "text", (column) => column.notNull()),
  /** Who is signed in. Of the token only its hash is kept. */
  _session: (table) =>
    table
      .addColumn("token_hash", "text", (column) => column.primaryKey())
      .addColumn("USER_ID", "text", (column) => column.notNull())
      .addColumn("created", "timestamptz", (column) => column.notNull())
      .addColumn("last_seen", "timestamptz", (column) => column.notNull())
      .addColumn("expires", "timestamptz", (column) => column.notNull())
      .addColumn("ip", "text")
      .addColumn("agent", "text"),
  /** Sign-ins that failed, for as long as they count: whose name was typed (hashed), from where, when. */
  _sign_in_failure: (table) =>
    table
      .addColumn("user_key", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("at", "timestamptz", (column) => column.notNull()),
  /** Captchas that wait for an answer, and who asked for them. */
  _captcha: (table) =>
    table
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("answer", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("expires", "timestamptz", (column) => column.notNull()),
  /** What visitors who are not signed in did within the hour: what, from where, when. */
  _visit: (table) =>
    table
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("at", "timestamptz", (column) => column.notNull()),
  /** Facts about this database, e.g. that it holds the demo. */
  _meta: (table) =>
    table.addColumn("key", "text", (column) => column.primaryKey()).addColumn("value", "text", (column) => column.notNull()),
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
  });
}
