import { Kysely, sql } from "kysely";
import pg from "pg";
import { StartupError } from "../../base/startup-error.ts";
import { type Database, type Tables, TEXT_SETTINGS } from "../driver/database.ts";
import { databasePing, PoolDialect } from "../driver/pool-dialect.ts";
import type { Wall } from "../driver/tenant-driver.ts";
import { canBecomeAll, ensureTenantRoles } from "../driver/tenant-roles.ts";
import { OwnChanges } from "../driver/told-changes.ts";
import { wireTypes } from "../driver/wire-types.ts";
import { Listener } from "./listener.ts";
import { refuseOwner, refuseStranger } from "./refuse-owner.ts";

const CONNECT_SECONDS = 2;
/** How often the first one is tried. */
const FIRST_TRIES = 5;
const CLOSE_MS = 5000;
/** The driver says it in words only. */
const TOO_LATE = /connection timeout|timeout exceeded when trying to connect/;

/** What to check, by the SQLSTATE of a refused connection. */
const ADVICE: Readonly<Record<string, string>> = {
  "28P01": "correct its user or password",
  "28000": "correct its user, or allow it in pg_hba.conf",
  "3D000": "create that database, or correct the name",
  "53300": "the server has no free connections: raise max_connections or close others",
};

export interface PostgresOptions {
  readonly databaseUrl: string;
  /** The owner's login, for schema changes only; unset: `databaseUrl` is the owner's. */
  readonly databaseOwnerUrl?: string | undefined;
  /** Refuses a login that the wall between tenants would not hold for (docs/decisions/85). */
  readonly mustNotOwn?: boolean | undefined;
  readonly poolSize: number;
  readonly log: (line: string) => void;
}

/** Opens a pool of connections to PostgreSQL and proves that one works. */
export async function openPostgres({ databaseUrl, databaseOwnerUrl, mustNotOwn, poolSize, log }: PostgresOptions): Promise<Database> {
  const wall: Wall = { isUp: false };
  const login = poolOf("DATABASE_URL", databaseUrl, poolSize);
  const owner = databaseOwnerUrl === undefined ? undefined : poolOf("DATABASE_OWNER_URL", databaseOwnerUrl, OWNER_CONNECTIONS);
  const apart = poolOf("DATABASE_URL", databaseUrl, APART_CONNECTIONS, APART_SETTINGS);
  const long = poolOf("DATABASE_URL", databaseUrl, READING_CONNECTIONS, READING_SETTINGS);
  const own = new OwnChanges();
  const changes = new Listener(connectionUrl(databaseUrl), login.pool, own, log);
  const kysely = new Kysely<Tables>({ dialect: new PoolDialect(login.pool, log, { wall, changes: own }, apart.pool) });
  const reading = new Kysely<Tables>({ dialect: new PoolDialect(long.pool, log, { wall }) });
  // The owner is nobody's tenant: he changes the tables of all.
  const owning = owner && new Kysely<Tables>({ dialect: new PoolDialect(owner.pool, log, { wall: { isUp: false }, changes: own }) });
  const endAll = async () => void (await Promise.all([changes.close(), ...[login, apart, long, owner].map((one) => one?.pool.end())]));
  try {
    for (const one of [login, owner]) if (one) await proveItWorks(one);
    if (mustNotOwn) await refuseOwner(login.pool, owner?.pool);
    else if (!owner) await refuseStranger(login.pool);
    wall.isUp = await (owner ? canBecomeAll(login.pool) : ensureTenantRoles(login.pool));
  } catch (error) {
    await endAll();
    throw error;
  }
  if (!wall.isUp) log("database: no wall between tenants: this login can neither make nor become its roles (README: two logins)");
  let closed: Promise<void> | undefined;
  return {
    kind: "postgres",
    kysely,
    reading,
    changes,
    ping: () => databasePing(login.pool, () => false),
    withoutTimeouts: (work) =>
      (owning ?? kysely).connection().execute(async (db) => {
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
      }),
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

/** Lists that are read as a whole at a time; the connections are opened when the first one is. */
const READING_CONNECTIONS = 2;
/** All rows are read: what gives the first ones soonest is no merit. The first comes after the others are sorted, which may take minutes. */
const READING_SETTINGS: Readonly<Record<string, string>> = {
  cursor_tuple_fraction: "1",
  statement_timeout: "600000",
  idle_in_transaction_session_timeout: "600000",
};

/** What holds where a variable is unset. */
const IS_WITHOUT: Readonly<Record<string, string>> = { DATABASE_URL: " for the embedded database" };

interface Login {
  readonly pool: pg.Pool;
  /** The variable that told of it. */
  readonly variable: string;
  readonly place: string;
}

function poolOf(variable: string, url: string, max: number, settings: Readonly<Record<string, string>> = {}): Login {
  const connectionString = connectionUrl(url, settings);
  const place = placeOf(variable, url, connectionString);
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectTimeout(url),
    keepAlive: true,
    application_name: "scm-portal",
    types: wireTypes,
  });
  return { pool, variable, place };
}

