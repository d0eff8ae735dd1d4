import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { KEY, ROW_VERSION, SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import { FEED, FEED_NOTE, FEED_ROW, FEED_TABLE, type Noted } from "./feed-tables.ts";
import { lockFeeds } from "./lock-feeds.ts";

/** What a feed is made of. */
export interface FeedShape {
  readonly entity: string;
  readonly table: string;
  /** Fields that name a row to others, also when it is gone. */
  readonly key: readonly string[];
  readonly hasVersion: boolean;
  /** What lines call their head by; null: it has none. */
  readonly headKey: string | null;
  /** Line tables, with their column that names the head. */
  readonly lines: readonly { readonly table: string; readonly head: string }[];
}

/** A feed as readers know it. */
export interface Feed {
  readonly id: string;
  readonly isReady: boolean;
}

/** Any number will do; one at a time makes and drops triggers. */
const LOCK = 7_350_012;
/** Who writes the table meanwhile waits as long, and no longer. */
const LOCK_TIMEOUT = "2s";

/** The feed of a shop's entity; null: there is none, or it was made of something else. */
export async function findFeed(db: Db, shop: string, shape: FeedShape): Promise<Feed | null> {
  const feed = await db
    .selectFrom(FEED)
    .select(["id", "ready", "shape"])
    .where(SHOP, "=", shop)
    .where("entity", "=", shape.entity)
    .executeTakeFirst();
  return feed === undefined || feed.shape !== JSON.stringify(shape) ? null : { id: String(feed.id), isReady: feed.ready === true };
}

/**
 * Begins the feed of a shop's entity, anew where it was made of something else: from now on its tables note their changes, and every row
 * there is stands in it. Where it is there already, nothing is done.
 *
 * @param owner of the tables, on one connection
 * @throws where somebody writes the table for so long that it could not be told to note: to be tried again
 */
export async function beginFeed(owner: Db, shop: string, shape: FeedShape): Promise<void> {
  const begun = await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const known = await findFeed(trx, shop, shape);
    if (known !== null) return known;
    // Before the tables: nobody who writes them waits for that.
    await lockFeeds(trx, shop);
    await forget(trx, shop, shape.entity);
    // Who has written the tables has ended then, and whoever writes them from now on notes it.
    await addTriggers(trx, triggersOf(shape));
    const id = randomUUID();
    await trx
      .insertInto(FEED)
      .values({ [SHOP]: shop, entity: shape.entity, id, shape: JSON.stringify(shape), ready: false })
      .execute();
    await trx
      .insertInto(FEED_TABLE)
      .values(tablesOf(shape).map(({ table, noted }) => ({ [SHOP]: shop, table, noted, entity: shape.entity })))
      .execute();
    return { id, isReady: false };
  });
  if (begun.isReady) return;
  await owner.transaction().execute(async (trx) => {
    await lockFeeds(trx, shop);
    const version = shape.hasVersion ? sql.id(ROW_VERSION) : sql`null`;
    await sql`
      insert into ${sql.id(FEED_ROW)} (${sql.id(SHOP)}, entity, "row", removed, version)
      select ${shop}, ${shape.entity}, ${sql.id(KEY)}, false, ${version} from ${sql.id(shape.table)} where ${sql.id(SHOP)} = ${shop} order by ${sql.id(KEY)}
      on conflict do nothing`.execute(trx);
    await trx.updateTable(FEED).set({ ready: true }).where(SHOP, "=", shop).where("id", "=", begun.id).execute();
  });
}

/**
 * Lets the log of events note what happens to rows of these entities of a shop, and of no others.
 *
 * @param owner of the tables, on one connection
 */
export async function followEvents(owner: Db, shop: string, log: string, entities: readonly string[]): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const followed = await trx.selectFrom(FEED_TABLE).select("entity").where(SHOP, "=", shop).where("noted", "=", "events").execute();
    const known = new Set(followed.map(({ entity }) => String(entity)));
    const fresh = entities.filter((entity) => !known.has(entity));
    const over = [...known].filter((entity) => !entities.includes(entity));
    if (over.length > 0)
      await trx.deleteFrom(FEED_TABLE).where(SHOP, "=", shop).where("noted", "=", "events").where("entity", "in", over).execute();
    if (fresh.length === 0) return;
    await addTriggers(trx, [[log, triggerOf("events", "insert", "new", "_feed_happened")]]);
    await trx
      .insertInto(FEED_TABLE)
      .values(fresh.map((entity) => ({ [SHOP]: shop, table: log, noted: "events", entity })))
      .execute();
  });
}

