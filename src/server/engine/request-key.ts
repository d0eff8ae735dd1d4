import { createHash } from "node:crypto";
import { sql } from "kysely";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Db } from "../db/connect.ts";

const FORM = /^[A-Za-z0-9._:-]{1,100}$/;
const DAYS_KEPT = 7;

/** A request that its sender has given a key to. */
export interface KeyedRequest {
  readonly shopId: string;
  readonly key: string;
  /** Everything the answer depends on, the sender included. */
  readonly body: unknown;
  readonly now: Date;
}

/** Refuses a key that nobody could have made well. */
export function checkRequestKey(key: string): void {
  // guard check: tests/server/flows/run-action.test.ts
  if (!FORM.test(key)) throw new ApiError(CODE.badInput, "Idempotency-Key 应为1到100个字母、数字或 . _ : -");
}

/**
 * Runs the work once for the key, in this transaction, and gives its answer again to every repetition once the transaction
 * commits. A twin still at work is waited for, because its row is locked; if it fails, the key is free again. The same key on
 * another request is refused (422). `kept` is what a repetition may read of the answer.
 */
export async function answerOnce<T>(trx: Db, request: KeyedRequest, work: () => Promise<T>, kept: (answer: T) => T): Promise<T> {
  const { shopId, key, body, now } = request;
  const digest = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const claimed = await trx
    .insertInto("_idempotency")
    .values({ SHOP_ID: shopId, reqkey: key, digest, result: "null", created: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["SHOP_ID", "reqkey"]).doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 1n) {
    const answer = await work();
    const result = JSON.stringify(kept(answer));
    await trx
      .updateTable("_idempotency")
      .set({ result })
      // guard scope: tests/server/flows/run-action.test.ts
      .where("SHOP_ID", "=", shopId)
      .where("reqkey", "=", key)
      .execute();
    return answer;
  }
  const first = await trx
    .selectFrom("_idempotency")
    .select(["digest", "result"])
    // guard scope: tests/server/flows/run-action.test.ts
    .where("SHOP_ID", "=", shopId)
    .where("reqkey", "=", key)
    .executeTakeFirstOrThrow();
  // guard signature: tests/server/flows/run-action.test.ts
  if (first.digest !== digest) throw new ApiError(CODE.rule, "同一 Idempotency-Key 不能用于不同的请求");
  return JSON.parse(String(first.result)) as T;
}

/** The answer that was given for a key; undefined: none was. */
export async function keptAnswer<T>(db: Db, shopId: string, key: string): Promise<T | undefined> {
  const known = db
    .selectFrom("_idempotency")
    .select("result")
    // guard scope: tests/server/keyed/in.test.ts
    .where("SHOP_ID", "=", shopId)
    .where("reqkey", "=", key);
  const row = await known.executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(String(row.result)) as T);
}

/** Whether the key has its answer already: what leads up to the work need not be done again. */
export async function isAnswered(db: Db, { shopId, key }: KeyedRequest): Promise<boolean> {
  const known = db
    .selectFrom("_idempotency")
    .select("reqkey")
    // guard scope: tests/server/flows/run-action.test.ts
    .where("SHOP_ID", "=", shopId)
    .where("reqkey", "=", key);
  return (await known.executeTakeFirst()) !== undefined;
}

/** Forgets keys that are older than a week. */
export async function forgetOldRequestKeys(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - DAYS_KEPT * 86_400_000).toISOString();
  await db.deleteFrom("_idempotency").where("created", "<", sql<string>`cast(${oldest} as timestamptz)`).execute();
}
