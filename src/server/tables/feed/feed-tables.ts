import { sql } from "kysely";
import { KEY, SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import { newTable, TEXT } from "../technical-ddl.ts";

/*
 * Feeds: which rows of an entity have changed, in an order that readers can follow without losing one (docs/decisions/112). The tables
 * note their changes themselves, in the transaction that makes them; what is committed is given its place afterwards, by one at a time.
 */

/** The feeds there are: of a shop and an entity. `id` is another one whenever a feed begins anew; it is read once it is `ready`. */
export const FEED = "_feed";
/** The tables that note changes for the feeds of a shop. */
export const FEED_TABLE = "_feed_table";
/** Changes that have no place yet. */
export const FEED_NOTE = "_feed_note";
/** The last change of each row, with its place. */
export const FEED_ROW = "_feed_row";

/** What a note says: a row was made, written or removed; a line of it was; something was done to it that the log of events tells. */
export type NoteKind = "made" | "written" | "removed" | "line" | "event";

/** What a table notes: its rows, as lines the rows they belong to, or, of the log of events, the rows it tells of. */
export type Noted = "rows" | "lines" | "events";

export async function createFeeds(db: Db): Promise<void> {
  await newTable(db, FEED)
    .addColumn(SHOP, TEXT, (column) => column.notNull())
    .addColumn("entity", TEXT, (column) => column.notNull())
    .addColumn("id", TEXT, (column) => column.notNull())
    /** What it was made of: another one asks for another feed. */
    .addColumn("shape", TEXT, (column) => column.notNull())
    .addColumn("ready", "boolean", (column) => column.notNull())
    .addPrimaryKeyConstraint("_feed_key", [SHOP, "entity"])
    .execute();
  await newTable(db, FEED_TABLE)
    .addColumn(SHOP, TEXT, (column) => column.notNull())
    .addColumn("table", TEXT, (column) => column.notNull())
    .addColumn("noted", TEXT, (column) => column.notNull())
    .addColumn("entity", TEXT, (column) => column.notNull())
    .addPrimaryKeyConstraint("_feed_table_key", [SHOP, "table", "noted", "entity"])
    .execute();
  await newTable(db, FEED_NOTE)
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn(SHOP, TEXT, (column) => column.notNull())
    .addColumn("entity", TEXT, (column) => column.notNull())
    .addColumn("kind", TEXT, (column) => column.notNull())
    /** null: of a line, which knows its head by `key`. */
    .addColumn("row", "bigint")
    /** Of a line what names its head; of a removed row what it was called, as JSON; of an event its row in the log. */
    .addColumn("key", TEXT)
    .execute();
  await db.schema.createIndex("_feed_note_row").ifNotExists().on(FEED_NOTE).columns([SHOP, "entity", "row"]).execute();
  await newTable(db, FEED_ROW)
    .addColumn(SHOP, TEXT, (column) => column.notNull())
    .addColumn("entity", TEXT, (column) => column.notNull())
    .addColumn("row", "bigint", (column) => column.notNull())
    .addColumn("pos", "bigint", (column) => column.notNull().generatedByDefaultAsIdentity())
    .addColumn("removed", "boolean", (column) => column.notNull())
    /** Of the row as it was then; null: it has none. */
    .addColumn("version", "bigint")
    .addColumn("key", TEXT)
    .addPrimaryKeyConstraint("_feed_row_key", [SHOP, "entity", "row"])
    .execute();
  await db.schema.createIndex("_feed_row_pos").ifNotExists().unique().on(FEED_ROW).columns([SHOP, "entity", "pos"]).execute();
  await createFunctions(db);
}

/**
 * What the triggers run. They name no column that a model may rename or drop but those that every table has: what else they need of a row
 * they look up by name in its JSON, so that no write ever fails for them.
 */
async function createFunctions(db: Db): Promise<void> {
  const [shop, id] = [sql.id(SHOP), sql.id(KEY)];
  const follow = (noted: Noted) =>
    sql`join ${sql.id(FEED_TABLE)} f on f.${shop} = r.${shop} and f."table" = tg_table_name and f.noted = ${sql.lit(noted)}`;
  const define = (name: string, body: ReturnType<typeof sql>) =>
    sql`create or replace function ${sql.id(name)}() returns trigger language plpgsql security definer set search_path from current as $$
      begin ${body}; return null; end $$`.execute(db);
  const note = (columns: ReturnType<typeof sql>) =>
    sql`insert into ${sql.id(FEED_NOTE)} (${shop}, entity, kind, "row", key) select r.${shop}, f.entity, ${columns}`;
  await define(
    "_feed_written",
    sql`${note(sql`case tg_op when 'INSERT' then 'made' else 'written' end, r.${id}, null`)} from new_rows r ${follow("rows")}`,
  );
  await define(
    "_feed_removed",
    sql`${note(sql`'removed', r.${id}, (select jsonb_object_agg(k, to_jsonb(r) -> k) from unnest(tg_argv) k)::text`)} from old_rows r ${follow("rows")}`,
  );
  for (const rows of ["new_rows", "old_rows"])
    await define(
      `_feed_lines_of_${rows}`,
      sql`insert into ${sql.id(FEED_NOTE)} (${shop}, entity, kind, key)
        select distinct r.${shop}, f.entity, 'line', to_jsonb(r) ->> tg_argv[0] from ${sql.id(rows)} r ${follow("lines")}`,
    );
  await define(
    "_feed_happened",
    sql`insert into ${sql.id(FEED_NOTE)} (${shop}, entity, kind, "row", key)
      select r.${shop}, f.entity, 'event', r.bllid::bigint, r.${id}::text from new_rows r ${follow("events")} and f.entity = r.entity
      where r.bllid ~ '^[0-9]{1,15}$'`,
  );
}