/**
 * Ends the feeds that nobody wants any more, and takes the triggers away from tables that note for none.
 *
 * @param owner of the tables, on one connection
 * @param isWanted asked while nobody else can begin one
 */
export async function endFeeds(owner: Db, isWanted: (shop: string, entity: string) => Promise<boolean>): Promise<void> {
  const feeds = await owner.selectFrom(FEED).select([SHOP, "entity"]).orderBy(SHOP).execute();
  for (const { [SHOP]: shop, entity } of feeds) {
    if (await isWanted(String(shop), String(entity))) continue;
    await owner.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
      if (await isWanted(String(shop), String(entity))) return;
      await lockFeeds(trx, String(shop));
      await forget(trx, String(shop), String(entity));
    });
  }
  await dropTriggers(owner);
}

async function forget(trx: Db, shop: string, entity: string): Promise<void> {
  for (const table of [FEED, FEED_NOTE, FEED_ROW])
    await trx.deleteFrom(table).where(SHOP, "=", shop).where("entity", "=", entity).execute();
  await trx.deleteFrom(FEED_TABLE).where(SHOP, "=", shop).where("entity", "=", entity).where("noted", "!=", "events").execute();
}

function tablesOf({ table, lines }: FeedShape): { readonly table: string; readonly noted: Noted }[] {
  return [{ table, noted: "rows" }, ...lines.map((line) => ({ table: line.table, noted: "lines" as const }))];
}

interface Trigger {
  readonly name: string;
  readonly event: "insert" | "update" | "delete";
  readonly rows: "new" | "old";
  readonly run: string;
  /** Names of fields. */
  readonly args: readonly string[];
}

type OnTable = readonly [table: string, trigger: Trigger];

function triggersOf({ table, key, lines }: FeedShape): OnTable[] {
  return [
    [table, triggerOf("rows", "insert", "new", "_feed_written")],
    [table, triggerOf("rows", "update", "new", "_feed_written")],
    [table, triggerOf("rows", "delete", "old", "_feed_removed", key)],
    ...lines.flatMap(({ table: line, head }): OnTable[] => [
      [line, triggerOf("lines", "insert", "new", "_feed_lines_of_new_rows", [head])],
      [line, triggerOf("lines", "update", "new", "_feed_lines_of_new_rows", [head])],
      [line, triggerOf("lines", "delete", "old", "_feed_lines_of_old_rows", [head])],
    ]),
  ];
}

const triggerOf = (noted: Noted, event: Trigger["event"], rows: Trigger["rows"], run: string, args: readonly string[] = []): Trigger => ({
  name: `feed_${noted}_${event}`,
  event,
  rows,
  run,
  args,
});

/** Waits for whoever writes the tables, and holds up whoever wants to, until the transaction ends. One that is there is made anew: fields may have other names. */
async function addTriggers(trx: Db, triggers: readonly OnTable[]): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
  for (const [table, { name, event, rows, run, args }] of triggers)
    await sql`create or replace trigger ${sql.id(name)} after ${sql.raw(event)} on ${sql.id(table)}
      referencing ${sql.raw(rows)} table as ${sql.id(`${rows}_rows`)} for each statement
      execute function ${sql.id(run)}(${sql.join(args.map((arg) => sql.lit(arg)))})`.execute(trx);
}

const BUSY = "55P03";

/** Triggers of tables that note for nobody. A table that is written all the time keeps them until the next time. */
async function dropTriggers(owner: Db): Promise<void> {
  const idle = sql`
    select c.relname::text as "table", t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and t.tgname ~ '^feed_(rows|lines|events)_'
      and not exists (select from ${sql.id(FEED_TABLE)} f where f."table" = c.relname and f.noted = split_part(t.tgname, '_', 2))`;
  const { rows } = await sql<{ table: string; name: string }>`${idle}`.execute(owner);
  for (const { table, name } of rows) {
    const dropping = owner.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
      const { rows: still } = await sql`select from (${idle}) i where i."table" = ${table} and i.name = ${name}`.execute(trx);
      if (still.length > 0) await sql`drop trigger ${sql.id(name)} on ${sql.id(table)}`.execute(trx);
    });
    await dropping.catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === BUSY)) throw error;
    });
  }
}
