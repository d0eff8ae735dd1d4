import type { Db } from "../db/driver/database.ts";
import { createIndexes, type Migrations, TEXT } from "./technical-ddl.ts";

/** Tables of signing in. */
export const AUTH_MIGRATIONS: Migrations = { "0003_auth": { up: createAuthTables } };

async function createAuthTables(db: Db): Promise<void> {
  const { schema } = db;
  /** Password hashes: kept apart from the users, so that no list, export or print can reach them. */
  await schema
    .createTable("_credential")
    .ifNotExists()
    .addColumn("USER_ID", TEXT, (column) => column.primaryKey())
    .addColumn("hash", TEXT, (column) => column.notNull())
    .execute();
  /** Who is signed in. Of the token only its hash is kept. */
  await schema
    .createTable("_session")
    .ifNotExists()
    .addColumn("token_hash", TEXT, (column) => column.primaryKey())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("created", "timestamptz", (column) => column.notNull())
    .addColumn("last_seen", "timestamptz", (column) => column.notNull())
    .addColumn("expires", "timestamptz", (column) => column.notNull())
    .addColumn("ip", TEXT)
    .addColumn("agent", TEXT)
    .execute();
  await createIndexes(db, "_session", ["USER_ID", "expires"]);
  /** Sign-ins that failed, for as long as they count: whose name was typed (hashed), from where, when. */
  await schema
    .createTable("_sign_in_failure")
    .ifNotExists()
    .addColumn("user_key", TEXT, (column) => column.notNull())
    .addColumn("address", TEXT, (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
  await createIndexes(db, "_sign_in_failure", ["user_key", "address", "at"]);
  /** Captchas that wait for an answer, and who asked for them. */
  await schema
    .createTable("_captcha")
    .ifNotExists()
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("answer", TEXT, (column) => column.notNull())
    .addColumn("address", TEXT, (column) => column.notNull())
    .addColumn("expires", "timestamptz", (column) => column.notNull())
    .execute();
  await createIndexes(db, "_captcha", ["address", "expires"]);
}
