import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, CODE, DEFAULT_MESSAGE } from "../../shared/protocol/envelope.ts";
import { toApiError } from "../db/errors.ts";
import { isOvertaken, type Serving } from "../registry/overtaken.ts";
import { Busy } from "./busy.ts";
import { failed, statusOfCode } from "./envelope.ts";
import { commonHeaders } from "./headers.ts";
import { TooSoon } from "./too-soon.ts";

/** What goes out for an error. */
export interface Failure {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** What comes with a refusal, e.g. the problems of a form. */
  readonly result?: unknown;
  /** After so many seconds another try makes sense; left out: what is usual for the status. */
  readonly retryAfter?: number;
}

/** Texts of what goes wrong before a call is understood, by HTTP status. Never the request's own words. */
const TRANSPORT_TEXT: Readonly<Record<number, string>> = {
  400: "请求格式不正确",
  404: "请求的地址不存在",
  408: "请求超时",
  413: "请求内容过大",
  414: "请求的地址过长",
  415: "不支持的内容类型，请使用 application/x-www-form-urlencoded",
  417: "不支持的 Expect 请求头",
  431: "请求头过大",
  503: "服务暂时不可用，请稍后重试",
};

/** The answer for an HTTP status that no business code stands behind. */
export function transportFailure(status: number): Failure {
  return { status, code: status, message: TRANSPORT_TEXT[status] ?? DEFAULT_MESSAGE };
}

const FAILED_TEXT = "系统错误，请联系管理员";

/** The answer for anything thrown, `null` included. What is not known is a failure of the server and tells nothing of itself. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TooSoon || error instanceof Busy) return { ...answer(error.code, error.message), retryAfter: error.seconds };
  if (error instanceof ApiError) return { ...answer(error.code, error.message), result: error.result };
  const database = toApiError(error);
  if (database !== null) return answer(database.code, database.message);
  const status = statusOf(error);
  if (status === 503 || (status >= 400 && status < 500)) return transportFailure(status);
  return { status: 500, code: CODE.failed, message: FAILED_TEXT };
}

function answer(code: number, message: string): Failure {
  return { status: statusOfCode(code), code, message };
}

/** The status a framework error asks for. */
function statusOf(error: unknown): number {
  return typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}

/** Answers every error inside the application with the envelope; logs what the server itself failed at. */
export function addFailures(app: FastifyInstance, registry: Serving): void {
  app.decorateRequest("served", "");
  app.addHook("onRequest", async (request) => {
    request.served = registry.current().version;
  });
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, transportFailure(404)));
  app.setErrorHandler((error: unknown, request, reply) => {
    const failure = isOvertaken(error, request.served, registry) ? transportFailure(503) : failureOf(error);
    if (failure.status >= 500) request.log.error({ failure: describe(error) }, "request failed");
    if (failure.code === CODE.forbidden)
      request.log.warn({ user: request.session?.viewer.userId, route: request.routeOptions.url }, "refused");
    return sendFailure(reply, failure);
  });
}

/** Fastify's own refusals before a route is found (bad address, over-long parameter): no hook has run, so the headers are set here. */
export function sendFrameworkFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(commonHeaders(request.id));
  sendFailure(reply, failureOf(error));
}

/** Seconds after which another try makes sense. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: "600", 503: "2" };

/** Answers with the envelope. A failure of the server brings the request's id, by which the administrator finds it in the log. */
export function sendFailure(reply: FastifyReply, { status, code, message, result, retryAfter }: Failure): FastifyReply {
  const seconds = retryAfter?.toString() ?? RETRY_AFTER[status];
  if (seconds !== undefined) reply.header("retry-after", seconds);
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(failed(code, message, result ?? (status >= 500 ? { requestId: reply.request.id } : null)));
}

/** An error for the log: its kind, SQLSTATE and stack. Drivers keep parameters in further properties, which are left out. */
export function describe(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const code = "code" in error ? error.code : undefined;
  return { name: error.name, code, stack: error.stack };
}
