import type { FastifyInstance } from "fastify";
import { sendFailure, transportFailure } from "./failures.ts";

const HOST = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;
/** Exactly what a body may be declared as. Fastify's own matching is looser, and has been tricked by spaces and tabs. */
const CONTENT_TYPE = /^application\/(x-www-form-urlencoded|json)(; ?charset="?utf-8"?)?$/i;
/** Rows, on the routes that take them: an array, or one on each line. */
const ROWS_CONTENT_TYPE = /^application\/(x-ndjson|json)(; ?charset="?utf-8"?)?$/i;
/** A body with a file, on the routes that take one; the boundary as RFC 2046 allows it, without spaces. */
const FILE_CONTENT_TYPE = /^multipart\/form-data; ?boundary=("?)[0-9A-Za-z'()+_,./:=?-]{1,70}\1$/i;

/** Turns away what is malformed before anything else looks at it. */
export function addGate(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const { host, "content-type": contentType } = request.headers;
    // Node's own check is off: its answer is not the envelope.
    const isHostGood = host === undefined ? request.raw.httpVersion === "1.0" : HOST.test(host);
    if (!isHostGood) return sendFailure(reply, transportFailure(400));
    // Our addresses need no percent signs; whoever spells `/%61pi` wants to slip past a rule about `/api`.
    if (request.routeOptions.config.access !== undefined && pathOf(request.raw.url).includes("%"))
      return sendFailure(reply, transportFailure(404));
    const { takes } = request.routeOptions.config;
    const isKnown = (type: string) =>
      takes === "rows" ? ROWS_CONTENT_TYPE.test(type) : CONTENT_TYPE.test(type) || (takes === "file" && FILE_CONTENT_TYPE.test(type));
    // guard check: tests/server/app/parameters.test.ts
    if (request.method === "POST" && !request.is404 && contentType !== undefined && !isKnown(contentType))
      return sendFailure(reply, transportFailure(415));
    return undefined;
  });
}

/** The path of a request's address as sent, without the query. */
export function pathOf(url = "/"): string {
  return url.split("?", 1)[0] ?? "/";
}
