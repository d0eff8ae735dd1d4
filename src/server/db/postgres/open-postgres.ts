import { Kysely, sql } from "kysely";
import pg from "pg";
import { StartupError } from "../../base/startup-error.ts";
import { type Database, type Tables, TEXT_SETTINGS } from "../driver/database.ts";
import { databasePing, PoolDialect } from "../driver/pool-dialect.ts";
import { wireTypes } from "../driver/wire-types.ts";

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

interface PostgresOptions {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly log: (line: string) => void;
}

/** Opens a pool of connections to PostgreSQL and proves that one works. */
export async function openPostgres({ databaseUrl, poolSize, log }: PostgresOptions): Promise<Database> {
  const connectionString = connectionUrl(databaseUrl);
  const place = placeOf(databaseUrl, connectionString);
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout(databaseUrl),
    keepAlive: true,
    application_name: "scm-portal",
    types: wireTypes,
  });
  const kysely = new Kysely<Tables>({ dialect: new PoolDialect(pool, log) });
  try {
    await proveItWorks(pool);
  } catch (error) {
    await pool.end();
    throw unreachable(place, error);
  }
  let closed: Promise<void> | undefined;
  return {
    kind: "postgres",
    kysely,
    ping: () => databasePing(pool, () => false),
    withoutTimeouts: (work) =>
      kysely.connection().execute(async (db) => {
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
      closed ??= endPool(pool);
      return closed;
    },
  };
}

/**
 * While the program is still being loaded, this thread may be held up for longer than a connection is waited for: then the time has
 * passed although the server has answered. Only trying again, until there is time to listen, tells.
 */
async function proveItWorks(pool: pg.Pool): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query("select 1");
      return;
    } catch (error) {
      if (attempt === FIRST_TRIES || !(error instanceof Error && TOO_LATE.test(error.message))) throw error;
    }
  }
}

async function endPool(pool: pg.Pool): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([pool.end(), patience]);
}

/** `host:port/database` for messages, never the password. Also checks the form of the URL. */
function placeOf(databaseUrl: string, connectionString: string): string {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error("not a postgres:// URL");
    const { host, port, database } = new pg.Client({ connectionString });
    return `${host}:${port}/${database ?? ""}`;
  } catch {
    throw new StartupError(
      "DATABASE_URL is not valid: write postgresql://user:password@host:5432/database, or unset it for the embedded one",
    );
  }
}

function unreachable(place: string, error: unknown): StartupError {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  const reason = error instanceof Error && error.message ? error.message : String(code);
  const advice = ADVICE[code ?? ""] ?? "start that server or correct the URL (unset it for the embedded database)";
  return new StartupError(`DATABASE_URL: cannot open PostgreSQL at ${place} (${reason}): ${advice}`, { cause: error });
}

/** Limits of every session, in milliseconds. DATABASE_URL may override them. */
const LIMITS: Readonly<Record<string, string>> = {
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
export function connectionUrl(databaseUrl: string): string {
  const mark = databaseUrl.indexOf("?");
  const base = mark < 0 ? databaseUrl : databaseUrl.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : databaseUrl.slice(mark + 1));
  const options = [flags(LIMITS), query.get("options") ?? "", flags(TEXT_SETTINGS)];
  query.set("options", options.filter(Boolean).join(" "));
  return `${base}?${query}`;
}

function flags(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}
