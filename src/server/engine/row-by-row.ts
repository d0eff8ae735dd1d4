import { createHash } from "node:crypto";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { heldByOthers } from "../db/errors.ts";
import { checkRequestKey } from "./request-key.ts";
import type { WithNotice } from "./run-work.ts";

/** What was answered for a row: 200, or its refusal. */
export interface RowResult {
  readonly id: number;
  readonly Code: number;
  readonly Msg: string;
}

const SERVER_FAILURE = 500;
/** Rows that somebody holds are waited for some seconds each: after so many the others are left for another time. */
const MOST_WAITED = 3;

/**
 * Does something to each of these rows by itself: one that is refused keeps no other from being done. Each has a key of its own, made of
 * that of the request, so that what was done before a failure is not done again when the request is sent again (docs/decisions/116).
 * Throws what is no refusal of the row.
 */
export async function rowByRow(
  ids: readonly number[],
  idempotencyKey: string | undefined,
  run: (id: number, key: string | undefined) => Promise<WithNotice>,
): Promise<WithNotice & { readonly results: readonly RowResult[] }> {
  if (idempotencyKey !== undefined) checkRequestKey(idempotencyKey);
  const results: RowResult[] = [];
  const notices: string[] = [];
  let waited = 0;
  for (const id of ids) {
    if (waited >= MOST_WAITED) {
      results.push({ id, Code: CODE.unavailable, Msg: LEFT });
      continue;
    }
    try {
      const { notice } = await run(id, idempotencyKey && rowKey(idempotencyKey, id));
      results.push({ id, Code: CODE.ok, Msg: "操作成功" });
      if (notice !== undefined) notices.push(notice);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.Code >= SERVER_FAILURE) waited += 1;
      results.push({ id, ...refusal });
    }
  }
  return { results, ...(notices.length > 0 && { notice: notices.join("\n") }) };
}

const LEFT = "前面的数据正被他人修改，本行没有执行，请稍后重试";

/** What is a matter of the row: a refusal, or that somebody holds it. Throws what is not. */
function refusalOf(error: unknown): Omit<RowResult, "id"> {
  if (error instanceof ApiError && error.code < SERVER_FAILURE) return { Code: error.code, Msg: error.message };
  const held = heldByOthers(error);
  if (held === null) throw error;
  return { Code: held.code, Msg: held.message };
}

/** A key may be as long as a key may be: with the row behind it it would be too long. */
const rowKey = (key: string, id: number): string => createHash("sha256").update(`${key}:${id}`).digest("hex");
