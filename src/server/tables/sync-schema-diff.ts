import { type Check, checksOf } from "./sync-schema-checks.ts";
import type { SchemaSource } from "./sync-schema-cover.ts";
import { type Index, indexesOf } from "./sync-schema-indexes.ts";
import type { ExistingSchema } from "./sync-schema-introspect.ts";
import { type Column, type Table, tablesOf } from "./tables-of.ts";

/** What has to be created, and why it cannot be. */
export interface SchemaDiff {
  readonly tables: readonly Table[];
  readonly columns: readonly { readonly table: string; readonly column: Column }[];
  readonly indexes: readonly Index[];
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
  const checks = wanted.flatMap((table) => checksOf(table.entity).map((check) => ({ table: table.name, check })));
  return {
    tables: missing,
    columns: present.flatMap((table) => missingColumns(table, existing)),
    indexes: indexes.filter((index) => !existing.indexes.has(index.name)),
    checks: checks.filter(({ table, check }) => !existing.checks.has(`${table}.${check.name}`)),
    problems: [
      ...missing.flatMap((table) => nameProblems(table, existing)),
      ...present.flatMap((table) => columnProblems(table, existing)),
    ],
    leftovers: leftoversOf(new Set(present.map(({ name }) => name)), existing, indexes, checks),
  };
}

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
