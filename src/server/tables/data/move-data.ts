import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { decimalsOf } from "../../../shared/domain/conversion.ts";
import type { Entity, Registry } from "../../../shared/registry/model.ts";
import type { Change } from "../../../shared/registry/plan/change.ts";
import { obstacleTexts } from "../../../shared/registry/plan/data-text.ts";
import type { Language } from "../../../shared/registry/problem-texts/translate.ts";
import { same } from "../../../shared/registry/same.ts";
import { KEY, SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import { sqlTypeOf } from "../../query/sql-type.ts";
import { dropRollupsOver } from "../ensure-rollups.ts";
import { ensureFolds } from "../identity-sql.ts";
import { SchemaProblems, stopBuilding, syncTablesIn, withSchemaLock } from "../sync-schema.ts";
import { checksOf } from "../sync-schema-ddl.ts";
import { type ExistingSchema, introspect } from "../sync-schema-diff.ts";
import { indexesOf, isFolding } from "../sync-schema-indexes.ts";
import { storedFields } from "../tables-of.ts";
import {
  addHidden,
  buildIndexes,
  dropHidden,
  fillSql,
  isRecoded,
  isToCome,
  nameIndexes,
  nextName,
  prepare,
  recode,
  withCodesBeside,
} from "./beside.ts";
import { dropChecksOver, freeColumn } from "./column-rules.ts";
import { numberSql } from "./convert-sql.ts";
import { type ColumnMove, type DataMoves, hasOtherKey, movesOf, namesBefore, type TableMove } from "./data-moves.ts";
import { followSealed, sealedMoves } from "./follow-sealed.ts";
import { rehearse } from "./rehearse.ts";
import { renameData } from "./rename-data.ts";
import type { Rehearsed } from "./rows-found.ts";
import { forget, readAsides, setColumnAside, setTableAside } from "./set-aside.ts";

/*
 * Long on purpose: the order of one step, from the first lock to the last name, is what keeps readers going and a crash harmless. It is
 * read as one.
 */

/** One step from the model that is served to the next. */
export interface DataStep {
  readonly was: Registry;
  readonly is: Registry;
  /** The model that is served, under the names of the next one; the same where nothing is renamed. */
  readonly followed: Registry;
  readonly renamings: readonly Change[];
  readonly at: Date;
  readonly language: Language;
}

/** Writes down that the model is served from now on, with what was made of the values. */
type Keep = (trx: Db, told: readonly Rehearsed[]) => Promise<void>;

/** A lock that readers hold for longer than is waited for. */
const LOCK_TIMEOUT = "55P03";
const TRIES = 3;

/**
 * Makes what is stored fit the next model: names, values, columns set aside and taken back, indexes, rules (docs/decisions/69, 70).
 * `db` is one connection without a time limit. First, in a transaction of a moment, the columns to come are added under hidden names, large
 * tables are filled block by block, and their indexes are built; then everything that counts happens in one transaction, `keep`
 * included, with what readers must wait for at its end. A crash leaves the old or the new; what is hidden and left is dropped by the next
 * step or start.
 *
 * @param begin whether the step is still to be made, asked under the lock; another server may have been faster
 * @returns what was made of the values; null: it was not to be made
 * @throws SchemaProblems with all that stands in the way; nothing is changed then
 */
export async function moveData(
  db: Db,
  step: DataStep,
  { begin, keep, log }: { begin: (db: Db) => Promise<boolean>; keep: Keep; log: (line: string) => void },
): Promise<readonly Rehearsed[] | null> {
  return withSchemaLock(db, async () => {
    if (!(await begin(db))) return null;
    await stopBuilding(db);
    await dropHidden(db);
    const { moves, rules } = await db.transaction().execute(async (trx) => {
      const found = await look(trx, step);
      // What cannot be made is not begun.
      refuse(await rehearse(trx, step.is, found.moves, found.rules), step.language);
      const all = await withCodesBeside(trx, found.moves, null);
      await addHidden(trx, all);
      if (indexesOf(step.is).some(isFolding)) await ensureFolds(trx);
      return { moves: all, rules: found.rules };
    });
    try {
      const wanted = { indexes: indexesOf(step.is), rules };
      for (const table of moves.tables) await prepare(db, table, wanted);
      return await patiently(() => db.transaction().execute((trx) => move(trx, step, keep, log)));
    } catch (error) {
      await dropHidden(db).catch(() => undefined);
      throw error;
    }
  });
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isWait = error instanceof Error && "code" in error && error.code === LOCK_TIMEOUT;
      if (!isWait || attempt === TRIES) throw error;
      await sleep(1000);
    }
  }
}

