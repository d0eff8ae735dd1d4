import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Kysely } from "kysely";
import pg from "pg";
import { StartupError } from "../../base/startup-error.ts";
import type { Database, Tables } from "../driver/database.ts";
import { databasePing, PoolDialect } from "../driver/pool-dialect.ts";
import { readsOf } from "../driver/reads.ts";
import type { Wall } from "../driver/tenant-driver.ts";
import { ensureTenantRoles } from "../driver/tenant-roles.ts";
import { OwnChanges } from "../driver/told-changes.ts";
import { wireTypes } from "../driver/wire-types.ts";
import { checkMarker, ENGINE, makePrivate, prepareDataDir, writeMarker } from "./data-dir.ts";
import { EngineError } from "./engine-error.ts";
import { EngineSession, type EngineTerms } from "./engine-session.ts";
import { EngineSessions } from "./engine-sessions.ts";
import { EngineStream } from "./engine-stream.ts";
import { flushTree } from "./flush.ts";
import { acquireLock } from "./lock-file.ts";
import { startMaintenance } from "./maintenance.ts";

/** Times in ms of the embedded database. */
export interface EmbeddedOptions {
  /** After this, a statement is stopped by reopening the engine. Default 60,000. */
  readonly statementMs?: number;
  /** How long a caller waits for its turn. Default 30,000. */
  readonly leaseMs?: number;
  /** Default 60,000. */
  readonly checkpointMs?: number;
  /** Default 60,000. */
  readonly vacuumMs?: number;
  /**
   * A new database gets its first data, and is told when they stand ({@link Database.settle}): until then nothing of it is made durable, which takes most of
   * the time, and a start that does not come so far leaves nothing, so that the next one begins anew. Left out: it is durable from the beginning.
   */
  readonly isLaid?: boolean;
  /** A folder that a new database begins as a copy of; left out, or answered by nothing: as an empty one. */
  readonly beginsAs?: () => string | undefined;
}

const MINUTE = 60_000;
/** What the engine calls the folder of its files. */
const PGDATA = "/pglite/data";
const CLOSE_MS = 5000;

/** Opens the database in DATA_DIR, creating it on the first start. One process at a time, one connection. */
export async function openEmbedded(directory: string, log: (line: string) => void, options: EmbeddedOptions = {}): Promise<Database> {
  const dataDir = resolve(directory);
  prepareDataDir(dataDir);
  const releaseLock = await acquireLock(dataDir);
  try {
    return await open(dataDir, log, options, releaseLock);
  } catch (error) {
    releaseLock();
    throw error;
  }
}

async function open(dataDir: string, log: (line: string) => void, options: EmbeddedOptions, releaseLock: () => void): Promise<Database> {
  const pgdata = join(dataDir, "pgdata");
  const isNew = checkMarker(dataDir, pgdata);
  const terms: EngineTerms = { statementMs: options.statementMs ?? MINUTE, isLaying: isNew && options.isLaid === true };
  mkdirSync(pgdata, { recursive: true, mode: 0o700 });
  makePrivate(pgdata);

  const beginsAs = isNew ? (options.beginsAs?.() ?? emptyDatabase()) : undefined;
  const sessions = new EngineSessions(pgdata, terms, await startFirst(dataDir, pgdata, terms, { isNew, beginsAs }));
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: options.leaseMs ?? MINUTE / 2,
    host: "embedded",
    ssl: false,
    stream: () => new EngineStream(() => sessions.connect()),
    types: wireTypes,
  });
  const wall: Wall = { isUp: false };
  const own = new OwnChanges();
  const shared = { path: pgdata, name: PGDATA };
  const kysely = new Kysely<Tables>({ dialect: new PoolDialect(pool, log, { wall, changes: own, shared }) });
  try {
    wall.isUp = await ensureTenantRoles(pool);
  } catch (error) {
    await sessions.close(pool.end(), CLOSE_MS);
    throw error;
  }

  let closed: Promise<void> | undefined;
  const database: Database = {
    kind: "embedded",
    kysely,
    reads: readsOf(kysely, null),
    // No other process is in it.
    changes: {
      watch: (watcher) => {
        own.add(watcher);
        return () => true;
      },
    },
    ping: () => databasePing(pool, () => sessions.isBusy),
    withoutTimeouts: (work) =>
      kysely.connection().execute(async (db) => {
        const usual = terms.statementMs;
        terms.statementMs = undefined; // nobody else is served before the lease ends
        try {
          return await work(db);
        } finally {
          terms.statementMs = usual;
        }
      }),
    settle: async () => {
      if (!terms.isLaying) return;
      await sessions.settle();
      writeMarker(dataDir, "ready");
      maintain();
    },
    close: () => {
      closed ??= shut();
      return closed;
    },
  };
  let stopMaintenance = (): void => undefined;
  const maintain = () => {
    const times = { checkpointMs: options.checkpointMs ?? MINUTE, vacuumMs: options.vacuumMs ?? MINUTE };
    stopMaintenance = startMaintenance(database, times, log);
  };
  // First data are written on the only connection, for as long as it takes.
  if (!terms.isLaying) maintain();
  log(`database: embedded, in ${dataDir}`);
  return database;

  async function shut(): Promise<void> {
    stopMaintenance();
    await sessions.close(pool.end(), CLOSE_MS);
    releaseLock();
  }
}

/** A new database may begin as a copy of another one. */
interface Birth {
  readonly isNew: boolean;
  readonly beginsAs: string | undefined;
}

async function startFirst(dataDir: string, pgdata: string, terms: EngineTerms, { isNew, beginsAs }: Birth): Promise<EngineSession> {
  try {
    if (isNew && beginsAs === undefined) await create(pgdata, terms);
    const session = await EngineSession.start(pgdata, terms, beginsAs);
    if (isNew && !terms.isLaying) await flushTree(pgdata); // the files were copied there without
    if (!terms.isLaying) writeMarker(dataDir, "ready");
    return session;
  } catch (error) {
    const reason = error instanceof EngineError ? error.reason : String(error);
    const advice = "restore it from a backup, or choose another DATA_DIR";
    throw new StartupError(`DATA_DIR ${dataDir}: its database cannot be opened (${reason}): ${advice}`, { cause: error });
  }
}

/** An empty database beside the built program (scripts/build.mjs), of this very engine: a copy saves seconds. From its sources the program makes one. */
function emptyDatabase(): string | undefined {
  const folder = fileURLToPath(new URL(`empty-database-${ENGINE.pglite}`, import.meta.url));
  return existsSync(folder) ? folder : undefined;
}

async function create(pgdata: string, terms: EngineTerms): Promise<void> {
  await (await EngineSession.start(pgdata, terms)).close(); // its thread would keep 500 MB of scratch memory
}
