import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

/** What the user is told about a failure, and for how many seconds. Same key: same cause, shown once. */
export interface Toast {
  readonly key: string;
  readonly text: string;
  readonly seconds: number;
}

const DEFAULT_TEXT = "请求错误";
const SHORT_SECONDS = 5;
const LONG_SECONDS = 10;

/** Shown for 5 s (specification section 8): 401, 404, 500 and transport failures, which have code 0. All others stay 10 s. */
const SHORT_CODES: ReadonlySet<number> = new Set([0, CODE.signedOut, CODE.missing, CODE.failed]);

/** The one place that decides text and duration of an error toast. null: the user is not told (a cancelled call). */
export function errorToast(error: unknown): Toast | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (!(error instanceof ApiError)) return toast(0, DEFAULT_TEXT);
  return toast(error.code, error.message === "" ? DEFAULT_TEXT : error.message);
}

function toast(code: number, text: string): Toast {
  return { key: `${code}:${text}`, text, seconds: SHORT_CODES.has(code) ? SHORT_SECONDS : LONG_SECONDS };
}
