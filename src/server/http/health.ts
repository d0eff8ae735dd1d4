import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "../db/connect.ts";
import { ok } from "./envelope.ts";
import { sendFailure, transportFailure } from "./failures.ts";
import type { Services } from "./services.ts";

const PATIENCE_MS = 2000;
/** Whoever asks more often is told what was found last. */
const FRESH_MS = 1000;

/** GET /healthz: the process lives. GET /readyz: it can serve and write, and means to go on. */
export function addHealth(app: FastifyInstance, { database, registry, stopping }: Services): void {
  const method = ["GET", "HEAD"];
  let found: { readonly at: number; readonly canWrite: Promise<boolean> } | null = null;
  const canWrite = () => {
    const now = performance.now();
    if (found === null || now - found.at > FRESH_MS) found = { at: now, canWrite: writes(database) };
    return found.canWrite;
  };
  app.route({ method, url: "/healthz", config: { access: "public" }, handler: async () => ok({ status: "alive" }) });
  app.route({
    method,
    url: "/readyz",
    config: { access: "public" },
    handler: async (_request, reply) => {
      const isReady = !stopping.aborted && (await database.ping()) && (await canWrite());
      if (!isReady) return sendFailure(reply, transportFailure(503));
      return ok({ status: "ready", version: registry.current().version });
    },
  });
}

/**
 * Whether a row can be written: a full disk or a server that only reads answers questions, and takes no orders. The embedded database has
 * one connection, and who waits for it is served in the end.
 */
async function writes({ kysely, kind }: Database): Promise<boolean> {
  const written = sql`insert into _ready (id, at) values (1, now()) on conflict (id) do update set at = excluded.at`.execute(kysely).then(
    () => true,
    () => false,
  );
  return Promise.race([written, sleep(PATIENCE_MS, kind === "embedded", { ref: false })]);
}
