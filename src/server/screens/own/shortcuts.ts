import { sql } from "kysely";
import { cellToWire } from "../../../shared/domain/cell.ts";
import type { Favourite, RecentDocument, ShortcutsResult } from "../../../shared/protocol/own-list.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { jsonOf } from "../../base/params.ts";
import { KEY } from "../../base/technical.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { inSql, readCells, selectFields } from "../../query/read-cells.ts";
import type { FavouriteKey } from "./own-json.ts";

const MENU = "_own_menu";
const OPENED = "_opened_row";
const VIEWS = "_list_view";
/** Documents that are told; a few more are kept, as some of them may be gone when they are asked for. */
const RECENT = 20;
const KEPT = 40;

/** What the viewer has at hand: his favourites, and the documents he looked at last. `open`: the pages he may open now. */
export async function readShortcuts(ctx: QueryContext, open: readonly Module[]): Promise<ShortcutsResult> {
  const favourites = await readFavourites(ctx, open);
  const recent = await readRecent(ctx, open);
  return { favourites, recent };
}

/** Keeps the favourites, in their order. */
export async function keepFavourites({ db, viewer }: QueryContext, keys: readonly FavouriteKey[]): Promise<void> {
  const favourites = JSON.stringify(keys);
  await db
    .insertInto(MENU)
    .values({ SHOP_ID: viewer.shopId, USER_ID: viewer.userId, favourites })
    .onConflict((conflict) => conflict.columns(["SHOP_ID", "USER_ID"]).doUpdateSet({ favourites }))
    .execute();
}

/** Keeps that the viewer has looked at a document just now, and forgets those that he looked at long before. */
export async function noteOpened({ db, viewer, now }: QueryContext, { id }: Module, row: number): Promise<void> {
  const at = now.toISOString();
  await sql`
    with noted as (
      insert into ${sql.id(OPENED)} ("SHOP_ID", "USER_ID", "MdlId", row_id, at)
      values (${viewer.shopId}, ${viewer.userId}, ${id}, ${row}, ${at})
      on conflict ("SHOP_ID", "USER_ID", "MdlId", row_id) do update set at = excluded.at
    )
    delete from ${sql.id(OPENED)} where "SHOP_ID" = ${viewer.shopId} and "USER_ID" = ${viewer.userId} and at < (
      select at from ${sql.id(OPENED)} where "SHOP_ID" = ${viewer.shopId} and "USER_ID" = ${viewer.userId}
      order by at desc offset ${KEPT - 1} limit 1)`.execute(db);
}

async function readFavourites({ db, viewer }: QueryContext, open: readonly Module[]): Promise<Favourite[]> {
  const kept = await db
    .selectFrom(MENU)
    .select("favourites")
    .where("SHOP_ID", "=", viewer.shopId)
    // guard scope: tests/server/app/own-views.test.ts
    .where("USER_ID", "=", viewer.userId)
    .executeTakeFirst();
  const keys = kept === undefined ? [] : (jsonOf(String(kept.favourites)) as readonly FavouriteKey[]);
  const ids = keys.flatMap(([, view]) => (view === "" ? [] : [view]));
  const views = ids.length === 0 ? [] : await titlesOf({ db, viewer }, ids);
  return keys.flatMap(([mdl, view]): Favourite[] => {
    const entry = open.find(({ id }) => id === mdl)?.entry;
    if (entry === undefined) return [];
    if (view === "") return [{ MdlId: mdl, view, title: entry.title, path: entry.path }];
    const title = views.find(({ id, MdlId }) => id === view && MdlId === mdl)?.title;
    // A view that was deleted, or is shared no longer.
    return title === undefined ? [] : [{ MdlId: mdl, view, title: `${entry.title}：${String(title)}`, path: `${entry.path}?view=${view}` }];
  });
}

function titlesOf({ db, viewer }: Pick<QueryContext, "db" | "viewer">, ids: readonly string[]) {
  return db
    .selectFrom(VIEWS)
    .select(["id", "MdlId", "title"])
    .where("SHOP_ID", "=", viewer.shopId)
    .where("PROV_ID", "=", viewer.provId)
    .where("id", "in", [...ids])
    .where((where) => where.or([where("USER_ID", "=", viewer.userId), where("is_shared", "=", true)]))
    .execute();
}

/** What they are called is read through the viewer's own scope: of a document that is not his to see any longer nothing is told. */
async function readRecent(ctx: QueryContext, open: readonly Module[]): Promise<RecentDocument[]> {
  const { db, viewer } = ctx;
  const kept = await db
    .selectFrom(OPENED)
    .select(["MdlId", "row_id"])
    .where("SHOP_ID", "=", viewer.shopId)
    // guard scope: tests/server/app/own-views.test.ts
    .where("USER_ID", "=", viewer.userId)
    .orderBy("at", "desc")
    .limit(KEPT)
    .execute();
  const pages = open.filter(({ id }) => kept.some(({ MdlId }) => MdlId === id));
  const numbers = await oneByOne(pages, (page) => {
    const ids = kept.flatMap(({ MdlId, row_id }) => (MdlId === page.id ? [Number(row_id)] : []));
    return numbersOf(ctx, page, ids);
  });
  return kept
    .flatMap(({ MdlId, row_id }): RecentDocument[] => {
      const place = pages.findIndex(({ id }) => id === MdlId);
      const [page, id] = [pages[place], Number(row_id)];
      const number = numbers[place]?.get(id);
      if (page === undefined || number === undefined) return [];
      return [{ MdlId: page.id, id, number, title: page.entry.title, path: `${page.entry.path}/show/${id}` }];
    })
    .slice(0, RECENT);
}

async function numbersOf(ctx: QueryContext, page: Module, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const plan = listPlan(ctx, page);
  const { key, columns, entity } = plan;
  const field = entity.fields[page.titleField];
  if (key === null || field === undefined || !plan.readable.fields.has(field.name)) return new Map();
  const fields = inSql([field.name], columns);
  const answers = await selectFields(plan.rows().where(sql<boolean>`${key} in (${sql.join([...ids])})`), fields, columns)
    .select(key.as(KEY))
    .execute();
  return new Map(
    answers.map((answer) => [Number(answer[KEY]), String(cellToWire(field, readCells(answer, fields)[field.name] ?? null) ?? answer[KEY])]),
  );
}
