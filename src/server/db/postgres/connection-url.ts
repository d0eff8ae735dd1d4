import { TEXT_SETTINGS } from "../database.ts";

/** Limits of every session, in milliseconds. DATABASE_URL may override them. */
const LIMITS: Readonly<Record<string, string>> = {
  statement_timeout: "30000",
  lock_timeout: "5000",
  idle_in_transaction_session_timeout: "60000",
};
const CONNECT_SECONDS = 2;

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
