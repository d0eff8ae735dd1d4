import { randomBytes } from "node:crypto";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { SavedView, ViewState } from "../../../shared/protocol/own-list.ts";
import { badInput, jsonOf } from "../../base/params.ts";
import type { Viewer } from "../../base/viewer.ts";
import type { QueryContext } from "../../query/context.ts";
import { knownView } from "./known-view.ts";
import type { OwnPage } from "./own-page.ts";

const TABLE = "_list_view";
/** Views of one user on one page. */
const MOST_VIEWS = 50;
const LONGEST_TITLE = 30;
const MISSING = "视图不存在，可能已被删除";
const NOT_SHARED = "只有拥有全部模块权限的用户可以共享或修改共享的视图";

/** What is to be saved. */
export interface ViewDraft {
  readonly title: string;
  readonly isShared: boolean;
  readonly state: ViewState;
}

/**
 * Whoever holds all pages of his side may share views with his company, and change what is shared there (docs/decisions/117): shared views
 * stand in everybody's list. They show nobody more than he may see.
 */
export function mayShare({ hasAll }: Viewer): boolean {
  return hasAll;
}

/** The views of a page that the viewer has: his own, and those that somebody of his company shares. By title. */
export async function listViews(ctx: QueryContext, page: OwnPage): Promise<SavedView[]> {
  const rows = await visible(ctx, page.module.id).orderBy("title").orderBy("id").execute();
  return rows.map((row): SavedView => {
    const isShared = row.is_shared === true;
    const known = knownView(ctx, page, jsonOf(String(row.state)) as ViewState);
    const isOwn = row.USER_ID === ctx.viewer.userId && (!isShared || mayShare(ctx.viewer));
    return { id: String(row.id), title: String(row.title), isShared, isOwn: isOwn || (isShared && mayShare(ctx.viewer)), ...known };
  });
}

/** Saves a new view (`id` null) or another state of one. Returns its id. Throws an ApiError 403, 404 or 422. */
export async function saveView(ctx: QueryContext, { module }: OwnPage, id: string | null, draft: ViewDraft): Promise<string> {
  const { db, viewer, now } = ctx;
  const title = draft.title.trim();
  if (title === "" || title.length > LONGEST_TITLE) throw badInput(`参数 title 应为 1 到 ${LONGEST_TITLE} 个字`);
  const others = await visible(ctx, module.id).execute();
  const before = others.find((one) => one.id === id);
  if (id !== null && before === undefined) throw new ApiError(CODE.missing, MISSING);
  requireChange(viewer, before, draft.isShared);
  if (others.some((one) => one.id !== id && one.title === title)) throw new ApiError(CODE.rule, `已有名为“${title}”的视图，请换一个名称`);
  const own = others.filter(({ USER_ID }) => USER_ID === viewer.userId);
  // guard rate: tests/server/app/own-views.test.ts
  if (id === null && own.length >= MOST_VIEWS) throw new ApiError(CODE.rule, `一个页面最多保存 ${MOST_VIEWS} 个视图，请先删除不用的`);
  const kept = { title, is_shared: draft.isShared, state: JSON.stringify(draft.state), changed: now.toISOString() };
  if (id !== null) {
    await db.updateTable(TABLE).set(kept).where("SHOP_ID", "=", viewer.shopId).where("id", "=", id).execute();
    return id;
  }
  const made = randomBytes(6).toString("base64url");
  await db
    .insertInto(TABLE)
    .values({ id: made, SHOP_ID: viewer.shopId, PROV_ID: viewer.provId, USER_ID: viewer.userId, MdlId: module.id, ...kept })
    .execute();
  return made;
}

/** Throws an ApiError 403 or 404. */
export async function deleteView(ctx: QueryContext, { module }: OwnPage, id: string): Promise<void> {
  const before = (await visible(ctx, module.id).execute()).find((one) => one.id === id);
  if (before === undefined) throw new ApiError(CODE.missing, MISSING);
  requireChange(ctx.viewer, before, false);
  await ctx.db.deleteFrom(TABLE).where("SHOP_ID", "=", ctx.viewer.shopId).where("id", "=", id).execute();
}

/** Whoever is in the same company, the shop or one of its suppliers, may open what is shared there; the rest is its owner's alone. */
function visible({ db, viewer }: QueryContext, mdl: number) {
  return (
    db
      .selectFrom(TABLE)
      .select(["id", "USER_ID", "title", "is_shared", "state"])
      // guard scope: tests/server/app/own-views.test.ts
      .where("SHOP_ID", "=", viewer.shopId)
      // guard scope: tests/server/app/own-views.test.ts
      .where("PROV_ID", "=", viewer.provId)
      .where("MdlId", "=", mdl)
      // guard scope: tests/server/app/own-views.test.ts
      .where((where) => where.or([where("USER_ID", "=", viewer.userId), where("is_shared", "=", true)]))
  );
}

/** What is shared, or is to be shared, is for whoever may share. */
function requireChange(viewer: Viewer, before: { readonly is_shared?: unknown } | undefined, isShared: boolean): void {
  const concernsOthers = isShared || before?.is_shared === true;
  // guard key: tests/server/app/own-views.test.ts
  if (concernsOthers && !mayShare(viewer)) throw new ApiError(CODE.forbidden, NOT_SHARED);
}
