import type { Db } from "../../db/connect.ts";
import { type Migrations, newTable, TEXT } from "../../tables/technical-ddl.ts";

/** What the first start keeps, and what is kept of shops that no file names. */
export const SETUP_MIGRATIONS: Migrations = { "0018_setup": { up: createSetupTables } };

async function createSetupTables(db: Db): Promise<void> {
  /** Addresses of the first start: of each only its hash, and until when it counts. */
  await newTable(db, "_setup_token")
    .addColumn("hash", TEXT, (column) => column.primaryKey())
    .addColumn("expires", "timestamptz", (column) => column.notNull())
    .execute();
  /** The profile that a shop was given when it was opened. */
  await newTable(db, "_shop_profile")
    .addColumn("SHOP_ID", TEXT, (column) => column.primaryKey())
    .addColumn("profile", TEXT, (column) => column.notNull())
    .execute();
}
