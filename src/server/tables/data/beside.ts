import { sql } from "kysely";
import type { Db } from "../../db/driver/database.ts";
import { createIndex, definition } from "../sync-schema-ddl.ts";
import { type ExistingSchema, introspect } from "../sync-schema-diff.ts";
import { columnsOf, type Index, shortHash } from "../sync-schema-indexes.ts";
import { constant } from "./convert-sql.ts";
import type { ColumnMove, DataMoves, TableMove } from "./data-moves.ts";
import { valueSql } from "./value-sql.ts";

/*
 * What a step makes beside the columns that are read and written, while everybody goes on: columns to come with their values, and the
 * indexes over them. All of it has hidden names (docs/decisions/69).
 */

const HIDDEN = "_next_";

/** How a column is called until its field has it. */
export const nextName = (field: string) => `${HIDDEN}${field}`;

/** How an index is called until the step is made. */
const nextIndex = ({ name }: Pick<Index, "name">) => `${HIDDEN}${shortHash(name)}`;

/** Whether the column of a field is to be made: it is filled and gets its name later. */
export function isToCome({ from }: ColumnMove): boolean {
  return from.kind === "kept" ? from.isBeside : from.kind !== "restored";
}

/** Whether what stands in a hidden column is made of what is stored. */
const isFilled = ({ from }: ColumnMove) => from.kind === "converted" || (from.kind === "kept" && from.isBeside);

/** Whether codes of a column are other ones from now on. */
export const isRecoded = ({ from }: ColumnMove) => from.kind === "kept" && Object.keys(from.codes).length > 0;

/** Drops what a step that ended halfway left behind. Nobody reads or writes it. */
export async function dropHidden(db: Db): Promise<void> {
  for (const { table, name } of await hiddenColumns(db)) await sql`alter table ${sql.id(table)} drop column ${sql.id(name)}`.execute(db);
  for (const { name } of await hiddenIndexes(db)) await sql`drop index ${sql.id(name)}`.execute(db);
}

/** Whether a step is on its way, or ended halfway. */
export async function hasHidden(db: Db): Promise<boolean> {
  return (await hiddenColumns(db)).length > 0 || (await hiddenIndexes(db)).length > 0;
}

async function hiddenColumns(db: Db) {
  const { rows } = await sql<{ table: string; name: string }>`
    select c.relname as "table", a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not starts_with(c.relname, '_')
      and starts_with(a.attname, ${HIDDEN})`.execute(db);
  return rows;
}

async function hiddenIndexes(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select i.relname as name from pg_class i
    where i.relnamespace = current_schema()::regnamespace and i.relkind in ('i', 'I') and starts_with(i.relname, ${HIDDEN})`.execute(db);
  return rows;
}

export async function addHidden(trx: Db, { tables }: DataMoves): Promise<void> {
  for (const { was, columns } of tables)
    for (const { column } of columns.filter(isToCome))
      await sql`alter table ${sql.id(was.table)} add column ${definition({ ...column, name: nextName(column.name) })}`.execute(trx);
}

/** Rows with another code from now on that are written one by one, for whose writers that is a moment. */
const FEW = 20_000;

/**
 * The same moves, with codes of very many rows written beside their column: writing them where they stand would keep the writers of these
 * rows waiting for as long as that takes. Whoever comes after columns were added takes those that are there.
 */
export async function withCodesBeside(db: Db, moves: DataMoves, existing: ExistingSchema | null): Promise<DataMoves> {
  const tables: TableMove[] = [];
  for (const table of moves.tables) {
    const columns: ColumnMove[] = [];
    for (const move of table.columns) {
      const isBeside = isRecoded(move) && (existing ? hasNext(existing, table, move) : await areMany(db, table, move));
      columns.push(move.from.kind === "kept" && isBeside ? { ...move, from: { ...move.from, isBeside } } : move);
    }
    tables.push({ ...table, columns });
  }
  return { ...moves, tables };
}

const hasNext = ({ tables }: ExistingSchema, { was }: TableMove, { field }: ColumnMove) =>
  tables.get(was.table)?.has(nextName(field.name)) === true;

async function areMany(db: Db, { was }: TableMove, move: ColumnMove): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select count(*) > ${sql.lit(FEW)} as many from (
      select 1 from ${sql.id(was.table)} where ${hasOldCode(move)} limit ${sql.lit(FEW + 1)}
    ) as found`.execute(db);
  return rows[0]?.many === true;
}

function hasOldCode({ field, from }: ColumnMove) {
  if (from.kind !== "kept") return sql`false`;
  const codes = Object.keys(from.codes).map((code) => constant({ ...field, length: null }, code));
  return sql`${sql.id(from.name)} in (${sql.join(codes)})`;
}