/** What a step does to the data of this database. */
export async function look(
  trx: Db,
  { was, is, followed, renamings }: Pick<DataStep, "was" | "is" | "followed" | "renamings">,
): Promise<{ readonly moves: DataMoves; readonly existing: ExistingSchema; readonly rules: ReadonlySet<string> }> {
  const existing = await introspect(trx);
  const moves = movesOf(was, is, namesBefore(renamings), existing, await readAsides(trx));
  const names = (registry: Registry) => [...indexesOf(registry).map(({ name }) => name), ...checkNames(registry)];
  // What has another name until it is renamed is there.
  const renamed = followed === was ? [] : names(followed);
  return { moves, existing, rules: new Set([...existing.indexes.keys(), ...existing.checks.keys(), ...renamed]) };
}

function checkNames({ entities }: Pick<Registry, "entities">): string[] {
  return Object.values(entities).flatMap((entity) =>
    entity.view === null ? checksOf(entity).map(({ name }) => `${entity.table}.${name}`) : [],
  );
}

/** Whether nothing is converted, set aside or taken back, and no column is to come. */
function isNoMove({ tables, gone, restored }: DataMoves): boolean {
  return (
    gone.length + restored.length === 0 &&
    tables.every(
      (table) =>
        table.gone.length === 0 && !hasOtherKey(table) && table.columns.every(({ from }) => from.kind === "kept" && from.tooLong === null),
    )
  );
}

/** Whether two models keep their rows alike: they differ, if at all, in what is done with rows and how that is told. */
export function isSameInTables({ was, is, renamings }: Pick<DataStep, "was" | "is" | "renamings">): boolean {
  const kept = ({ transitions, save, opened, due, chain, sections, visibleTo, ...stored }: Entity) => stored;
  const names = Object.keys(is.entities);
  return (
    renamings.length === 0 &&
    names.length === Object.keys(was.entities).length &&
    names.every((name) => {
      const [before, after] = [was.entities[name], is.entities[name]];
      return before !== undefined && after !== undefined && same(kept(before), kept(after));
    })
  );
}

/** Whether a step touches more than what is missing in the tables: names, values, columns, rules that go. */
export async function movesData(db: Db, step: Pick<DataStep, "was" | "is" | "followed" | "renamings">): Promise<boolean> {
  if (isSameInTables(step)) return false;
  const { moves } = await look(db, step);
  const names = (registry: Registry) => [
    ...indexesOf(registry).flatMap(({ name, isUnique }) => (isUnique ? [name] : [])),
    ...checkNames(registry),
  ];
  const wanted = new Set(names(step.is));
  return step.renamings.length > 0 || !isNoMove(moves) || names(step.followed).some((name) => !wanted.has(name));
}

async function move(trx: Db, step: DataStep, keep: Keep, log: (line: string) => void) {
  const { was, is, followed, renamings, language } = step;
  const { moves: found, existing, rules } = await look(trx, step);
  const moves = await withCodesBeside(trx, found, existing);
  const wanted = { indexes: indexesOf(is), rules };
  const filled = moves.tables.filter((table) => fillSql(table) !== null);
  // Whoever wants to write waits from here on, whoever reads does not.
  for (const table of filled) await sql`lock table ${sql.id(table.was.table)} in share row exclusive mode`.execute(trx);
  const told = await rehearse(trx, is, moves, rules);
  refuse(told, language);
  const sealed = await sealedMoves(trx, moves);
  for (const table of filled) await fill(trx, table, told);
  const anew = new Set(
    moves.tables.flatMap((table) => table.columns.filter(isToCome).map(({ field }) => `${table.is.name}.${field.name}`)),
  );
  for (const table of moves.tables) await recodeInPlace(trx, table);
  for (const table of moves.tables) await buildIndexes(trx, table, wanted, existing);
  // From here on readers of these tables wait, for as long as names take, and their rollups.
  for (const table of moves.tables) if (renamings.length > 0 || isOtherColumns(table)) await dropRollupsOver(trx, table.was.table);
  const aside = { version: is.version, at: step.at };
  const rekeyed = moves.tables.filter(hasOtherKey);
  for (const table of rekeyed) await dropKey(trx, table);
  for (const table of moves.tables) await clear(trx, table, aside);
  for (const entity of moves.gone) await setTableAside(trx, { ...aside, entity: entity.name, table: entity.table }, entity);
  if (renamings.length > 0) await renameData(trx, was, is, { followed, renamings, anew });
  for (const table of moves.tables) await settle(trx, table);
  for (const { is: entity } of rekeyed)
    await sql`alter table ${sql.id(entity.table)} add primary key (${sql.join(keyOf(entity))})`.execute(trx);
  await nameIndexes(trx, wanted);
  for (const { aside: old, is: entity } of moves.restored) {
    await sql`alter table ${sql.id(old.name)} rename to ${sql.id(entity.table)}`.execute(trx);
    await forget(trx, old);
    await fitRestored(trx, old, entity, aside);
  }
  await dropRules(trx, followed, is);
  await syncTablesIn(trx, is, log);
  for (const table of sealed) await followSealed(trx, table);
  await keep(trx, told);
  log(`database: ${summary(moves)}`);
  return told;
}

