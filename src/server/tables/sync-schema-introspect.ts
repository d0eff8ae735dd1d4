import { sql } from "kysely";
import type { Db } from "../db/driver/database.ts";

/** What the database has now, in its current schema. */
export interface ExistingSchema {
  /** Table to column to what it is. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, ExistingColumn>>;
  readonly indexes: ReadonlyMap<string, { readonly table: string; readonly isUnique: boolean }>;
  /** `table.constraint` of every CHECK. */
  readonly checks: ReadonlyMap<string, { readonly table: string; readonly name: string }>;
  /** Views, sequences and the like: names a table cannot have. */
  readonly otherRelations: ReadonlySet<string>;
}

export interface ExistingColumn {
  readonly type: string;
  readonly isNotNull: boolean;
  readonly hasDefault: boolean;
}

/** Reads the catalogue. */
export async function introspect(db: Db): Promise<ExistingSchema> {
  const columns = await sql<{ table: string; column: string; type: string; not_null: boolean; has_default: boolean }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as "type",
      a.attnotnull as not_null, (a.atthasdef or a.attidentity <> '') as has_default
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`.execute(db);
  const indexes = await sql<{ table: string; index: string; is_unique: boolean }>`
    select t.relname as "table", c.relname as "index", i.indisunique as is_unique
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace`.execute(db);
  const checks = await sql<{ table: string; name: string }>`
    select t.relname as "table", k.conname as "name" from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype = 'c' and t.relnamespace = current_schema()::regnamespace`.execute(db);
  const others = await sql<{ name: string }>`
    select relname as "name" from pg_class
    where relnamespace = current_schema()::regnamespace and relkind not in ('r', 'p')`.execute(db);

  const tables = new Map<string, Map<string, ExistingColumn>>();
  for (const row of columns.rows) {
    const table = tables.get(row.table) ?? new Map<string, ExistingColumn>();
    table.set(row.column, { type: row.type, isNotNull: row.not_null, hasDefault: row.has_default });
    tables.set(row.table, table);
  }
  return {
    tables,
    indexes: new Map(indexes.rows.map((row) => [row.index, { table: row.table, isUnique: row.is_unique }])),
    checks: new Map(checks.rows.map((row) => [`${row.table}.${row.name}`, row])),
    otherRelations: new Set(others.rows.map((row) => row.name)),
  };
}
