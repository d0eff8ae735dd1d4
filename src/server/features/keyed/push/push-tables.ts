import type { Db } from "../../../db/driver/database.ts";
import { newTable, TEXT } from "../../../tables/technical-ddl.ts";

/** Subscriptions that push, and what waits to be pushed. */
export async function createPushes(db: Db): Promise<void> {
  await newTable(db, "_push_hook")
    /** Of the entity PushHook. */
    .addColumn("hook", "bigint", (column) => column.primaryKey())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    /** Sealed; it is opened to sign, and told nobody. */
    .addColumn("secret", TEXT, (column) => column.notNull())
    .addColumn("next_try", "timestamptz", (column) => column.notNull())
    .addColumn("leased", "timestamptz", (column) => column.notNull())
    /** Since when nothing has arrived; null: what was sent last has. */
    .addColumn("failing", "timestamptz")
    .execute();
  await newTable(db, "_push")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("hook", "bigint", (column) => column.notNull())
    .addColumn("SHOP_ID", TEXT, (column) => column.notNull())
    .addColumn("delivery", TEXT, (column) => column.notNull())
    .addColumn("page", "integer", (column) => column.notNull())
    .addColumn("entity", TEXT, (column) => column.notNull())
    .addColumn("row", "bigint", (column) => column.notNull())
    .addColumn("event", TEXT, (column) => column.notNull())
    .addColumn("happened", "timestamptz", (column) => column.notNull())
    /** Of a removed row what it was called, as JSON. */
    .addColumn("key", TEXT)
    /** Of a transition its row in the log of events. */
    .addColumn("log", "bigint")
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint("_push_delivery", ["delivery"])
    .execute();
  await db.schema.createIndex("_push_hook_id").ifNotExists().on("_push").columns(["hook", "id"]).execute();
}
