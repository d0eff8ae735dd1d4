import { randomUUID } from "node:crypto";
import { type FastifyInstance, type FastifyServerOptions, fastify, LogController } from "fastify";
import { Enterprise } from "./auth/enterprise.ts";
import { KeptSessions } from "./auth/kept-sessions.ts";
import { SignInThrottle } from "./auth/sign-in-throttle.ts";
import type { FileStorage } from "./base/storage/storage.ts";
import type { Settings } from "./config/settings.ts";
import { ALONE, type Crew } from "./config/workers.ts";
import type { Database } from "./db/connect.ts";
import { AT_ONCE, ExportDesk } from "./engine/exports/export-desk.ts";
import type { Outside } from "./engine/inquiry.ts";
import { JobScheduler } from "./engine/jobs/job-scheduler.ts";
import { threadedCodeReader } from "./features/invoices/picture-codes/code-reader.ts";
import { type InvoiceVerifier, sandboxVerifier } from "./features/invoices/verifier/invoice-verifier.ts";
import { type Bank, NO_BANK } from "./features/payments/bank/bank.ts";
import { FEATURES } from "./features.ts";
import { addRoutes, requireDeclaredAccess } from "./http/add-routes.ts";
import { Admission, askerOf } from "./http/admission.ts";
import { addBodies } from "./http/bodies.ts";
import { addBodyTime } from "./http/body-time.ts";
import { addCallTime } from "./http/call-time.ts";
import { addCompression } from "./http/compression.ts";
import { DayBudget } from "./http/day-budget.ts";
import { addFailures, sendFrameworkFailure } from "./http/failures.ts";
import type { Feature } from "./http/feature.ts";
import { followModel } from "./http/follow-model.ts";
import { addGate } from "./http/gate.ts";
import { addHeaders } from "./http/headers.ts";
import { addHealth } from "./http/health.ts";
import { type LaneSettings, lanesOf } from "./http/lanes.ts";
import { LongLists } from "./http/long-lists.ts";
import { addMetrics } from "./http/metrics.ts";
import { addExpectationFailure, answerClientError } from "./http/raw-failures.ts";
import { addRequestLog, type LogStream, logOptions } from "./http/request-log.ts";
import type { Services, SignInWays } from "./http/services.ts";
import { warnOfUntoldProxy } from "./http/untold-proxy.ts";
import { addWebFiles } from "./http/web-files.ts";
import { ManualCache } from "./manual/build/manual-cache.ts";
import { renderManual } from "./manual/draw/render-manual.ts";
import { PaperPress } from "./paper/paper-press.ts";
import type { RegistrySource } from "./registry/watch-registry.ts";
import { readSent, type SentHeads } from "./tables/heads/sent-heads.ts";

// Long on purpose: it is the one place where all parts meet.

/** What an application is built of. */
export interface AppDeps {
  readonly database: Database;
  readonly registry: RegistrySource;
  /** Where uploaded files are kept. */
  readonly storage: FileStorage;
  readonly settings: Pick<
    Settings,
    "trustProxy" | "publicUrl" | "dailyLimits" | "secondFactor" | "oidc" | "passwordSignIn" | "metricsToken" | "pushNetworks"
  > &
    // Left out: no heads of audit chains are sent to a file, and so many calls are at work as usual.
    Partial<Pick<Settings, "heads" | "dataDir">> &
    Partial<LaneSettings>;
  /** The register of tax invoices; left out: the sandbox. */
  readonly verifier?: InvoiceVerifier;
  /** The features there are; left out: all. Those that modules.json lists are in use. */
  readonly features?: readonly Feature[];
  /** The banks that payments go through; left out: none. */
  readonly bank?: Bank;
  /** The built web app; undefined: API only. */
  readonly webDir: string | undefined;
  readonly now: () => Date;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
  readonly logStream: LogStream;
  /** The servers of the same start; left out: there is no other. */
  readonly crew?: Pick<Crew, "metrics">;
}

const SECOND = 1000;
/** A long export waits for its turn as long as its file would be kept. */
const DAY_MS = 86_400 * SECOND;

/** Papers that are drawn at a time. */
const DRAWING = { most: 64, long: 2 } as const;

