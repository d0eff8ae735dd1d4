import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CODE } from "../../shared/protocol/envelope.ts";
import { failed } from "./envelope.ts";
import { type Failure, failureOf, transportFailure } from "./failure.ts";
import { commonHeaders } from "./headers.ts";

/** Answers every error inside the application with the envelope; logs what the server itself failed at. */
export function addFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, transportFailure(404)));
  app.setErrorHandler((error: unknown, request, reply) => {
    const failure = failureOf(error);
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
export function sendFailure(reply: FastifyReply, { status, code, message, result }: Failure): FastifyReply {
  const seconds = RETRY_AFTER[status];
  if (seconds !== undefined) reply.header("retry-after", seconds);
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(failed(code, message, result ?? (status >= 500 ? { requestId: reply.request.id } : null)));
}

/** An error for the log: its kind, SQLSTATE and stack. Drivers keep parameters in further properties, which are left out. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const code = "code" in error ? error.code : undefined;
  return { name: error.name, code, stack: error.stack };
}
