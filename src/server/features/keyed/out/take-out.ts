import { ApiError, CODE } from "../../../../shared/protocol/envelope.ts";
import type { Module } from "../../../../shared/registry/model.ts";
import { badInput, type Params } from "../../../base/params.ts";
import type { Database } from "../../../db/connect.ts";
import { entityOf } from "../../../engine/values/names.ts";
import { optionalCount } from "../../../http/required.ts";
import { TooSoon } from "../../../http/too-soon.ts";
import type { QueryContext } from "../../../query/context.ts";
import { beginFeed, type Feed, type FeedShape, findFeed } from "../../../tables/feed/begin-feed.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { shapeOf } from "./feed-shape.ts";
import { lastPlace, readFeed, type ToldChange } from "./read-feed.ts";
import { type Taking, turnFeed } from "./turn-feed.ts";

export const OUT_LIMITS = { usual: 500, most: 2000 } as const;

/** What a program gets of the changes of an entity. */
export interface OutResult {
  readonly rows: readonly ToldChange[];
  /** From here on the next time, also when there is nothing new. */
  readonly cursor: string;
  /** There are more now. */
  readonly more: boolean;
}

/**
 * The changes of a page's entity after a cursor, the oldest first; without one all rows there are, and then their changes. The first call
 * lets the tables note them.
 *
 * @param ctx the key's
 * @throws ApiError: 400 for parameters, 409 for a cursor of a feed that is no more
 */
export async function takeOut(database: Database, ctx: QueryContext, module: Module, params: Params, taking: Taking): Promise<OutResult> {
  const limit = optionalCount(params, "limit") ?? OUT_LIMITS.usual;
  if (limit < 1 || limit > OUT_LIMITS.most) throw badInput(`参数 limit 应为 1 到 ${OUT_LIMITS.most} 的整数`);
  const sent = (params.cursor ?? "") === "" ? null : readCursor(params.cursor ?? "");
  const entity = entityOf<string>(ctx.registry, module.entity);
  const shop = ctx.viewer.shopId;
  const feed = await openFeed(database, shop, shapeOf(ctx.registry, entity));
  // guard check: tests/server/keyed/out.test.ts
  if (sent !== null && sent.feed !== feed.id)
    throw new ApiError(CODE.conflict, "cursor 已失效（数据结构已变更，或长期无人取用），请留空 cursor 从头取一遍");
  await turnFeed(database.kysely, ctx.registry, shop, entity, taking);
  const start = sent ?? { feed: feed.id, pos: 0, start: await lastPlace(database.kysely, shop, entity.name) };
  const { changes, pos, more } = await readFeed(ctx, module, start, limit);
  const cursor: Cursor = { feed: feed.id, start: start.start, pos };
  return { rows: changes, cursor: writeCursor(cursor), more };
}

const BUSY = "55P03";
const SECONDS = 2;

/** The feed, begun where it is not there. */
async function openFeed(database: Database, shop: string, shape: FeedShape): Promise<Feed> {
  const known = await findFeed(database.kysely, shop, shape);
  if (known?.isReady === true) return known;
  await database
    .withoutTimeouts((owner) => beginFeed(owner, shop, shape))
    .catch((error: unknown) => {
      const isBusy = error instanceof Error && "code" in error && error.code === BUSY;
      throw isBusy ? new TooSoon("数据正忙，暂时无法开始记录变更，请稍后重试", SECONDS) : error;
    });
  const feed = await findFeed(database.kysely, shop, shape);
  if (feed === null) throw new Error(`the feed of ${shape.entity} is gone again`);
  return feed;
}
