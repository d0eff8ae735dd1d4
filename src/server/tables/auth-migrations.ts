import { sql } from "kysely";
import type { Db } from "../db/driver/database.ts";
import { createIndexes, type Migrations, newTable, TEXT } from "./technical-ddl.ts";

/** Tables of signing in. */
export const AUTH_MIGRATIONS: Migrations = {
  "0003_auth": { up: createAuthTables },
  "0008_given_passwords": { up: addGivenPasswords },
  "0009_devices": { up: createDevices },
  "0010_second_factors": { up: createSecondFactors },
  "0011_identities": { up: createIdentities },
};

/** Second factors (src/server/auth/second-factor.ts), and of each session whether one was shown (docs/decisions/86). */
async function createSecondFactors(db: Db): Promise<void> {
  await newTable(db, "_second_factor")
    .addColumn("USER_ID", TEXT, (column) => column.primaryKey())
    /** Sealed; it is opened to compare a code, and told nobody. */
    .addColumn("secret", TEXT, (column) => column.notNull())
    /** The time step whose code counted last. */
    .addColumn("last_step", "integer", (column) => column.notNull())
    .addColumn("salt", TEXT, (column) => column.notNull())
    .addColumn("since", "timestamptz", (column) => column.notNull())
    .execute();
  await newTable(db, "_recovery_code")
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("hash", TEXT, (column) => column.notNull())
    .addPrimaryKeyConstraint("_recovery_code_key", ["USER_ID", "hash"])
    .execute();
  await sql`alter table _session add column if not exists proven boolean not null default false`.execute(db);
}

/** Who of a provider of identity is which user, and which groups a session was opened for (docs/decisions/87). */
async function createIdentities(db: Db): Promise<void> {
  await newTable(db, "_identity")
    .addColumn("issuer", TEXT, (column) => column.notNull())
    .addColumn("subject", TEXT, (column) => column.notNull())
    .addColumn("USER_ID", TEXT, (column) => column.notNull())
    .addColumn("since", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("_identity_key", ["issuer", "subject"])
    .addUniqueConstraint("_identity_user", ["issuer", "USER_ID"])
    .execute();
  /** Left empty: opened by a password. Else the groups, as JSON. */
  await sql`alter table _session add column if not exists groups text`.execute(db);
}

/** When a password was given by somebody else; left empty: the user chose it himself (docs/decisions/82). */
async function addGivenPasswords(db: Db): Promise<void> {
  await sql`alter table _credential add column if not exists given timestamptz`.execute(db);
}

/** Devices that users have signed in on (src/server/auth/devices.ts). Captchas went when delays took their place. */
async function createDevices(db: Db): Promise<void> {
  await newTable(db, "_device")
    .addColumn("user_key", TEXT, (column) => column.notNull())
    .addColumn("token_hash", TEXT, (column) => column.notNull())
    .addColumn("seen", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("_device_key", ["user_key", "token_hash"])
    .execute();
  await createIndexes(db, "_device", ["token_hash", "seen"]);
  await db.schema.dropTable("_captcha").ifExists().execute();
}

async function createAuthTables(db: Db): Promise<void> {
  /** Password hashes: kept apart from the users, so that no list, export or print can reach them. */
  await newTable(db, "_credential")
    .addColumn("USER_ID", TEXT, (column) => column.primaryKey())
    .addColumn("hash", TEXT, (column) => column.notNull())
    .execute();
  /** Who is signed in. Of the token only its hash is kept. */
  await newTable(db, "_session")
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
  await newTable(db, "_sign_in_failure")
    .addColumn("user_key", TEXT, (column) => column.notNull())
    .addColumn("address", TEXT, (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
  await createIndexes(db, "_sign_in_failure", ["user_key", "address", "at"]);
  /** Captchas that wait for an answer, and who asked for them. */
  await newTable(db, "_captcha")
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("answer", TEXT, (column) => column.notNull())
    .addColumn("address", TEXT, (column) => column.notNull())
    .addColumn("expires", "timestamptz", (column) => column.notNull())
    .execute();
  await createIndexes(db, "_captcha", ["address", "expires"]);
}
