import type { FastifyInstance } from "fastify";
import { ok } from "./envelope.ts";
import { sendFailure, transportFailure } from "./failures.ts";
import type { Services } from "./services.ts";

/** GET /healthz: the process lives. GET /readyz: it can serve, and means to go on. */
export function addHealth(app: FastifyInstance, { database, registry, stopping }: Services): void {
  const method = ["GET", "HEAD"];
  app.route({ method, url: "/healthz", config: { access: "public" }, handler: async () => ok({ status: "alive" }) });
  app.route({
    method,
    url: "/readyz",
    config: { access: "public" },
    handler: async (_request, reply) => {
      const isReady = !stopping.aborted && (await database.ping());
      if (!isReady) return sendFailure(reply, transportFailure(503));
      return ok({ status: "ready", version: registry.current().version });
    },
  });
}
