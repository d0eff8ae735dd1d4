import type { Db } from "../../../db/driver/database.ts";
import { newTable, TEXT } from "../../../tables/technical-ddl.ts";

/** Keys by their public prefix (key-text.ts): hashes lie apart from what lists and forms can reach. */
export async function createKeys(db: Db): Promise<void> {
  await newTable(db, "_api_key")
    .addColumn("prefix", TEXT, (column) => column.primaryKey())
    .addColumn("hash", TEXT, (column) => column.notNull())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    /** Of the entity ApiKey. */
    .addColumn("row", "bigint", (column) => column.notNull())
    /** The minute that calls are counted in, since 1970, and how many there were. */
    .addColumn("minute", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("calls", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
