import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../db/connect.ts";
import type { Reads } from "../db/driver/reads.ts";
import { sendFailure, transportFailure } from "./failures.ts";
import type { Feature } from "./feature.ts";
import type { Services } from "./services.ts";

/** Seconds: what is felt as at once, as quick, as slow, and what is wrong. */
const BUCKETS = [0.025, 0.1, 0.25, 1, 2.5, 10, 30];

/** What waits in the database, of all shops together. Cheap: every scrape counts it. */
const WAITING: Readonly<Record<string, Feature["waiting"]>> = {
  job: { help: "Jobs in the background that are not done", count: (db) => countOf(db, "_job", sql`state = 'open'`) },
};

/**
 * GET /metrics for Prometheus (docs/decisions/108): of the process, of calls by route, of what waits for its turn and in the database. Only
 * where METRICS_TOKEN is set, and for whoever sends it as a bearer token; for anybody else there is no such address.
 */
export function addMetrics(
  app: FastifyInstance,
  { database, registry, admission, drawing }: Services,
  features: readonly Feature[],
  token: string,
  /** The numbers of all servers of the same start. */
  ofAll: (own: Registry) => Promise<string>,
): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const seconds = new Histogram({
    name: "scm_call_seconds",
    help: "How long calls took, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers,
  });
  new Gauge({
    name: "scm_calls",
    help: "Calls at work, and calls that wait for their turn; drawing: of documents as PDF",
    labelNames: ["kind", "state"],
    registers,
    collect() {
      for (const [kind, { atWork, waiting }] of [
        ["usual", admission],
        ["drawing", drawing],
      ] as const) {
        this.set({ kind, state: "at_work" }, atWork);
        this.set({ kind, state: "waiting" }, waiting);
      }
    },
  });
  new Gauge({ name: "scm_servers", help: "Servers behind the port of this one, itself included", registers }).set(1);
  const failed = new Counter({ name: "scm_metrics_failures_total", help: "Counts in the database that failed", registers });
  const counts = { ...WAITING, ...Object.fromEntries(features.flatMap(({ name, waiting }) => (waiting ? [[name, waiting]] : []))) };
  new Gauge({
    name: "scm_waiting",
    help: Object.entries(counts)
      .map(([of, one]) => `${of}: ${one?.help}`)
      .join("; "),
    labelNames: ["of"],
    // Each server counts the same.
    aggregator: "max",
    registers,
    async collect() {
      for (const [of, one] of Object.entries(counts)) {
        // What could not be counted is not told, rather than told as nothing.
        this.remove({ of });
        await one?.count(database.kysely).then(
          (count) => this.set({ of }, count),
          () => failed.inc(),
        );
      }
    },
  });
  new Gauge({
    name: "scm_model_info",
    help: "The version of the model that is served",
    labelNames: ["version"],
    aggregator: "max",
    registers,
    collect() {
      this.reset();
      this.set({ version: registry.current().version }, 1);
    },
  });
  if (database.reads.replicas().length > 0) addReads(registers, database.reads);
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    seconds.observe({ method, route: routeOptions.url ?? "none", status: String(statusCode) }, elapsedTime / 1000);
  });
  app.get("/metrics", { config: { access: "public" } }, async (request, reply) => {
    // guard key: tests/server/app/metrics.test.ts
    if (!isSame(request.headers.authorization ?? "", `Bearer ${token}`)) return sendFailure(reply, transportFailure(404));
    return reply.type(register.contentType).send(await ofAll(register));
  });
}

/** Where reading is done (docs/decisions/130). */
function addReads(registers: Registry[], reads: Reads): void {
  new Gauge({
    name: "scm_replica_lag_seconds",
    help: "How far a read replica is behind the database; left out: not known, or too far to be used",
    labelNames: ["replica"],
    aggregator: "max",
    registers,
    collect() {
      this.reset();
      for (const { place, lag } of reads.replicas()) if (lag !== null) this.set({ replica: place }, lag);
    },
  });
  new Gauge({
    name: "scm_replica_used",
    help: "1: the read replica is read from; 0: it is left out",
    labelNames: ["replica"],
    aggregator: "min",
    registers,
    collect() {
      for (const { place, isUsed } of reads.replicas()) this.set({ replica: place }, Number(isUsed));
    },
  });
  new Counter({
    name: "scm_reads_total",
    help: "Reads that a replica may answer: replica: it did; else the database did, as the replicas were behind, failed, or none is used",
    labelNames: ["from"],
    registers,
    collect() {
      this.reset();
      for (const [from, count] of reads.counts()) this.inc({ from }, count);
    },
  });
}

/** How many rows of a technical table there are for which this holds. */
export async function countOf(db: Db, table: string, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.id(table)} where ${where}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Without telling by the time it takes how much of it is right. */
function isSame(told: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(told), digest(wanted));
}
