import { sql } from "kysely";
import { ApiError, CODE } from "../../../../shared/protocol/envelope.ts";
import { badInput } from "../../../base/params.ts";
import type { Db } from "../../../db/connect.ts";
import { PART } from "./limits.ts";

/** What a sender calls a batch of rows: the same one is written once, however often it is sent. */
export interface Batch {
  readonly prefix: string;
  readonly number: string;
  /** Where it is brought in and how: the same number with another one is another batch, and refused. */
  readonly what: string;
}

const TABLE = "_batch";
const FORM = /^[A-Za-z0-9._:-]{1,64}$/;
const DAYS_KEPT = 7;

const ANOTHER = (number: string) =>
  new ApiError(CODE.conflict, `批号 ${number} 已用于另一批数据：重发须与第一次完全相同，新的数据请用新的批号`);

/** @throws ApiError (Code 400) where there is no number, or none that anybody could have made well */
export function batchNumber(header: string | undefined, param: string | undefined): string {
  if (header !== undefined && param !== undefined && header !== param) throw badInput("Idempotency-Key 与参数 batch 不一致，请只用其一");
  const number = header ?? param ?? "";
  if (number === "") throw badInput("缺少批号：请在 Idempotency-Key 头或参数 batch 中给出，重发同一批时用同一批号");
  // guard check: tests/server/keyed/in.test.ts
  if (!FORM.test(number)) throw badInput("批号应为1到64个字母、数字或 . _ : -");
  return number;
}

/** Begins a batch, or goes on with one; answers how many rows its parts have. Throws an ApiError (Code 409) where the number was used for something else. */
export async function openBatch(db: Db, { prefix, number, what }: Batch, now: Date): Promise<number> {
  await db
    .insertInto(TABLE)
    .values({ prefix, batch: number, what, cut: PART.rows, created: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["prefix", "batch"]).doNothing())
    .execute();
  const known = await db
    .selectFrom(TABLE)
    .select(["what", "cut"])
    .where("prefix", "=", prefix)
    .where("batch", "=", number)
    .executeTakeFirst();
  // guard check: tests/server/keyed/in.test.ts
  if (known?.what !== what) throw ANOTHER(number);
  return Number(known.cut);
}

/** In the transaction of a part that is written now: no other part of the batch is, and the batch had not ended before it. */
export async function beginPart(trx: Db, { prefix, number }: Batch, place: number): Promise<void> {
  const begun = await trx
    .updateTable(TABLE)
    .set({ parts: sql`greatest(parts, ${place + 1}::integer)` })
    .where("prefix", "=", prefix)
    .where("batch", "=", number)
    .where("complete", "=", false)
    .executeTakeFirst();
  // guard check: tests/server/keyed/in.test.ts
  if (begun.numUpdatedRows !== 1n) throw ANOTHER(number);
}

/** Nothing more belongs to the batch. Throws an ApiError (Code 409) where it had more or fewer parts. */
export async function closeBatch(db: Db, { prefix, number }: Batch, parts: number): Promise<void> {
  const closed = await db
    .updateTable(TABLE)
    .set({ complete: true })
    .where("prefix", "=", prefix)
    .where("batch", "=", number)
    .where("parts", "=", parts)
    .executeTakeFirst();
  if (closed.numUpdatedRows !== 1n) throw ANOTHER(number);
}

/** Forgets batches as their answers are forgotten. */
export async function forgetOldBatches(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - DAYS_KEPT * 86_400_000).toISOString();
  await db.deleteFrom(TABLE).where("created", "<", sql<string>`cast(${oldest} as timestamptz)`).execute();
}

/** A request key was used with another content: of a part of a batch. */
export function asAnother(error: unknown, { number }: Batch): unknown {
  return error instanceof ApiError && error.code === CODE.rule && /Idempotency-Key/.test(error.message) ? ANOTHER(number) : error;
}
