import type { Db } from "../../../db/driver/database.ts";
import { createIndexes, newTable, TEXT } from "../../../tables/technical-ddl.ts";

/** Batches by key and number (batch.ts). What became of their rows is kept part by part with the request keys, for as long. */
export async function createBatches(db: Db): Promise<void> {
  await newTable(db, "_batch")
    .addColumn("prefix", TEXT, (column) => column.notNull())
    .addColumn("batch", TEXT, (column) => column.notNull())
    /** Where it is brought in and how, as text. */
    .addColumn("what", TEXT, (column) => column.notNull())
    /** Rows of a part: where the program cuts otherwise some day, what was begun is cut as it was. */
    .addColumn("cut", "integer", (column) => column.notNull())
    /** Parts that have been begun, and whether there are no more. */
    .addColumn("parts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("complete", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("created", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("_batch_key", ["prefix", "batch"])
    .execute();
  await createIndexes(db, "_batch", ["created"]);
}
