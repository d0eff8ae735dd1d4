import { Kysely, sql } from "kysely";
import type { Database, Db, Tables } from "../driver/database.ts";
import { databasePing, PoolDialect } from "../driver/pool-dialect.ts";
import { readsOf } from "../driver/reads.ts";
import type { Wall } from "../driver/tenant-driver.ts";
import { canBecomeAll, ensureTenantRoles } from "../driver/tenant-roles.ts";
import { OwnChanges } from "../driver/told-changes.ts";
import { Listener } from "./listener.ts";
import { connectionUrl, poolOf, proveItWorks, READING_CONNECTIONS, READING_SETTINGS } from "./login-pool.ts";
import { refuseOwner, refuseStranger } from "./refuse-owner.ts";
import { Replica } from "./replica.ts";
import { Replicas } from "./replicas.ts";
import { WrittenPositions } from "./written-positions.ts";

const CLOSE_MS = 5000;

export interface PostgresOptions {
  readonly databaseUrl: string;
  /** The owner's login, for schema changes only; unset: `databaseUrl` is the owner's. */
  readonly databaseOwnerUrl?: string | undefined;
  /** Refuses a login that the wall between tenants would not hold for (docs/decisions/85). */
  readonly mustNotOwn?: boolean | undefined;
  /** Standbys of the same database that are read from (docs/decisions/130); left out: none. */
  readonly databaseReadUrls?: readonly string[] | undefined;
  /** No standby is read from that is so many seconds behind. */
  readonly readLagSeconds?: number | undefined;
  readonly poolSize: number;
  readonly log: (line: string) => void;
}

/** Until somebody else says it. */
const USUAL_LAG_SECONDS = 5;

/** Opens a pool of connections to PostgreSQL and proves that one works. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, databaseOwnerUrl, mustNotOwn, databaseReadUrls = [], poolSize, log } = options;
  const wall: Wall = { isUp: false };
  const login = poolOf("DATABASE_URL", databaseUrl, poolSize);
  const owner = databaseOwnerUrl === undefined ? undefined : poolOf("DATABASE_OWNER_URL", databaseOwnerUrl, OWNER_CONNECTIONS);
  const apart = poolOf("DATABASE_URL", databaseUrl, APART_CONNECTIONS, APART_SETTINGS);
  const long = poolOf("DATABASE_URL", databaseUrl, READING_CONNECTIONS, READING_SETTINGS);
  const own = new OwnChanges();
  const positions: WrittenPositions | undefined = databaseReadUrls.length > 0 ? new WrittenPositions(() => kysely) : undefined;
  const changes = new Listener(connectionUrl(databaseUrl), login.pool, own, log);
  const kysely: Db = new Kysely<Tables>({
    dialect: new PoolDialect(login.pool, log, { wall, changes: own, notes: positions }, apart.pool),
  });
  const reading = new Kysely<Tables>({ dialect: new PoolDialect(long.pool, log, { wall }) });
  // The owner is nobody's tenant: he changes the tables of all.
  const owning =
    owner && new Kysely<Tables>({ dialect: new PoolDialect(owner.pool, log, { wall: { isUp: false }, changes: own, notes: positions }) });
  const mostLagMs = 1000 * (options.readLagSeconds ?? USUAL_LAG_SECONDS);
  const replicas =
    positions &&
    new Replicas({
      replicas: databaseReadUrls.map((url) => new Replica({ url, poolSize, wall, mostLagMs, log })),
      positions,
      primary: { short: kysely, long: reading },
      mostLagMs,
      log,
    });
  const endAll = async () => {
    await Promise.all([replicas?.close(), changes.close(), ...[login, apart, long, owner].map((one) => one?.pool.end())]);
  };
  try {
    for (const one of [login, owner]) if (one) await proveItWorks(one);
    if (mustNotOwn) await refuseOwner(login.pool, owner?.pool);
    else if (!owner) await refuseStranger(login.pool);
    wall.isUp = await (owner ? canBecomeAll(login.pool) : ensureTenantRoles(login.pool));
    await replicas?.open({ primary: login.pool, hasWall: wall.isUp, mustNotOwn: mustNotOwn === true });
  } catch (error) {
    await endAll();
    throw error;
  }
  if (!wall.isUp) log("database: no wall between tenants: this login can neither make nor become its roles (README: two logins)");
  let closed: Promise<void> | undefined;
  return {
    kind: "postgres",
    kysely,
    reads: replicas ?? readsOf(kysely, reading),
    changes,
    ping: () => databasePing(login.pool, () => false),
    withoutTimeouts: async (work) => {
      const result = await (owning ?? kysely).connection().execute((db) => untimed(db, work));
      await positions?.noteForAll();
      return result;
    },
    settle: async () => undefined,
    close: () => {
      closed ??= endPools(endAll());
      return closed;
    },
  };
}

/** Schema changes come one after the other, weighing the next one may look on meanwhile, and so may the building of indexes, which is looked at. */
const OWNER_CONNECTIONS = 4;

/** Statements that are no part of a transaction are short, and wait for each other only. They are opened when the first one comes. */
const APART_CONNECTIONS = 2;
/**
 * What a transaction builds on such a statement is flushed with the transaction, and the statement, which came before it, with that: by itself it
 * need not be.
 */
const APART_SETTINGS: Readonly<Record<string, string>> = { synchronous_commit: "off" };

async function untimed<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  await sql`set statement_timeout = 0`.execute(db);
  // What is worked out between two statements takes its time on a busy machine, too.
  await sql`set idle_in_transaction_session_timeout = 0`.execute(db);
  try {
    return await work(db);
  } finally {
    // On a lost or aborted connection this fails, and the connection is not used again.
    await sql`reset statement_timeout`.execute(db).catch(() => undefined);
    await sql`reset idle_in_transaction_session_timeout`.execute(db).catch(() => undefined);
  }
}

async function endPools(ended: Promise<void>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([ended, patience]);
}
