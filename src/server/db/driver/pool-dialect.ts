import { setTimeout as sleep } from "node:timers/promises";
import {
  type DatabaseIntrospector,
  type Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type SchemaMetadata,
  sql,
  type TableMetadata,
} from "kysely";
import type pg from "pg";

/** How the query builder speaks to either engine: PostgreSQL over the pool, looking at the schema of the connection only. */
export class PoolDialect extends PostgresDialect {
  constructor(pool: pg.Pool, log: (line: string) => void) {
    super({ pool: leasingPool(pool, log) });
  }

  override createIntrospector<Tables>(db: Kysely<Tables>): DatabaseIntrospector {
    return new CurrentSchema(db);
  }
}

/**
 * What the Migrator asks of a database: which tables there are, by name. Kysely's own answer describes every column of every schema,
 * so a table of the same name next door would count as ours, and one dropped meanwhile would fail the start.
 */
class CurrentSchema<Tables> implements DatabaseIntrospector {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async getSchemas(): Promise<SchemaMetadata[]> {
    return (await sql<SchemaMetadata>`select current_schema() as "name"`.execute(this.#db)).rows;
  }

  async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; isView: boolean }>`
      select relname as "name", relkind = 'v' as "isView" from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')`.execute(this.#db);
    return rows.map((row) => ({ ...row, columns: [] }));
  }

  async getMetadata(): Promise<{ tables: TableMetadata[] }> {
    return { tables: await this.getTables() };
  }
}

/** A client with the method that the type package does not know yet. */
type Client = pg.PoolClient & { getTransactionStatus(): "I" | "T" | "E" | null };
type Answer<R> = Promise<PostgresQueryResult<R>>;

/**
 * The pool as the query builder sees it. A lost connection is reported with the reason it was lost, also to the
 * ROLLBACK that follows, so that the reason is what reaches the caller. Without the listeners here it would end the process.
 */
function leasingPool(pool: pg.Pool, log: (line: string) => void): PostgresPool {
  const lost = new WeakMap<pg.PoolClient, Error>();
  pool.on("connect", (client) =>
    client.on("error", (error) => {
      if (!lost.has(client)) lost.set(client, error); // a second one only says that the connection ended
    }),
  );
  pool.on("error", (error) => log(`database: idle connection lost: ${error.message}`));
  return {
    connect: async () => new Lease((await pool.connect()) as Client, lost),
    end: () => pool.end(),
  };
}

class Lease implements PostgresPoolClient {
  readonly #client: Client;
  readonly #lost: WeakMap<pg.PoolClient, Error>;

  constructor(client: Client, lost: WeakMap<pg.PoolClient, Error>) {
    this.#client = client;
    this.#lost = lost;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Answer<R>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(sql: string | PostgresCursor<R>, parameters: readonly unknown[] = []): Answer<R> | PostgresCursor<R> {
    if (typeof sql !== "string") throw new Error("streaming queries are not supported: read in pages by key");
    return this.#ask<R>(sql, parameters);
  }

  release(): void {
    // Nobody may inherit an open transaction.
    this.#client.release(this.#client.getTransactionStatus() !== "I");
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Answer<R> {
    try {
      return (await this.#client.query(sql, [...parameters])) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      throw this.#lost.get(this.#client) ?? error;
    }
  }
}

const PATIENCE_MS = 2000;

/** Whether the pool answers a trivial query within 2 s; `otherwise` decides when that time has passed. */
export function databasePing(pool: pg.Pool, otherwise: () => boolean): Promise<boolean> {
  const answer = pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answer, sleep(PATIENCE_MS, undefined, { ref: false }).then(otherwise)]);
}
