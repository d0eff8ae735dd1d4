import type { Kysely } from "kysely";
import type { Changes } from "./told-changes.ts";

/** Every table by name; rows are untyped because the tables come from the entity files. */
export type Tables = Record<string, Record<string, unknown>>;

/** The handle of the query builder. */
export type Db = Kysely<Tables>;

/** An open database, embedded or PostgreSQL. Both answer with the same values for the same SQL. */
export interface Database {
  readonly kind: "embedded" | "postgres";
  readonly kysely: Db;
  /**
   * Connections for reading many rows of one moment, which takes its time: nobody else waits for them. null: the engine has one connection, which
   * everybody waits for.
   */
  readonly reading: Db | null;
  /** Whether the database answers now (or, embedded, is busy with a statement). Never rejects, never takes longer than 2 s. */
  ping(): Promise<boolean>;
  /** For whoever keeps a copy of what is in it. */
  readonly changes: Changes;
  /** Runs `work` on one connection without time limits for statements, or between those of a transaction: schema changes, bulk loads. */
  withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T>;
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
