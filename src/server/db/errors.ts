import { setTimeout as sleep } from "node:timers/promises";
import { CODE } from "../../shared/protocol/envelope.ts";

/** What a caller is told about a failed statement. */
export interface DatabaseFailure {
  readonly code: number;
  readonly message: string;
}

const INVALID: DatabaseFailure = { code: CODE.badInput, message: "输入的数据不合法" };
const DUPLICATE: DatabaseFailure = { code: CODE.conflict, message: "数据重复或已被引用" };
const RACED: DatabaseFailure = { code: CODE.conflict, message: "数据正被他人修改，请稍后重试" };
const UNAVAILABLE: DatabaseFailure = { code: CODE.unavailable, message: "数据库暂时不可用，请稍后重试" };
const IN_USE: DatabaseFailure = { code: CODE.unavailable, message: RACED.message };
const TOO_SLOW: DatabaseFailure = { code: CODE.unavailable, message: "操作用时过长，已停止，请缩小范围或稍后重试" };

/** SQLSTATE, whole or its class, to the answer. The first match counts; no match is our own mistake (500). */
const BY_STATE: readonly (readonly [prefix: string, failure: DatabaseFailure])[] = [
  ["22", INVALID],
  ["23502", INVALID],
  ["23514", INVALID],
  ["54", INVALID], // input too long for an index, or too deeply nested
  ["23505", DUPLICATE],
  ["23503", DUPLICATE],
  ["40001", RACED],
  ["40P01", RACED],
  ["55P03", IN_USE], // lock_timeout
  ["57014", TOO_SLOW], // statement_timeout
  ["57P", UNAVAILABLE],
  ["25P03", UNAVAILABLE], // idle_in_transaction_session_timeout
  ["08", UNAVAILABLE],
  ["53", UNAVAILABLE],
];

const NETWORK = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_)/;
const RETRYABLE = new Set(["40001", "40P01"]);

/** Failures that the driver reports in words only. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/;

/** The answer for an error of the database, or null when the error is not the caller's business. */
export function toApiError(sqlError: unknown): DatabaseFailure | null {
  const code = codeOf(sqlError);
  if (NETWORK.test(code)) return UNAVAILABLE;
  const found = BY_STATE.find(([prefix]) => code.startsWith(prefix));
  if (found) return found[1];
  if (sqlError instanceof Error && LOST_CONNECTION.test(sqlError.message)) return UNAVAILABLE;
  return null;
}

/** Whether transactions collided: the whole of it is to be tried again. */
export function isCollision(sqlError: unknown): boolean {
  return RETRYABLE.has(codeOf(sqlError));
}

/** Runs `fn`, up to `times` times more when transactions collided (40001, 40P01). `fn` must be a whole transaction. */
export async function retrying<T>(fn: () => Promise<T>, times = 3): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fn();
    } catch (error) {
      if (attempt >= times || !isCollision(error)) throw error;
      await sleep(10 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** Failures of the database that are gone after a while: it is away, too busy, or others were in the way once too often. */
export function willPass(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error)) || toApiError(error)?.code === CODE.unavailable;
}

/** SQLSTATE of a column and of a table that are not there, and of a column of another type: a value that it does not take, a function that does not. */
const MISFITS: ReadonlySet<string> = new Set(["42703", "42P01", "42804", "42883"]);

/** What is told where somebody holds a row for longer than others wait for it (lock_timeout); null: that is not what failed. */
export function heldByOthers(error: unknown): DatabaseFailure | null {
  const failure = toApiError(error);
  return failure === IN_USE ? failure : null;
}

/** Whether a statement was made for other tables than the database has: a matter of the model, never of what somebody sent. */
export function misfitsTables(sqlError: unknown): boolean {
  return MISFITS.has(codeOf(sqlError));
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";
}
