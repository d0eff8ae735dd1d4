import type { FastifyInstance, FastifyServerOptions } from "fastify";

/** Where log lines (JSON) go. */
export interface LogStream {
  write(line: string): void;
}

/** Options of the log. Fastify's own serializers would write addresses with their query: they are replaced by nothing. */
export function logOptions(stream: LogStream): Exclude<FastifyServerOptions["logger"], boolean | undefined> {
  return { level: "info", stream, base: null, serializers: { req: () => ({}), res: () => ({}) } };
}

/** One line per call: who, which route (its pattern, never the address), which status, how long. Web files are logged only when they fail. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions, ip, session } = request;
    if (method === "GET" && reply.statusCode < 400) return;
    const line = { method, route: routeOptions.url ?? null, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10, ip };
    request.log.info(session === null ? line : { ...line, user: session.viewer.userId }, "call");
  });
}
