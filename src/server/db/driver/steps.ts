import { type CompiledQuery, sql } from "kysely";
import type { Db } from "./handle.ts";
import { OneConnection } from "./one-connection.ts";

/** How far tables are: two that are the same have had the same rows at any time in between. */
export interface TablesState {
  /** No row has a greater number than this, but for those that brought their own. */
  readonly last: number;
  readonly changes: string;
}

/** Reading many rows in steps, between which others have their turn (docs/decisions/134). */
export class Steps {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** How much work the database takes a statement for, in its own unit: about as much as to read a page of a table. */
  async cost({ sql: text, ...statement }: CompiledQuery): Promise<number> {
    const { rows } = await this.#db.executeQuery<Explained>({ ...statement, sql: `explain (format json) ${text}` });
    return rows[0]?.["QUERY PLAN"][0]?.Plan["Total Cost"] ?? 0;
  }

  /** The answer of a statement, and how long it took beyond the wait for its turn, in ms. */
  run<R>(statement: CompiledQuery<R>): Promise<{ readonly rows: readonly R[]; readonly ms: number }> {
    return this.#db.connection().execute(async (one) => {
      const began = performance.now();
      const { rows } = await one.executeQuery(statement);
      return { rows, ms: performance.now() - began };
    });
  }

  /** The greatest number that was given to a row of these tables. */
  async last(tables: readonly string[]): Promise<number> {
    return (await this.#state(tables)).last;
  }

  /** What was written counts at once: the engine's own counters are told what is yet to be told by the statement before. */
  async state(tables: readonly string[]): Promise<TablesState> {
    await sql`select pg_stat_force_next_flush()`.execute(this.#db);
    return this.#state(tables);
  }

  async #state(tables: readonly string[]): Promise<TablesState> {
    const { rows } = await sql<{ last: string | null; changes: string | null }>`
      select max(pg_sequence_last_value(cast(pg_get_serial_sequence(format('%I', relname), 'Id') as regclass))) as last,
        string_agg(concat_ws('.', oid, pg_relation_filenode(oid), pg_stat_get_tuples_inserted(oid), pg_stat_get_tuples_updated(oid),
          pg_stat_get_tuples_deleted(oid)), ' ' order by oid) as changes
      from pg_class where relnamespace = cast(current_schema() as regnamespace) and relname = any(${tables})`.execute(this.#db);
    return { last: Number(rows[0]?.last ?? 0), changes: rows[0]?.changes ?? "" };
  }
}

interface Explained {
  readonly "QUERY PLAN": readonly { readonly Plan: { readonly "Total Cost": number } }[];
}

/** null: others do not wait for what is read on this handle, or it is of one moment because it is a transaction. */
export function stepsOn(db: Db): Steps | null {
  return db.getExecutor().adapter instanceof OneConnection && !db.isTransaction ? new Steps(db) : null;
}
