import { setTimeout as sleep } from "node:timers/promises";
import {
  type DatabaseIntrospector,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresDialect,
  type SchemaMetadata,
  sql,
  type TableMetadata,
} from "kysely";
import pg from "pg";
import { ConnectionLine } from "./connection-line.ts";
import { Lease } from "./lease.ts";
import { OneConnection, type SharedFolder } from "./one-connection.ts";
import { asPool, type Driven, type Leasing, TenantDriver } from "./tenant-driver.ts";

/** How the query builder speaks to either engine: PostgreSQL over the pool, looking at the schema of the connection only. */
export class PoolDialect extends PostgresDialect {
  readonly #driver: () => Driver;
  readonly #shared: SharedFolder | undefined;

  /** @param apart connections for statements that are no part of the transaction they are told in; left out: they are. */
  constructor(pool: pg.Pool, log: (line: string) => void, driven: Driven, apart?: pg.Pool) {
    const leasing = leasingPool(pool, log);
    const besides = apart && leasingPool(apart, log);
    super({ pool: asPool(leasing) });
    this.#shared = driven.shared;
    this.#driver = () => new TenantDriver(leasing, driven, besides);
  }

  override createAdapter(): DialectAdapter {
    return this.#shared === undefined ? super.createAdapter() : new OneConnection(this.#shared);
  }

  override createDriver(): Driver {
    return this.#driver();
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

/**
 * The pool as the query builder sees it. A lost connection is reported with the reason it was lost, also to the
 * ROLLBACK that follows, so that the reason is what reaches the caller. Without the listeners here it would end the process.
 */
function leasingPool(pool: pg.Pool, log: (line: string) => void): Leasing {
  const lost = new WeakMap<pg.PoolClient, Error>();
  pool.on("connect", (client) =>
    client.on("error", (error) => {
      if (!lost.has(client)) lost.set(client, error); // a second one only says that the connection ended
    }),
  );
  pool.on("error", (error) => log(`database: idle connection lost: ${error.message}`));
  const line = new ConnectionLine(pool.options.max, Math.max(WAIT_MS, pool.options.connectionTimeoutMillis ?? 0));
  return {
    async connect() {
      await line.enter();
      try {
        return new Lease(await pool.connect(), lost, () => line.leave());
      } catch (error) {
        // What the database itself answers, e.g. that it has no connection left for us, says nothing of those that are open.
        line.leave(error instanceof pg.DatabaseError ? undefined : (error as Error));
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/** How long one waits for a connection that others have: longer than any statement of those that are short. */
const WAIT_MS = 10_000;

const PATIENCE_MS = 2000;

/** Whether the pool answers a trivial query within 2 s; `otherwise` decides when that time has passed. */
export function databasePing(pool: pg.Pool, otherwise: () => boolean): Promise<boolean> {
  const answer = pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answer, sleep(PATIENCE_MS, undefined, { ref: false }).then(otherwise)]);
}
