import { sql } from "kysely";
import type { Module } from "../../../../shared/registry/model.ts";
import { KEY, SHOP } from "../../../base/technical.ts";
import type { Db } from "../../../db/connect.ts";
import { entityOf } from "../../../engine/values/names.ts";
import type { QueryContext } from "../../../query/context.ts";
import { FEED_NOTE, FEED_ROW } from "../../../tables/feed/feed-tables.ts";
import { shapeOf } from "./feed-shape.ts";
import { readTold, type ToldRow } from "./told.ts";

/** Where a reader is: all changes up to `pos` are known to him; what is gone up to `start` he has never been told. */
export interface Position {
  readonly start: number;
  readonly pos: number;
}

/** What has become of a row. */
export type ToldChange =
  | { readonly change: "written"; readonly Id: number; readonly row: ToldRow }
  | { readonly change: "removed"; readonly Id: number; readonly key?: Readonly<Record<string, unknown>> };

interface Placed {
  readonly row: string;
  readonly pos: string;
  readonly removed: boolean;
  readonly key: string | null;
}

/** The place that the feed has come to. */
export async function lastPlace(db: Db, shop: string, entity: string): Promise<number> {
  const last = await db
    .selectFrom(FEED_ROW)
    .select(sql<string>`coalesce(max(pos), 0)`.as("pos"))
    .where(SHOP, "=", shop)
    .where("entity", "=", entity)
    .executeTakeFirst();
  return Number(last?.pos ?? 0);
}

/**
 * The next changes of a feed after a position, the oldest first: each row as it is at this moment. All is read of one moment: a row that
 * has changed since it was given its place is left to its next one, so that nobody is told the same twice.
 *
 * @param ctx its handle is no transaction yet
 */
export async function readFeed(
  ctx: QueryContext,
  module: Module,
  after: Position,
  limit: number,
): Promise<{ readonly changes: readonly ToldChange[]; readonly pos: number; readonly more: boolean }> {
  const entity = entityOf<string>(ctx.registry, module.entity);
  const shop = ctx.viewer.shopId;
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const next = trx
        .selectFrom(FEED_ROW)
        .select(["row", "pos", "removed", "key"])
        .where(SHOP, "=", shop)
        .where("entity", "=", entity.name);
      const placed = await next
        .where("pos", ">", after.pos)
        .orderBy("pos")
        .limit(limit + 1)
        .$castTo<Placed>()
        .execute();
      const page = placed.slice(0, limit);
      const ids = page.map(({ row }) => Number(row));
      const pending = await readPending(trx, ctx, module, ids);
      const due = page.filter(({ row }) => !pending.has(Number(row)));
      const there = due.filter(({ removed }) => !removed).map(({ row }) => Number(row));
      const { read, rows } = await readTold({ ...ctx, db: trx }, module, there);
      // Up to the first one that is not read this time.
      const left = read < there.length ? page.findIndex(({ row }) => Number(row) === there[read]) : -1;
      const told = left === -1 ? page : page.slice(0, left);
      return {
        changes: told.flatMap((one) => (pending.has(Number(one.row)) ? [] : changeOf(one, rows, after, module))),
        pos: Number(told.at(-1)?.pos ?? after.pos),
        more: placed.length > told.length,
      };
    });
}

/** What left the page, or was never on it, is called by its number alone; whoever begins need not be told. */
function changeOf({ row, pos, key }: Placed, rows: ReadonlyMap<number, ToldRow>, { start }: Position, module: Module): ToldChange[] {
  const Id = Number(row);
  const found = rows.get(Id);
  if (found !== undefined) return [{ change: "written", Id, row: found }];
  if (Number(pos) <= start) return [];
  return [
    { change: "removed", Id, ...(key !== null && module.where === null && { key: JSON.parse(key) as Readonly<Record<string, unknown>> }) },
  ];
}

/** Rows with changes that are committed and have no place yet. */
async function readPending(
  trx: Db,
  { registry, viewer }: QueryContext,
  module: Module,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { entity, table, headKey } = shapeOf(registry, entityOf<string>(registry, module.entity));
  const [shop, id] = [sql.id(SHOP), sql.id(KEY)];
  const notes = sql`select from ${sql.id(FEED_NOTE)} n where n.${shop} = ${viewer.shopId} and n.entity = ${entity}`;
  const ofLines = headKey === null ? sql`false` : sql`(n.kind = 'line' and n.key = h.${sql.id(headKey)}::text)`;
  const { rows } = await sql<{ row: string }>`
    select i.id as "row" from unnest(${ids}::bigint[]) as i(id) left join ${sql.id(table)} h on h.${shop} = ${viewer.shopId} and h.${id} = i.id
    where exists (${notes} and (n."row" = i.id or ${ofLines}))`.execute(trx);
  return new Set(rows.map(({ row }) => Number(row)));
}
