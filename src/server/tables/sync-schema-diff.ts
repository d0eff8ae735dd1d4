import { sql } from "kysely";
import type { Db } from "../db/driver/database.ts";
import type { SchemaSource } from "./list-indexes.ts";
import { type Check, checksOf } from "./sync-schema-ddl.ts";
import { type Index, indexesOf } from "./sync-schema-indexes.ts";
import { type Column, type Table, tablesOf } from "./tables-of.ts";

/** What has to be created, and why it cannot be. */
export interface SchemaDiff {
  readonly tables: readonly Table[];
  readonly columns: readonly { readonly table: string; readonly column: Column }[];
  /** Those that come with the tables: keys, and those that are there in a moment. */
  readonly indexes: readonly Index[];
  /** Those of large tables, which are built while the portal serves (build-indexes.ts). Nothing depends on them but how long an answer takes. */
  readonly later: readonly Index[];
  readonly checks: readonly { readonly table: string; readonly check: Check }[];
  /** What creating cannot mend. */
  readonly problems: readonly string[];
  /** Rules the registry no longer knows but the database still keeps. */
  readonly leftovers: readonly string[];
}

/** Compares what the registry wants with what the database has. Nothing is ever dropped. */
export function diffSchema(registry: SchemaSource, existing: ExistingSchema): SchemaDiff {
  const wanted = tablesOf(registry);
  const missing = wanted.filter((table) => !existing.tables.has(table.name));
  const present = wanted.filter((table) => existing.tables.has(table.name));
  const indexes = indexesOf(registry);
  const absent = indexes.filter((index) => !existing.indexes.has(index.name));
  const isLater = ({ table, isUnique }: Index) => !isUnique && existing.large.has(table);
  const checks = wanted.flatMap((table) => checksOf(table.entity).map((check) => ({ table: table.name, check })));
  return {
    tables: missing,
    columns: present.flatMap((table) => missingColumns(table, existing)),
    indexes: absent.filter((index) => !isLater(index)),
    later: absent.filter(isLater),
    checks: checks.filter(({ table, check }) => !existing.checks.has(`${table}.${check.name}`)),
    problems: [
      ...missing.flatMap((table) => nameProblems(table, existing)),
      ...present.flatMap((table) => columnProblems(table, existing)),
    ],
    leftovers: leftoversOf(new Set(present.map(({ name }) => name)), existing, indexes, checks),
  };
}

/** Blocks of a table, of 8 KB, that are read for an index in a moment: some ten thousand rows. */
const LARGE = 1000;

/** Whether the tables are as the registry wants them, but for indexes that are built later. */
export function isEmpty(diff: SchemaDiff): boolean {
  return diff.tables.length + diff.columns.length + diff.indexes.length + diff.checks.length + diff.problems.length === 0;
}

function missingColumns(table: Table, existing: ExistingSchema): { table: string; column: Column }[] {
  const has = existing.tables.get(table.name);
  return table.columns.filter((column) => !has?.has(column.name)).map((column) => ({ table: table.name, column }));
}

function nameProblems(table: Table, existing: ExistingSchema): string[] {
  if (!existing.otherRelations.has(table.name)) return [];
  return [`"${table.name}" (entity ${table.entity.name}): the database has a view or index of that name; rename or drop it`];
}

/** An instant without the precision is the same to us: only its whole seconds are read. */
const SAME_AS: Readonly<Record<string, string>> = { "timestamp with time zone": "timestamp(0) with time zone" };

function columnProblems(table: Table, existing: ExistingSchema): string[] {
  const problems: string[] = [];
  const wanted = new Map(table.columns.map((column) => [column.name, column]));
  for (const [name, has] of existing.tables.get(table.name) ?? []) {
    const place = `"${table.name}"."${name}" (entity ${table.entity.name})`;
    const column = wanted.get(name);
    if (column && (SAME_AS[has.type] ?? has.type) !== column.type) {
      problems.push(
        `${place}: the database has ${has.type}, the schema wants ${column.type}; ` +
          `convert it yourself (alter table "${table.name}" alter column "${name}" type ${column.type} using …) or give the field a new name`,
      );
    }
    if (!column && has.isNotNull && !has.hasDefault) {
      problems.push(
        `${place}: the schema no longer has this field, but the column is NOT NULL, so no row could be added; ` +
          `alter table "${table.name}" alter column "${name}" drop not null`,
      );
    }
  }
  return problems;
}

function leftoversOf(
  tables: ReadonlySet<string>,
  existing: ExistingSchema,
  indexes: readonly Index[],
  checks: SchemaDiff["checks"],
): string[] {
  const wantedIndexes = new Set(indexes.map((index) => index.name));
  const wantedChecks = new Set(checks.map(({ table, check }) => `${table}.${check.name}`));
  const oldIndexes = [...existing.indexes].filter(
    ([name, { table, isUnique }]) => isUnique && name.startsWith("ux__") && tables.has(table) && !wantedIndexes.has(name),
  );
  const oldChecks = [...existing.checks].filter(
    ([key, { table, name }]) => name.startsWith("ck__") && tables.has(table) && !wantedChecks.has(key),
  );
  return [
    ...oldIndexes.map(([name]) => `drop index "${name}"`),
    ...oldChecks.map(([, { table, name }]) => `alter table "${table}" drop constraint "${name}"`),
  ];
}

/** What the database has now, in its current schema. */
export interface ExistingSchema {
  /** Table to column to what it is. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, ExistingColumn>>;
  /** Those that are of use. */
  readonly indexes: ReadonlyMap<string, { readonly table: string; readonly isUnique: boolean }>;
  /** What was left behind by building that did not come to its end: nobody is answered by it, and whoever writes keeps it all the same. */
  readonly invalid: ReadonlySet<string>;
  /** Tables whose rows are not read in a moment. */
  readonly large: ReadonlySet<string>;
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
  const indexes = await sql<{ table: string; index: string; is_unique: boolean; is_valid: boolean }>`
    select t.relname as "table", c.relname as "index", i.indisunique as is_unique, i.indisvalid as is_valid
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace`.execute(db);
  const checks = await sql<{ table: string; name: string }>`
    select t.relname as "table", k.conname as "name" from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype = 'c' and t.relnamespace = current_schema()::regnamespace`.execute(db);
  // As it was when it was analysed last: asking for its size now would wait for whoever changes the table.
  const large = await sql<{ table: string }>`
    select c.relname as "table" from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and ${LARGE} <
      case c.relkind when 'r' then c.relpages
        else (select sum(p.relpages) from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) end`.execute(db);
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
    indexes: new Map(
      indexes.rows.flatMap((row) => (row.is_valid ? [[row.index, { table: row.table, isUnique: row.is_unique }] as const] : [])),
    ),
    invalid: new Set(indexes.rows.flatMap((row) => (row.is_valid ? [] : [row.index]))),
    large: new Set(large.rows.map((row) => row.table)),
    checks: new Map(checks.rows.map((row) => [`${row.table}.${row.name}`, row])),
    otherRelations: new Set(others.rows.map((row) => row.name)),
  };
}