/** Writes renamed codes where they stand: those that are not written beside their column. */
export async function recode(trx: Db, { was }: TableMove, move: ColumnMove): Promise<void> {
  if (move.from.kind !== "kept") return;
  await sql`update ${sql.id(was.table)} set ${sql.id(move.from.name)} = ${valueSql(move)} where ${hasOldCode(move)}`.execute(trx);
}

/** Blocks of a table that are filled in one go: some ten thousand rows, for whose writers that is a moment. */
const BLOCKS = 1000;

/**
 * Fills the hidden columns of a large table, block by block, each for itself: nobody else waits for longer than one of them takes. Then
 * builds the indexes that it lacks, for which nobody waits. What is written to the old columns meanwhile is filled in afterwards, under
 * the lock; so are small tables, which is as fast.
 */
export async function prepare(db: Db, table: TableMove, wanted: Wanted): Promise<void> {
  const [update, missing] = [fillSql(table), missingIndexes(table, wanted)];
  if (update === null && missing.length === 0) return;
  const { rows } = await sql<{ blocks: string }>`
    select pg_relation_size(quote_ident(${table.was.table})::regclass) / current_setting('block_size')::int as blocks`.execute(db);
  const blocks = Number(rows[0]?.blocks ?? 0);
  if (blocks <= BLOCKS) return;
  for (let from = 0; update !== null && from < blocks; from += BLOCKS) {
    const [first, next] = [`(${from},0)`, `(${from + BLOCKS},0)`];
    await sql`${update} and ctid >= ${sql.lit(first)}::tid and ctid < ${sql.lit(next)}::tid`.execute(db);
  }
  // A unique key asks something of whoever writes: not before it is served.
  for (const index of missing) if (!index.isUnique) await buildAhead(db, table, index);
}

/** What the next model wants, and the rules that the database has already, some of them under names to come. */
export interface Wanted {
  readonly indexes: readonly Index[];
  readonly rules: ReadonlySet<string>;
}

/** What cannot be built while others write is built under the lock. */
async function buildAhead(db: Db, table: TableMove, index: Index): Promise<void> {
  // It waits for whoever has begun before, and locks nobody out meanwhile; for somebody who never ends it does not wait for ever.
  await sql`set lock_timeout = '60s'`.execute(db);
  try {
    await creation(table, index, true).execute(db);
  } catch {
    await sql`drop index if exists ${sql.id(nextIndex(index))}`.execute(db);
  } finally {
    await sql`reset lock_timeout`.execute(db);
  }
}

/** Builds under the lock what is not there yet: readers go on meanwhile. */
export async function buildIndexes(trx: Db, table: TableMove, wanted: Wanted, existing: ExistingSchema): Promise<void> {
  for (const index of missingIndexes(table, wanted))
    if (!existing.indexes.has(nextIndex(index))) await creation(table, index, false).execute(trx);
}

/** Gives indexes their names, once what had them is gone. */
export async function nameIndexes(trx: Db, { indexes: wanted }: Wanted): Promise<void> {
  const { indexes } = await introspect(trx);
  for (const index of wanted)
    if (indexes.has(nextIndex(index)) && !indexes.has(index.name))
      await sql`alter index ${sql.id(nextIndex(index))} rename to ${sql.id(index.name)}`.execute(trx);
}

/** Indexes that no table has, and those over columns to come: what is over the old ones goes with them. */
function missingIndexes({ is: { table }, columns }: TableMove, { indexes, rules }: Wanted): readonly Index[] {
  const anew = new Set(columns.filter((move) => physicalName(move) !== nameBefore(move)).map(({ field }) => field.name));
  return indexes.filter((index) => {
    return index.table === table && (!rules.has(index.name) || columnsOf(index).some((field) => anew.has(field)));
  });
}

/** The column that holds what the field holds from now on, as it is called until the step is made. */
function physicalName(move: ColumnMove): string {
  if (isToCome(move)) return nextName(move.field.name);
  return move.from.kind === "restored" ? move.from.aside.name : nameBefore(move);
}

const nameBefore = ({ field, from }: ColumnMove) => (from.kind === "kept" ? from.name : field.name);

function creation({ was, columns }: TableMove, index: Index, isConcurrent: boolean) {
  const names = new Map(columns.map((move) => [move.field.name, physicalName(move)]));
  const hidden = { ...index, name: nextIndex(index), table: was.table };
  return createIndex(hidden, { columnOf: (field) => names.get(field) ?? field, isConcurrent }).statement;
}

/** Writes what is made of the values into the hidden columns where it does not stand there already; null: nothing is made of any. */
export function fillSql({ was, columns }: TableMove) {
  const made = columns.filter(isFilled);
  if (made.length === 0) return null;
  const sets = made.map((move) => sql`${sql.id(nextName(move.field.name))} = ${valueSql(move)}`);
  const differs = made.map((move) => sql`${sql.id(nextName(move.field.name))} is distinct from ${valueSql(move)}`);
  return sql`update ${sql.id(was.table)} set ${sql.join(sets)} where (${sql.join(differs, sql` or `)})`;
}
