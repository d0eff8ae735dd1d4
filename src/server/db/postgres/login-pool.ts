import pg from "pg";
import { StartupError } from "../../base/startup-error.ts";
import { TEXT_SETTINGS } from "../driver/database.ts";
import { wireTypes } from "../driver/wire-types.ts";

const CONNECT_SECONDS = 2;
/** How often the first one is tried. */
const FIRST_TRIES = 5;
/** The driver says it in words only. */
const TOO_LATE = /connection timeout|timeout exceeded when trying to connect/;

/** What to check, by the SQLSTATE of a refused connection. */
const ADVICE: Readonly<Record<string, string>> = {
  "28P01": "correct its user or password",
  "28000": "correct its user, or allow it in pg_hba.conf",
  "3D000": "create that database, or correct the name",
  "53300": "the server has no free connections: raise max_connections or close others",
};

/** Lists that are read as a whole at a time; the connections are opened when the first one is. */
export const READING_CONNECTIONS = 2;
/** All rows are read: what gives the first ones soonest is no merit. The first comes after the others are sorted, which may take minutes. */
export const READING_SETTINGS: Readonly<Record<string, string>> = {
  cursor_tuple_fraction: "1",
  statement_timeout: "600000",
  idle_in_transaction_session_timeout: "600000",
};

/** What holds where a variable is unset. */
const IS_WITHOUT: Readonly<Record<string, string>> = { DATABASE_URL: " for the embedded database" };

/** Connections to PostgreSQL as one login. */
export interface Login {
  readonly pool: pg.Pool;
  /** The variable that told of it. */
  readonly variable: string;
  readonly place: string;
}

/** They are opened when they are needed. Throws a {@link StartupError} where the URL is none. */
export function poolOf(variable: string, url: string, max: number, settings: Readonly<Record<string, string>> = {}): Login {
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
export async function proveItWorks({ pool, variable, place }: Login): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query("select 1");
      return;
    } catch (error) {
      if (attempt === FIRST_TRIES || !(error instanceof Error && TOO_LATE.test(error.message))) throw unreachable(variable, place, error);
    }
  }
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
