import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { JobProgress, PieceState } from "../../../shared/protocol/job.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { registryOf } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import type { QueryContext } from "../../query/context.ts";
import { ROW_MISSING } from "../../query/rows-by-ids.ts";
import { type ItemEnd, type JobItem, type JobParams, jobOf } from "./job.ts";

/** A job as it is kept. */
export interface KeptJob {
  readonly id: string;
  readonly shopId: string;
  readonly name: string;
  readonly params: JobParams;
  readonly creator: string;
  readonly isOpen: boolean;
}

type NewJob = Omit<KeptJob, "id" | "isOpen"> & { readonly now: Date };

/** Writes a job with its pieces, in the caller's transaction; where the same is under way already, that one is answered. Returns its id. */
export async function openJob(trx: Db, registry: Registry, { shopId, name, params, creator, now }: NewJob): Promise<string> {
  const text = JSON.stringify(params);
  const id = randomUUID();
  const opened = await trx
    .insertInto("_job")
    .values({ id, SHOP_ID: shopId, name, params: text, creator, state: "open", created: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["SHOP_ID", "name", "params"]).where(sql<boolean>`state = 'open'`).doNothing())
    .executeTakeFirst();
  if (opened.numInsertedOrUpdatedRows !== 1n) {
    const known = await jobsLike(trx, shopId, name, text).where("state", "=", "open").executeTakeFirst();
    return String(known?.id ?? id);
  }
  const items = await jobOf(registry, name).items(trx, registryOf(registry, shopId), shopId, params);
  const rows = items.map((item) => ({ job: id, key: item.key, name: item.name, state: "open", note: "" }));
  if (rows.length > 0) await trx.insertInto("_job_item").values(rows).execute();
  return id;
}

function jobsLike(db: Db, shopId: string, name: string, params: string) {
  return (
    db
      .selectFrom("_job")
      .select("id")
      // guard scope: tests/server/flows/statements.test.ts
      .where("SHOP_ID", "=", shopId)
      .where("name", "=", name)
      .where("params", "=", params)
  );
}

/** A job; null where there is none. */
export async function readJob(db: Db, id: string): Promise<KeptJob | null> {
  const row = await db.selectFrom("_job").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  return {
    id,
    shopId: String(row.SHOP_ID),
    name: String(row.name),
    params: JSON.parse(String(row.params)) as JobParams,
    creator: String(row.creator),
    isOpen: row.state === "open",
  };
}

/** Whether such a job was ever started. */
export async function wasStarted(db: Db, shopId: string, name: string, params: JobParams): Promise<boolean> {
  return (await jobsLike(db, shopId, name, JSON.stringify(params)).executeTakeFirst()) !== undefined;
}

/** Jobs that are not done, the oldest first. */
export async function openJobs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("_job").select("id").where("state", "=", "open").orderBy("created").orderBy("id").execute();
  return rows.map(({ id }) => String(id));
}

/** Locks an open job until the transaction ends; false: another server is at work on it, or it is done. */
export async function lockJob(trx: Db, job: string): Promise<boolean> {
  const found = trx.selectFrom("_job").select("id").where("id", "=", job).where("state", "=", "open").forUpdate().skipLocked();
  return (await found.executeTakeFirst()) !== undefined;
}

/** Ends, with nothing done, the open pieces whose keys begin so. */
export async function dropItems(trx: Db, job: string, prefix: string): Promise<void> {
  await trx
    .updateTable("_job_item")
    .set({ state: "none" })
    .where("job", "=", job)
    .where("state", "=", "open")
    .where("key", "like", `${prefix}%`)
    .execute();
}

/** Whether a piece whose key begins so has failed. */
export async function hasFailedItem(trx: Db, job: string, prefix: string): Promise<boolean> {
  const failed = trx.selectFrom("_job_item").select("key").where("job", "=", job).where("state", "=", "failed");
  return (await failed.where("key", "like", `${prefix}%`).executeTakeFirst()) !== undefined;
}

/** The next open piece that nobody works on, locked until the transaction ends. */
export async function lockNextItem(trx: Db, job: string): Promise<JobItem | null> {
  const open = trx.selectFrom("_job_item").select(["key", "name"]).where("job", "=", job).where("state", "=", "open");
  const row = await open.orderBy("key").limit(1).forUpdate().skipLocked().executeTakeFirst();
  return row === undefined ? null : { key: String(row.key), name: String(row.name) };
}

/** Writes down how a piece ended. */
export async function endItem(trx: Db, job: string, key: string, { state, note }: ItemEnd): Promise<void> {
  await trx
    .updateTable("_job_item")
    .set({ state, note })
    .where("job", "=", job)
    .where("key", "=", key)
    .where("state", "=", "open")
    .execute();
}

/** Ends the job once none of its pieces is open. */
export async function endJob(db: Db, job: string, now: Date): Promise<void> {
  const open = db.selectFrom("_job_item").select("key").where("job", "=", job).where("state", "=", "open");
  await db
    .updateTable("_job")
    .set({ state: "done", finished: now.toISOString() })
    .where("id", "=", job)
    .where("state", "=", "open")
    .where((where) => where.not(where.exists(open)))
    .execute();
}

const MOST_NOTES = 500;
/** What needs somebody comes first. */
const ORDER: readonly PieceState[] = ["failed", "made", "none"];

/** How far a job of the viewer's shop is, and how its pieces ended. Code 404 for any other. */
export async function jobProgress({ db, viewer }: QueryContext, id: string): Promise<JobProgress> {
  // guard scope as await db.selectFrom("_job").selectAll().where("id", "=", id).executeTakeFirst(): tests/server/app/generate.test.ts
  const job = await db.selectFrom("_job").selectAll().where("id", "=", id).where("SHOP_ID", "=", viewer.shopId).executeTakeFirst();
  if (!job) throw new ApiError(CODE.missing, ROW_MISSING);
  const items = await db.selectFrom("_job_item").select(["key", "name", "state", "note"]).where("job", "=", id).orderBy("key").execute();
  const count = (state: string) => items.filter((item) => item.state === state).length;
  const notes = ORDER.flatMap((state) =>
    items
      .filter((item) => item.state === state)
      .map(({ key, name, note }) => ({ key: String(key), name: String(name), state, note: String(note) })),
  );
  return {
    job: id,
    isDone: job.state === "done",
    total: items.length,
    done: items.length - count("open"),
    made: count("made"),
    none: count("none"),
    failed: count("failed"),
    notes: notes.slice(0, MOST_NOTES),
  };
}
