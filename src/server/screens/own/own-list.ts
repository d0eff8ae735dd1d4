import { knownLayout } from "../../../shared/domain/list-layout.ts";
import type { ListLayout, OwnList } from "../../../shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { jsonOf } from "../../base/params.ts";
import type { QueryContext } from "../../query/context.ts";

const TABLE = "_own_list";
/** Columns of one list that something is kept of. */
const MOST_COLUMNS = 200;

/** What the viewer has made of a list for himself, as far as it is about columns that he may see now; null: nothing (docs/decisions/117). */
export async function ownList(ctx: QueryContext, { MdlId, columns }: ScreenModel): Promise<OwnList | null> {
  const kept = await keptLayout(ctx, MdlId);
  return kept === null ? null : { layout: knownLayout(kept, new Set(columns.map(({ field }) => field))) };
}

/**
 * Keeps how the viewer has arranged a list; an empty layout forgets it. What was kept of columns that are not there now stays: they may
 * come back, with a profile or an edit that is taken back.
 */
export async function keepLayout(ctx: QueryContext, { MdlId, columns }: ScreenModel, layout: ListLayout): Promise<void> {
  const { db, viewer } = ctx;
  if (Object.keys(layout).length === 0) {
    await db
      .deleteFrom(TABLE)
      .where("SHOP_ID", "=", viewer.shopId)
      // guard scope: tests/server/app/own-lists.test.ts
      .where("USER_ID", "=", viewer.userId)
      .where("MdlId", "=", MdlId)
      .execute();
    return;
  }
  const there = new Set([...columns, ...(layout.columns ?? [])].map(({ field }) => field));
  const asleep = ((await keptLayout(ctx, MdlId))?.columns ?? []).filter(({ field }) => !there.has(field));
  const all = [...(layout.columns ?? []), ...asleep].slice(0, MOST_COLUMNS);
  const text = JSON.stringify({ ...layout, ...(all.length > 0 && { columns: all }) });
  await db
    .insertInto(TABLE)
    .values({ SHOP_ID: viewer.shopId, USER_ID: viewer.userId, MdlId, layout: text })
    .onConflict((conflict) => conflict.columns(["SHOP_ID", "USER_ID", "MdlId"]).doUpdateSet({ layout: text }))
    .execute();
}

async function keptLayout({ db, viewer }: QueryContext, mdl: number): Promise<ListLayout | null> {
  const kept = await db
    .selectFrom(TABLE)
    .select("layout")
    .where("SHOP_ID", "=", viewer.shopId)
    // guard scope: tests/server/app/own-lists.test.ts
    .where("USER_ID", "=", viewer.userId)
    .where("MdlId", "=", mdl)
    .executeTakeFirst();
  return kept === undefined ? null : (jsonOf(String(kept.layout)) as ListLayout);
}
