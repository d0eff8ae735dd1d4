import { type DatabaseIntrospector, type Kysely, PostgresDialect, type SchemaMetadata, sql, type TableMetadata } from "kysely";
import type pg from "pg";
import { leasingPool } from "./leasing-pool.ts";

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
