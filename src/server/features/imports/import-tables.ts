import type { Db } from "../../db/connect.ts";
import { createIndexes, type Migrations, newTable, TEXT } from "../../tables/technical-ddl.ts";

/** What is kept of files that are brought in: their rows as they were read, until nobody needs them any more. */
export const IMPORT_MIGRATIONS: Migrations = { "0020_import_files": { up: createFiles } };

async function createFiles(db: Db): Promise<void> {
  /** A file that was read, with its headings as JSON. */
  await newTable(db, "_import_file")
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("headings", TEXT, (column) => column.notNull())
    .addColumn("created", "timestamptz", (column) => column.notNull())
    .execute();
  await createIndexes(db, "_import_file", ["created"]);
  /** Some rows of it as JSON, documents as a whole; once they were tried or written, which were refused and why; and what is to be told once. */
  await newTable(db, "_import_chunk")
    .addColumn("file", TEXT, (column) => column.notNull())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("rows", TEXT, (column) => column.notNull())
    .addColumn("refused", TEXT)
    .addColumn("notices", TEXT)
    .addPrimaryKeyConstraint("_import_chunk_key", ["file", "seq"])
    .execute();
}
