import { type ApiError, CODE, DEFAULT_MESSAGE, TransportError } from "../protocol/envelope.ts";

/**
 * What happens besides the text.
 * `toast`: told, and the call is rejected. `stay`: told, and the user stays on the page he was on. `end-session`: told, session,
 * routes and tabs are cleared, and the login page opens. `prompt`: a question with buttons. `value`: the text stands in the place
 * of the value. `silent`: rejected, and nobody is told.
 */
export type ErrorEffect = "toast" | "stay" | "end-session" | "prompt" | "value" | "silent";

/** One row of the catalogue. */
export interface ErrorRow {
  readonly situation: string;
  /** null: what the answer or the error itself says. */
  readonly text: string | null;
  /** How long it is told, in ms; null where nothing is shown, or until it is answered. */
  readonly durationMs: number | null;
  readonly effect: ErrorEffect;
}

const SHORT_MS = 5000;
const LONG_MS = 10_000;

/**
 * The error catalogue, in the order of the customer's list: the one place of its texts, durations and effects.
 * docs/errors.md shows it as a table. What a code says is the first text of Msg, msg and Result, else 请求错误 (docs/decisions/12).
 */
export const ERRORS = {
  noModules: { situation: "Sign-in of an account without any module", text: "该账号暂无权限", durationMs: SHORT_MS, effect: "toast" },
  noModule: { situation: "A page that is not granted", text: "不存在模块权限！", durationMs: SHORT_MS, effect: "stay" },
  contractEnded: {
    situation: "A page that is not listed for a shop whose contract ended",
    text: "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能",
    durationMs: SHORT_MS,
    effect: "stay",
  },
  awaitInvoice: {
    situation: "Confirming a payment bill without the right (code 422)",
    text: "请等待供应商上传发票",
    durationMs: LONG_MS,
    effect: "toast",
  },
  noAttachment: {
    situation: "Confirming the payment without attachment or right (code 422)",
    text: "该单据未上传附件/没有支付权限",
    durationMs: LONG_MS,
    effect: "toast",
  },
  notAnImage: { situation: "Upload of what is no picture", text: "只能上传图片格式文件", durationMs: SHORT_MS, effect: "toast" },
  uploadFailed: { situation: "Upload that failed", text: "上传失败", durationMs: SHORT_MS, effect: "toast" },
  uploadError: {
    situation: "Upload that failed with a message: 上传失败： and the message",
    text: null,
    durationMs: SHORT_MS,
    effect: "toast",
  },
  amountNotANumber: {
    situation: "Amount in capitals of what is no number",
    text: "错误：金额不是合法的数值！",
    durationMs: null,
    effect: "value",
  },
  amountTooLong: {
    situation: "Amount in capitals of more than 44 digits before the point",
    text: "错误：金额整数部分不能超过44位！",
    durationMs: null,
    effect: "value",
  },
  code401: { situation: "Code 401", text: null, durationMs: SHORT_MS, effect: "end-session" },
  code404: { situation: "Code 404", text: null, durationMs: SHORT_MS, effect: "toast" },
  code500: { situation: "Code 500", text: null, durationMs: SHORT_MS, effect: "toast" },
  otherCode: { situation: "Any other code but 200", text: null, durationMs: LONG_MS, effect: "toast" },
  noToken: { situation: "Reply of the token call without expires_in", text: null, durationMs: SHORT_MS, effect: "toast" },
  transport401: { situation: "Transport error containing 401", text: null, durationMs: SHORT_MS, effect: "end-session" },
  timeout: { situation: "No answer within 1,200,000 ms", text: "请求超时，请检查网络", durationMs: SHORT_MS, effect: "toast" },
  transport: { situation: "Any other transport error", text: null, durationMs: SHORT_MS, effect: "toast" },
  offline: { situation: "No connection at all", text: "网络连接失败，请检查网络后重试", durationMs: SHORT_MS, effect: "toast" },
  chooseFile: { situation: "Opening an uploaded file: 查看 or 下载", text: "请选择查看/下载文件", durationMs: null, effect: "prompt" },
  print: { situation: "A failure while printing", text: null, durationMs: null, effect: "silent" },
  updated: {
    situation: "A part of the web app is gone since a new version is out",
    text: "系统已更新，请刷新页面",
    durationMs: null,
    effect: "prompt",
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;

/** The key of a row. */
export type ErrorId = keyof typeof ERRORS;

const SIGNED_OUT_STATUS = /\b401\b/;

/** The row that says how a failed call is told. */
export function errorIdOf(error: ApiError): ErrorId {
  if (error instanceof TransportError || error.code === 0) return transportIdOf(error);
  if (error.code === CODE.signedOut) return "code401";
  if (error.code === CODE.missing) return "code404";
  return error.code === CODE.failed ? "code500" : "otherCode";
}

function transportIdOf({ code, message }: ApiError): ErrorId {
  if (code === CODE.signedOut || SIGNED_OUT_STATUS.test(message)) return "transport401";
  if (message === ERRORS.timeout.text) return "timeout";
  return message === ERRORS.offline.text ? "offline" : "transport";
}

/** Whether a failure ends the session. */
export const endsSession = (error: ApiError): boolean => ERRORS[errorIdOf(error)].effect === "end-session";

/** What a failure says; never nothing. */
export const textOf = ({ message }: ApiError): string => (message === "" ? DEFAULT_MESSAGE : message);