/** Builds the application. It listens to nothing: main.ts does, and tests inject. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { database, registry, storage, settings, webDir, now, stopping, logStream } = deps;
  const app = fastify({ ...LIMITS, ...handlersOf(logStream), trustProxy: trusted(settings.trustProxy) });
  const throttle = new SignInThrottle(database.kysely, now);
  const signIn = signInWays(settings, database, now);
  const manuals = new ManualCache((manual) => renderManual(manual, stopping));
  const press = new PaperPress();
  const { publicUrl, pushNetworks } = settings;
  const outside: Outside = {
    storage,
    codes: threadedCodeReader(),
    verifier: deps.verifier ?? sandboxVerifier(),
    bank: deps.bank ?? NO_BANK,
  };
  const log = (line: string) => app.log.warn(line);
  const jobs = new JobScheduler({ db: database.kysely, registry, now, log, stopping });
  const features = (deps.features ?? FEATURES).filter(({ name }) => registry.current().features.includes(name));
  const opened: Services["opened"] = (viewer, page) => {
    for (const feature of features) feature.opened?.(services, viewer, page);
  };
  const lanes = lanesOf(database.kind, settings);
  const [admission, drawing] = [new Admission(lanes), new Admission({ ...DRAWING, queue: lanes.queue, waitMs: lanes.waitMs })];
  const budget = new DayBudget(database.kysely, settings.dailyLimits, now);
  const exporting = new Admission({ most: AT_ONCE, long: AT_ONCE, queue: Number.POSITIVE_INFINITY, waitMs: DAY_MS });
  const exports = new ExportDesk({
    database,
    registry,
    storage,
    turn: (viewer, work, stop) => exporting.run(askerOf(viewer), "usual", work, stop),
    countRows: (viewer, rows) => budget.countRows(viewer, rows),
    now,
    log,
  });
  const services: Services = {
    database,
    registry,
    sessions: new KeptSessions(database),
    storage,
    now,
    stopping,
    throttle,
    signIn,
    admission,
    longLists: new LongLists(),
    budget,
    manuals,
    press,
    drawing,
    opened,
    exports,
    jobs,
    outside,
    publicUrl,
    pushNetworks,
    sentHeads: () => sentHeads(settings),
  };
  // What an earlier process left open is taken up once this one serves.
  app.addHook("onListen", async () => jobs.open());
  app.addHook("onListen", () => exports.open());
  app.addHook("onClose", () => exports.close());
  app.addHook("onClose", () => jobs.close());
  app.addHook("onClose", async () => press.close());
  requireDeclaredAccess(app);
  app.decorateRequest("session", null);
  addHeaders(app, settings.publicUrl, stopping);
  addGate(app);
  if (settings.trustProxy.length === 0) warnOfUntoldProxy(app);
  addBodies(app);
  addFailures(app, registry);
  addRequestLog(app);
  addExpectationFailure(app.server);
  addBodyTime(app.server);
  addCallTime(app);
  await addCompression(app);
  addRoutes(app, services, features);
  addHealth(app, services);
  if (settings.metricsToken !== undefined) addMetrics(app, services, features, settings.metricsToken, (deps.crew ?? ALONE).metrics);
  followModel(app, services);
  for (const { start } of features) start?.(app, services);
  if (webDir !== undefined) await addWebFiles(app, webDir);
  return app;
}

const sentHeads = ({ heads, dataDir }: AppDeps["settings"]): SentHeads | null =>
  heads === undefined || dataDir === undefined ? null : readSent({ heads, dataDir });

function signInWays({ oidc, passwordSignIn, secondFactor }: AppDeps["settings"], { kysely }: Database, now: () => Date): SignInWays {
  return {
    enterprise: oidc === undefined ? null : new Enterprise(oidc, kysely, now),
    byPassword: passwordSignIn,
    needsFactor: secondFactor === "required",
  };
}

/** docs/decisions/61. `headersTimeout` must be the shorter one, or a slow body is never cut off. */
const LIMITS = {
  // guard check as 64 * 1024 * 1024: tests/server/app/parameters.test.ts
  bodyLimit: 256 * 1024,
  // Of a body that is read as it comes; all others have the usual time (http/body-time.ts).
  requestTimeout: 3600 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  http: { headersTimeout: 10 * SECOND, connectionsCheckingInterval: SECOND, requireHostHeader: false },
  exposeHeadRoutes: false,
  // Whoever still has a connection while the server stops is served to the end, and told to leave (`Connection: close`):
  // Fastify's own 503 would have no envelope and drop a request that can still be answered.
  return503OnClosing: false,
  routerOptions: { maxParamLength: 64, querystringParser: (text: string) => ({ text }) },
} as const;

function handlersOf(logStream: LogStream) {
  return {
    logger: logOptions(logStream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = "/" }) => knownSpelling(url),
    frameworkErrors: sendFrameworkFailure,
    clientErrorHandler: answerClientError,
  } satisfies FastifyServerOptions;
}

function trusted(proxies: readonly string[]): string[] | false {
  return proxies.length > 0 ? [...proxies] : false;
}

/** The one address that is matched without regard to case: its clients spell it in their own ways. */
const UPLOAD = "/API/UpLoadFile/Upload";
const LENGTH = UPLOAD.length;

/** The address as the routes spell it. Every other one is left as it is. */
function knownSpelling(url: string): string {
  const isUpload = url.slice(0, LENGTH).toLowerCase() === UPLOAD.toLowerCase() && (url.length === LENGTH || url[LENGTH] === "?");
  return isUpload ? UPLOAD + url.slice(LENGTH) : url;
}
