import { knownLayout } from "../../../shared/domain/list-layout.ts";
import type { ListLayout, OwnList } from "../../../shared/protocol/own-list.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { jsonOf } from "../../base/params.ts";
import type { QueryContext } from "../../query/context.ts";
import { listViews } from "./list-views.ts";
import type { OwnPage } from "./own-page.ts";

const TABLE = "_own_list";
/** Columns of one list that something is kept of. */
const MOST_COLUMNS = 200;

/** What the viewer has made of a list for himself, as far as it is about what he may see now (docs/decisions/117). */
export async function ownList(ctx: QueryContext, page: OwnPage): Promise<OwnList> {
  const kept = await keptOf(ctx, page.module.id);
  const views = await listViews(ctx, page);
  const layout = knownLayout(kept.layout, new Set(page.screen.columns.map(({ field }) => field)));
  return { layout, views, view: views.some(({ id }) => id === kept.view) ? kept.view : null };
}

/** There is nothing of it. */
export function isNothing({ layout, views }: OwnList): boolean {
  return Object.keys(layout).length === 0 && views.length === 0;
}

/**
 * Keeps how the viewer has arranged a list; an empty layout forgets it. What was kept of columns that are not there now stays: they may
 * come back, with a profile or an edit that is taken back.
 */
export async function keepLayout(ctx: QueryContext, { module, screen }: OwnPage, layout: ListLayout): Promise<void> {
  const there = new Set([...screen.columns, ...(layout.columns ?? [])].map(({ field }) => field));
  const before = Object.keys(layout).length === 0 ? {} : (await keptOf(ctx, module.id)).layout;
  const asleep = (before.columns ?? []).filter(({ field }) => !there.has(field));
  const all = [...(layout.columns ?? []), ...asleep].slice(0, MOST_COLUMNS);
  await keep(ctx, module.id, { layout: JSON.stringify({ ...layout, ...(all.length > 0 && { columns: all }) }) });
}

/** Has the list open with this view, or, with null, as the module says. */
export function keepDefaultView(ctx: QueryContext, { id }: Module, view: string | null): Promise<void> {
  return keep(ctx, id, { view });
}

async function keptOf({ db, viewer }: QueryContext, mdl: number): Promise<Pick<OwnList, "layout" | "view">> {
  const kept = await db
    .selectFrom(TABLE)
    .select(["layout", "view"])
    .where("SHOP_ID", "=", viewer.shopId)
    // guard scope: tests/server/app/own-lists.test.ts
    .where("USER_ID", "=", viewer.userId)
    .where("MdlId", "=", mdl)
    .executeTakeFirst();
  if (kept === undefined) return { layout: {}, view: null };
  return { layout: jsonOf(String(kept.layout)) as ListLayout, view: kept.view === null ? null : String(kept.view) };
}

async function keep(
  { db, viewer }: QueryContext,
  MdlId: number,
  change: { readonly layout?: string; readonly view?: string | null },
): Promise<void> {
  await db
    .insertInto(TABLE)
    .values({ layout: "{}", view: null, ...change, SHOP_ID: viewer.shopId, USER_ID: viewer.userId, MdlId })
    .onConflict((conflict) => conflict.columns(["SHOP_ID", "USER_ID", "MdlId"]).doUpdateSet(change))
    .execute();
}
