import type { Db } from "../../db/driver/database.ts";
import { createIndexes, type Migrations, TEXT } from "../../tables/technical-ddl.ts";

/** The table of those who are not signed in. */
export const VISITOR_MIGRATIONS: Migrations = { "0005_visitors": { up: createVisits } };

/** What visitors who are not signed in did within the hour: what, from where, when. */
async function createVisits(db: Db): Promise<void> {
  await db.schema
    .createTable("_visit")
    .ifNotExists()
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("kind", TEXT, (column) => column.notNull())
    .addColumn("address", TEXT, (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
  await createIndexes(db, "_visit", ["address", "at"]);
}
