import { randomUUID } from "node:crypto";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Module, Registry } from "../../shared/registry/model.ts";
import { SHOP } from "../base/technical.ts";
import { envOf } from "../base/viewer.ts";
import { retrying } from "../db/errors.ts";
import type { QueryContext } from "../query/context.ts";
import { indexesOf, isFolding } from "../tables/sync-schema-indexes.ts";
import { holdDelegation } from "./duties/hold-delegation.ts";
import { lockPerson } from "./duties/person.ts";
import type { Work } from "./effects/effect.ts";
import { answerOnce, checkRequestKey, isAnswered } from "./request-key.ts";
import { guardRights } from "./rights-guard.ts";
import type { Versions } from "./seen-versions.ts";
import { gathering } from "./store/gathering-store.ts";
import { sqlStore } from "./store/sql-store.ts";
import type { Store } from "./store/store.ts";

/** A change that a user asks for. */
export interface WorkRequest {
  /** Everything the answer depends on, besides user and module. */
  readonly body: readonly unknown[];
  readonly reason?: string;
  /** The same key gives the same answer, however often the request is sent. */
  readonly idempotencyKey?: string | undefined;
  /** The same is done to each of many rows. */
  readonly isOverMany?: boolean;
  /** What has to be found out before, outside of the transaction; left out where the key has its answer already. */
  readonly before?: ((work: Work) => Promise<void>) | undefined;
}

/** The rows that a user means. */
export interface MeantRows {
  readonly ids: readonly number[];
  /** What the user looked at. */
  readonly seen?: Versions | undefined;
  /** The same key gives the same answer, however often the request is sent. */
  readonly idempotencyKey?: string | undefined;
}

/** Rows that a user means as he saw them. */
export type SeenRows = MeantRows & { readonly seen: Versions };

/** What a user is told once, beside the answer. */
export interface WithNotice {
  readonly notice?: string;
}

/** What the change is made with; `ctx` reads inside its transaction. */
export interface UserWork {
  readonly ctx: QueryContext;
  readonly store: Store;
  readonly work: Work;
}

/**
 * Makes a change in one transaction, once for its key, again when it collided with another. A repetition gets the first
 * answer without its notice: a first password is kept nowhere.
 */
export async function runWork<T extends object>(
  ctx: QueryContext,
  module: Module,
  { body, reason = "", idempotencyKey, isOverMany = false, before }: WorkRequest,
  change: (at: UserWork) => Promise<T>,
): Promise<T & WithNotice> {
  if (idempotencyKey !== undefined) checkRequestKey(idempotencyKey);
  const { registry, viewer, now } = ctx;
  const reqkey = idempotencyKey ?? randomUUID();
  const done = userWork(ctx, module, reqkey, reason);
  const once = { shopId: viewer.shopId, key: reqkey, body: [viewer.userId, module.id, ...body], now };
  if (before !== undefined && !(idempotencyKey !== undefined && (await isAnswered(ctx.db, once)))) await before(done);
  try {
    return await retrying(() =>
      ctx.db.transaction().execute((trx) => {
        const run = async (): Promise<T & WithNotice> => {
          const notices: string[] = [];
          const tell = (notice: string) => void notices.push(notice);
          const answer = await workIn({ ...ctx, db: trx }, module, { ...done, tell }, change, isOverMany);
          return notices.length === 0 ? answer : { ...answer, notice: notices.join("\n") };
        };
        // guard signature as run(): tests/server/flows/run-action.test.ts
        return idempotencyKey === undefined ? run() : answerOnce(trx, once, run, withoutNotice);
      }),
    );
  } catch (error) {
    throw duplicateOf(registry, error) ?? error;
  }
}

/** Makes a user's change in the open transaction that the context reads in, under the same watch as any of his. Throws what the change is refused for. */
export async function workIn<T>(
  ctx: QueryContext,
  module: Module,
  work: Work,
  change: (at: UserWork) => Promise<T>,
  isOverMany = false,
): Promise<T> {
  const { db, registry, viewer } = ctx;
  const plain = sqlStore(db, viewer.shopId);
  const gathered = isOverMany ? gathering(plain) : null;
  await holdDelegation(plain, registry, viewer);
  await lockPerson(db, registry, viewer, module.entity);
  const guarded = await guardRights(gathered?.store ?? plain, registry, viewer, module.entity);
  const answer = await change({ ctx, store: guarded.store, work });
  await gathered?.write();
  // guard key: tests/server/app/rights-guard.test.ts
  await guarded.judge();
  return answer;
}

/** Work as a user does it on a page. */
export function userWork({ registry, viewer, now }: QueryContext, module: Module, reqkey: string, reason = ""): Work {
  const actor = { kind: viewer.side, userId: viewer.userId, userName: viewer.userName, forUser: viewer.actingFor?.userId };
  return { registry, actor, env: envOf(registry, viewer, module, now), now, reason, reqkey, moduleId: module.id, viewer };
}

function withoutNotice<T extends WithNotice>(answer: T): T {
  const { notice: _told, ...rest } = answer;
  return rest as T;
}

const UNIQUE_VIOLATION = "23505";

/** A row that exists already, told by the titles of the fields that may not repeat; null where the error is another one. */
export function duplicateOf(registry: Registry, error: unknown): ApiError | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== UNIQUE_VIOLATION || !("constraint" in error)) return null;
  const index = indexesOf(registry).find(({ name }) => name === error.constraint);
  const entity = Object.values(registry.entities).find(({ table, view }) => view === null && table === index?.table);
  if (!index || !entity) return null;
  const titles = index.parts.filter(({ field }) => field !== SHOP).map(({ field }) => entity.fields[field]?.title ?? field);
  return new ApiError(CODE.rule, `${titles.join("、")} 已存在${isFolding(index) ? "：与别的只有大小写、全半角或形近字符之差" : ""}`);
}
