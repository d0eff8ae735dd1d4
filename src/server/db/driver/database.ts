import type { Db } from "./handle.ts";
import type { Reads } from "./reads.ts";
import type { Changes } from "./told-changes.ts";

export type { Db, Tables } from "./handle.ts";

/** An open database, embedded or PostgreSQL. Both answer with the same values for the same SQL. */
export interface Database {
  readonly kind: "embedded" | "postgres";
  readonly kysely: Db;
  /** For work that only reads: it may be done elsewhere. */
  readonly reads: Reads;
  /** Whether the database answers now (or, embedded, is busy with a statement). Never rejects, never takes longer than 2 s. */
  ping(): Promise<boolean>;
  /** For whoever keeps a copy of what is in it. */
  readonly changes: Changes;
  /** Runs `work` on one connection without time limits for statements, or between those of a transaction: schema changes, bulk loads. */
  withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The first data of a new database stand: from now on what is there is durable, which elsewhere it is at once. */
  settle(): Promise<void>;
  /** Waits for running work (up to 5 s), then closes. Calling it again is harmless. */
  close(): Promise<void>;
}

/** Session settings that decide how values look as text; the same in both engines. */
export const TEXT_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: "Asia/Shanghai",
  DateStyle: "ISO,YMD",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  client_encoding: "UTF8",
};