/**
 * While the program is still being loaded, this thread may be held up for longer than a connection is waited for: then the time has
 * passed although the server has answered. Only trying again, until there is time to listen, tells.
 */
async function proveItWorks({ pool, variable, place }: Login): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query("select 1");
      return;
    } catch (error) {
      if (attempt === FIRST_TRIES || !(error instanceof Error && TOO_LATE.test(error.message))) throw unreachable(variable, place, error);
    }
  }
}

async function endPools(ended: Promise<void>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([ended, patience]);
}

/** `host:port/database` for messages, never the password. Also checks the form of the URL. */
function placeOf(variable: string, databaseUrl: string, connectionString: string): string {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error("not a postgres:// URL");
    const { host, port, database } = new pg.Client({ connectionString });
    return `${host}:${port}/${database ?? ""}`;
  } catch {
    throw new StartupError(
      `${variable} is not valid: write postgresql://user:password@host:5432/database, or unset it${IS_WITHOUT[variable] ?? ""}`,
    );
  }
}

function unreachable(variable: string, place: string, error: unknown): StartupError {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  const reason = error instanceof Error && error.message ? error.message : String(code);
  const advice = ADVICE[code ?? ""] ?? `start that server or correct the URL (unset it${IS_WITHOUT[variable] ?? ""})`;
  return new StartupError(`${variable}: cannot open PostgreSQL at ${place} (${reason}): ${advice}`, { cause: error });
}

/**
 * Limits of every session, in milliseconds. DATABASE_URL may override them. Nothing is compiled: a condition that may ask other rows is taken to cost
 * much, and compiling it took seconds where answering took fifty milliseconds.
 */
const LIMITS: Readonly<Record<string, string>> = {
  jit: "off",
  statement_timeout: "30000",
  lock_timeout: "5000",
  idle_in_transaction_session_timeout: "60000",
};

/**
 * How long anybody waits for a connection, be it for a free one of the pool, in milliseconds (docs/decisions/61). `connect_timeout`
 * in DATABASE_URL overrides it, in seconds as for every client of PostgreSQL.
 */
export function connectTimeout(databaseUrl: string): number {
  const [, query = ""] = databaseUrl.split("?", 2);
  return 1000 * (Number(new URLSearchParams(query).get("connect_timeout")) || CONNECT_SECONDS);
}

/**
 * Adds our session settings to a connection URL. `options` already in the URL stay: they win over the limits,
 * but not over the settings that decide how values look.
 */
export function connectionUrl(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): string {
  const mark = databaseUrl.indexOf("?");
  const base = mark < 0 ? databaseUrl : databaseUrl.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : databaseUrl.slice(mark + 1));
  const options = [flags(LIMITS), query.get("options") ?? "", flags({ ...settings, ...TEXT_SETTINGS })];
  query.set("options", options.filter(Boolean).join(" "));
  return `${base}?${query}`;
}

function flags(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}