/** Whether a column of the table becomes another one under the same name, or goes; columns that only come concern no rollup. */
function isOtherColumns(table: TableMove): boolean {
  const isOther = ({ from }: ColumnMove) => (from.kind === "kept" ? from.isBeside : from.kind !== "new");
  return table.gone.length > 0 || hasOtherKey(table) || table.columns.some(isOther);
}

/** What became of columns and tables, for the operator; what is only renamed the plan tells. */
function summary({ tables, gone, restored }: DataMoves): string {
  const made = (kind: ColumnMove["from"]["kind"]) =>
    tables.flatMap(({ columns }) => columns.filter(({ from }) => from.kind === kind)).length;
  const parts = [
    [made("new"), "added", "columns"],
    [made("converted") + made("unsaid"), "made anew", "columns"],
    [tables.flatMap((table) => table.gone).length, "set aside", "columns"],
    [made("restored"), "took back", "columns"],
    [gone.length, "set aside", "tables"],
    [restored.length, "took back", "tables"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what, of]) => `${what} ${count} ${of}`);
  return told.length > 0 ? told.join(", ") : "changed names and rules";
}

function refuse(told: readonly Rehearsed[], language: Language): void {
  const obstacles = obstacleTexts(told, language);
  if (obstacles.length > 0) throw new SchemaProblems(obstacles);
}

/** Renamed codes of few rows, and what refers to few things that are renamed. */
async function recodeInPlace(trx: Db, table: TableMove): Promise<void> {
  for (const move of table.columns) {
    if (!isRecoded(move) || isToCome(move) || move.from.kind !== "kept") continue;
    // A check that names the code would refuse the other one; it is made again with it.
    await dropChecksOver(trx, table.was.table, move.from.name);
    await recode(trx, table, move);
  }
}

/** Fills what is left to be filled; what the hidden columns hold then is what the rehearsal said, or nothing of it happens. */
async function fill(trx: Db, table: TableMove, told: readonly Rehearsed[]): Promise<void> {
  const { was, is, columns } = table;
  await fillSql(table)?.execute(trx);
  for (const { field } of columns.filter(({ from }) => from.kind === "converted")) {
    const sums = told.find((each) => each.entity === is.name && each.rule === null && each.fields[0] === field.name)?.data.made?.sums;
    const decimals = decimalsOf(field.type);
    if (sums === undefined || decimals === null) continue;
    const column = sql.id(nextName(field.name));
    const { rows } = await sql<{ sum: string }>`
      select round(coalesce(sum(${numberSql(column, decimals)}), 0), ${sql.lit(decimals)})::text as sum from ${sql.id(was.table)}`.execute(
      trx,
    );
    if (rows[0]?.sum !== sums.after)
      throw new SchemaProblems([
        `${is.name}.${field.name}: the converted values add up to ${rows[0]?.sum}, not to ${sums.after} as rehearsed`,
      ]);
  }
}

const keyOf = ({ tenancy }: Pick<Entity, "tenancy">) => (tenancy === "global" ? [KEY] : [SHOP, KEY]).map((name) => sql.id(name));

