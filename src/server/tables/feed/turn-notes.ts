import { sql } from "kysely";
import { KEY, ROW_VERSION, SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import type { FeedShape } from "./begin-feed.ts";
import { FEED_NOTE, FEED_ROW, type NoteKind } from "./feed-tables.ts";

/** What has become of a row since it was looked at last. */
export interface Change {
  readonly row: number;
  /** It is there for the first time, is another one, or is gone; null: it stays what it was, and something was done to it. */
  readonly kind: "made" | "written" | "removed" | null;
  /** Of a removed row: what it was called, field to value. */
  readonly key: Readonly<Record<string, unknown>> | null;
  /** Rows of the log of events that tell what was done to it, the oldest first. */
  readonly events: readonly number[];
}

interface Note {
  readonly id: string;
  readonly kind: NoteKind;
  readonly row: string | null;
  readonly key: string | null;
  /** Of the row as it is; null: it has none, or is gone. */
  readonly version: string | null;
  readonly isThere: boolean;
}

const AT_ONCE = 5000;

/**
 * Gives the changes of a shop's entity that are committed their places, the oldest first, as many as are good at once: after all that have
 * one. Between {@link lockFeeds} and the end of the transaction. Nothing is left out that is committed later with an earlier note: what
 * waits is known by being there, not by a number. `taken`: how many notes there were; 0: nothing waits.
 *
 * @param trx as the shop
 */
export async function turnNotes(
  trx: Db,
  shop: string,
  shape: FeedShape,
): Promise<{ readonly taken: number; readonly changes: readonly Change[] }> {
  const notes = await takeNotes(trx, shop, shape);
  if (notes.length === 0) return { taken: 0, changes: [] };
  const heads = await headsOf(trx, shop, shape, notes);
  const kept = await versionsOf(trx, shop, shape, notes);
  const byRow = new Map<number, Note[]>();
  for (const note of notes) {
    const row = note.row === null ? heads.get(note.key ?? "") : Number(note.row);
    if (row !== undefined) byRow.set(row, [...(byRow.get(row) ?? []), note]);
  }
  const changes = [...byRow].flatMap(([row, own]) => changeOf(row, own, kept.get(row)) ?? []);
  await place(
    trx,
    shop,
    shape,
    changes.filter(({ kind }) => kind !== null),
  );
  return { taken: notes.length, changes };
}

/** Notes with the state of their rows, of one moment: those that are the oldest, and with them all that there are of the same rows. */
async function takeNotes(trx: Db, shop: string, { entity, table, hasVersion }: FeedShape): Promise<Note[]> {
  const own = (alias: string) => sql`${sql.ref(`${alias}.${SHOP}`)} = ${shop} and ${sql.ref(`${alias}.entity`)} = ${entity}`;
  const notes = sql.id(FEED_NOTE);
  const version = hasVersion ? sql`${sql.ref(`h.${ROW_VERSION}`)}::bigint` : sql`null::bigint`;
  const { rows } = await sql<Note>`
    with first as (select n.id, n."row" from ${notes} n where ${own("n")} order by n.id limit ${AT_ONCE}),
    taken as (
      delete from ${notes} n where ${own("n")} and (n.id in (select id from first) or n."row" in (select "row" from first))
      returning n.id, n.kind, n."row", n.key)
    select t.id, t.kind, t."row", t.key, ${version} as version, h.${sql.id(KEY)} is not null as "isThere"
    from taken t left join ${sql.id(table)} h on h.${sql.id(SHOP)} = ${shop} and h.${sql.id(KEY)} = t."row" order by t.id`.execute(trx);
  return rows;
}

/** What lines call their heads, to the rows of those. A head that is gone has told so itself. */
async function headsOf(trx: Db, shop: string, { table, headKey }: FeedShape, notes: readonly Note[]): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(notes.flatMap(({ kind, key }) => (kind === "line" && key !== null ? [key] : [])))];
  if (names.length === 0 || headKey === null) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select ${sql.id(KEY)} as id, ${sql.id(headKey)}::text as name from ${sql.id(table)}
    where ${sql.id(SHOP)} = ${shop} and ${sql.id(headKey)} = any(${names})`.execute(trx);
  return new Map(rows.map(({ id, name }) => [name, Number(id)]));
}

/** Rows to the versions that were told last. */
async function versionsOf(
  trx: Db,
  shop: string,
  { entity }: FeedShape,
  notes: readonly Note[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = [...new Set(notes.flatMap(({ row }) => row ?? []))];
  if (rows.length === 0) return new Map();
  const { rows: known } = await sql<{ row: string; version: string | null }>`
    select "row", version from ${sql.id(FEED_ROW)} where ${sql.id(SHOP)} = ${shop} and entity = ${entity} and "row" = any(${rows}::bigint[])`.execute(
    trx,
  );
  return new Map(known.map(({ row, version }) => [Number(row), version]));
}

type Placed = Change & { readonly version: string | null };

/** null: nothing that counts. A row whose version stays was not changed: printing it, say, is none (docs/decisions/24). */
function changeOf(row: number, notes: readonly Note[], before: string | null | undefined): Placed | null {
  const events = notes.filter(({ kind }) => kind === "event").map(({ key }) => Number(key));
  const written = notes.filter(({ kind }) => kind !== "event" && kind !== "line");
  const removed = notes.find(({ kind }) => kind === "removed");
  const version = written[0]?.version ?? null;
  const isLine = notes.some(({ kind }) => kind === "line");
  const isOther = written.length > 0 && (version === null || version !== before);
  const isMoved = isLine || isOther || removed !== undefined;
  if (!isMoved && events.length === 0) return null;
  const key = removed?.key ?? null;
  return {
    row,
    kind: isMoved ? kindOf(notes) : null,
    key: key === null ? null : JSON.parse(key),
    events,
    version: version ?? before ?? null,
  };
}

function kindOf(notes: readonly Note[]): Change["kind"] {
  const has = (kind: NoteKind) => notes.some((note) => note.kind === kind);
  return has("removed") ? "removed" : has("made") ? "made" : "written";
}

async function place(trx: Db, shop: string, { entity }: FeedShape, changes: readonly Placed[]): Promise<void> {
  if (changes.length === 0) return;
  const said = changes.map(({ row, kind, version, key }) => ({
    row,
    removed: kind === "removed",
    version,
    key: key === null ? null : JSON.stringify(key),
  }));
  await sql`
    insert into ${sql.id(FEED_ROW)} (${sql.id(SHOP)}, entity, "row", removed, version, key)
    select ${shop}, ${entity}, c."row", c.removed, c.version, c.key
    from rows from (jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as ("row" bigint, removed boolean, version bigint, key text))
      with ordinality as c("row", removed, version, key, n) order by n
    on conflict (${sql.id(SHOP)}, entity, "row") do update set pos = excluded.pos, removed = excluded.removed, version = excluded.version, key = excluded.key`.execute(
    trx,
  );
}