/** Rows of a shop are told apart by shop and Id, others by their Id alone. */
async function dropKey(trx: Db, { was }: TableMove): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where contype = 'p' and conrelid = to_regclass(quote_ident(${was.table}))`.execute(trx);
  for (const { name } of rows) await sql`alter table ${sql.id(was.table)} drop constraint ${sql.id(name)}`.execute(trx);
  const shop = storedFields(was).some((field) => field.name === SHOP);
  if (shop) await sql`alter table ${sql.id(was.table)} alter column ${sql.id(SHOP)} drop not null`.execute(trx);
}

type When = Pick<Parameters<typeof setColumnAside>[1], "version" | "at">;

/** Puts the columns out of the way that no field has, or that another one takes the place of. */
async function clear(trx: Db, { was, is, columns, gone }: TableMove, when: When): Promise<void> {
  const put = { ...when, entity: is.name, table: was.table };
  for (const { name, form } of gone) {
    await freeColumn(trx, was.table, name);
    await setColumnAside(trx, put, name, name, { kind: "removed", form });
  }
  for (const { field, from } of columns) {
    if (from.kind === "converted") {
      await freeColumn(trx, was.table, from.name);
      await setColumnAside(trx, put, from.name, field.name, { kind: "converted", conversion: from.conversion });
      // Its values are in the field again, or were overwritten since.
      if (from.undo) {
        await sql`alter table ${sql.id(was.table)} drop column ${sql.id(from.undo.name)}`.execute(trx);
        await forget(trx, from.undo);
      }
    } else if (from.kind === "kept" && from.isBeside) {
      await freeColumn(trx, was.table, from.name);
      await sql`alter table ${sql.id(was.table)} drop column ${sql.id(from.name)}`.execute(trx);
    } else if (from.kind === "unsaid") {
      // Nothing is in it: with a value in it this would not have come so far.
      await sql`alter table ${sql.id(was.table)} drop column ${sql.id(from.name)}`.execute(trx);
    }
  }
}

/** Gives columns to come, and those that are taken back, the names of their fields. */
async function settle(trx: Db, { is, columns }: TableMove): Promise<void> {
  const table = sql.id(is.table);
  for (const move of columns) {
    const { field, column, from } = move;
    if (from.kind === "restored") {
      await sql`alter table ${table} rename column ${sql.id(from.aside.name)} to ${sql.id(field.name)}`.execute(trx);
      await forget(trx, from.aside);
      await demand(trx, is.table, column);
    } else if (isToCome(move))
      await sql`alter table ${table} rename column ${sql.id(nextName(field.name))} to ${sql.id(field.name)}`.execute(trx);
  }
}

/** What a column that was set aside no longer had to hold, it has to again. */
async function demand(trx: Db, table: string, column: ColumnMove["column"]): Promise<void> {
  const name = sql.id(column.name);
  if (column.initial !== null) {
    await sql`alter table ${sql.id(table)} alter column ${name} set default ${sql.lit(column.initial)}`.execute(trx);
    if (column.isNotNull) await sql`update ${sql.id(table)} set ${name} = default where ${name} is null`.execute(trx);
  }
  if (column.isNotNull) await sql`alter table ${sql.id(table)} alter column ${name} set not null`.execute(trx);
}

/** A table that is taken back may have had other columns then. */
async function fitRestored(
  trx: Db,
  aside: Awaited<ReturnType<typeof readAsides>>[number],
  entity: Registry["entities"][string],
  when: When,
): Promise<void> {
  if (aside.holds.kind !== "table") return;
  for (const [name, form] of Object.entries(aside.holds.fields)) {
    const field = entity.fields[name];
    if (field && field.computed === null && sqlTypeOf(field) === sqlTypeOf(form)) continue;
    await freeColumn(trx, entity.table, name);
    await setColumnAside(trx, { ...when, entity: entity.name, table: entity.table }, name, name, { kind: "removed", form });
  }
  const wanted = new Set(checksOf(entity).map(({ name }) => name));
  for (const { table, name } of (await introspect(trx)).checks.values())
    if (table === entity.table && name.startsWith("ck__") && !wanted.has(name))
      await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(trx);
}

/** A unique key or a check that the files no longer have is no longer kept by the database either. */
async function dropRules(trx: Db, followed: Registry, is: Registry): Promise<void> {
  const { indexes, checks } = await introspect(trx);
  const wanted = new Set(indexesOf(is).map(({ name }) => name));
  for (const { name, isUnique } of indexesOf(followed))
    if (isUnique && indexes.has(name) && !wanted.has(name)) await sql`drop index ${sql.id(name)}`.execute(trx);
  const kept = new Set(checkNames(is));
  for (const key of checkNames(followed)) {
    const check = checks.get(key);
    if (check && !kept.has(key)) await sql`alter table ${sql.id(check.table)} drop constraint ${sql.id(check.name)}`.execute(trx);
  }
}
