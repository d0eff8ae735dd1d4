import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { StartupError } from "../base/startup-error.ts";
import type { Db } from "../db/driver/database.ts";
import { ensureRollups, hasRollups } from "./ensure-rollups.ts";
import { ensureEventChain, hasEventChain } from "./event-chain.ts";
import { fillCopied } from "./fill-copied.ts";
import { rescaleFormer } from "./former-scale.ts";
import { ensureFolds } from "./identity-sql.ts";
import type { SchemaSource } from "./list-indexes.ts";
import { createParts, partsWanted } from "./partitions.ts";
import { addCheck, addColumn, checksOf, createIndex, createTable, type Ddl } from "./sync-schema-ddl.ts";
import { diffSchema, type ExistingSchema, introspect, isEmpty, type SchemaDiff } from "./sync-schema-diff.ts";
import { isFolding } from "./sync-schema-indexes.ts";
import { tablesOf } from "./tables-of.ts";
import { ensurePolicies, hasPolicies } from "./tenant-policies.ts";

/** Tables and registry cannot be made to agree; one line each, all of them. */
export class SchemaProblems extends StartupError {
  constructor(readonly problems: readonly string[]) {
    super(`the database does not fit the schemas:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  }
}

/** Any number will do, as long as every process of this program uses the same. */
const LOCK = 5_021_121;

/**
 * Makes the tables fit the registry: creates what is missing, drops nothing but rollups that nobody wants, says whose the rows are, and the event log is chained. All or nothing, and
 * safe to run from several processes at once: `first` is done in the same transaction, before the tables are looked at. Throws
 * {@link SchemaProblems} with everything that stands in the way.
 */
export async function syncSchema(
  db: Db,
  registry: SchemaSource,
  log: (line: string) => void,
  first?: (trx: Db) => Promise<void>,
): Promise<void> {
  await syncTables(db, registry, log, first);
  await ensureEventChain(db, registry);
}

/** Who builds indexes while the portal serves; one process does. */
export const BUILD_LOCK = LOCK + 1;

/**
 * Ends what is being built while the portal serves, before tables are changed: neither could go on beside the other. It is begun anew afterwards
 * (build-indexes.ts).
 */
export async function stopBuilding(db: Db): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = ${BUILD_LOCK} and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
}

const TRY_MS = 50;

/**
 * Does the work while no other process changes tables, or what it writes of them, for as long as it takes; `one` is one connection.
 * Whoever comes later waits, however long that is: he has nothing locked. He asks again and again, in no transaction: an index that is
 * built while others write waits for every transaction that was under way when it began.
 */
export async function withSchemaLock<T>(one: Db, work: () => Promise<T>): Promise<T> {
  while (!(await isTaken(one))) await sleep(TRY_MS);
  try {
    return await work();
  } finally {
    // With a lost connection the lock is gone, too.
    await sql`select pg_advisory_unlock(${LOCK})`.execute(one).catch(() => undefined);
  }
}

async function isTaken(one: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(one);
  return rows[0]?.taken === true;
}

/** As {@link withSchemaLock}, in one transaction. */
export async function inSchemaTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.connection().execute((one) => withSchemaLock(one, () => one.transaction().execute(work)));
}

/** Whether {@link syncSchema} would have nothing to do. Asks statement by statement, so that on one connection others get their turn. */
export async function fitsSchema(db: Db, registry: SchemaSource): Promise<boolean> {
  return (await fitsTables(db, registry)) && (await hasEventChain(db, registry));
}

async function fitsTables(db: Db, registry: SchemaSource): Promise<boolean> {
  return isEmpty(diffSchema(registry, await introspect(db))) && (await hasRollups(db, registry)) && (await hasPolicies(db, registry));
}

async function syncTables(db: Db, registry: SchemaSource, log: (line: string) => void, first?: (trx: Db) => Promise<void>): Promise<void> {
  if (first === undefined && (await fitsTables(db, registry))) return;
  await inSchemaTransaction(db, async (trx) => {
    await first?.(trx);
    await syncTablesIn(trx, registry, log);
  });
}

/** As {@link syncSchema}, in a transaction that holds the lock; the event log is chained by nobody. */
export async function syncTablesIn(trx: Db, registry: SchemaSource, log: (line: string) => void): Promise<void> {
  await rescaleFormer(trx, registry, log);
  // Another process may have been faster.
  const existing = await introspect(trx);
  const diff = diffSchema(registry, existing);
  if (diff.problems.length > 0) throw new SchemaProblems(diff.problems);
  if (diff.indexes.some(isFolding)) await ensureFolds(trx);
  await apply(trx, registry, diff, existing, log);
  if (!(await hasRollups(trx, registry))) {
    await stopBuilding(trx);
    await ensureRollups(trx, registry, log);
  }
  await ensurePolicies(trx, registry);
}

async function apply(
  trx: Db,
  registry: SchemaSource,
  diff: SchemaDiff,
  { invalid }: ExistingSchema,
  log: (line: string) => void,
): Promise<void> {
  if (isEmpty(diff)) return;
  await stopBuilding(trx);
  for (const leftover of diff.leftovers) log(`database: a rule that the schemas no longer have is still kept; to end it: ${leftover}`);
  for (const { name } of diff.indexes) if (invalid.has(name)) await sql`drop index ${sql.id(name)}`.execute(trx);
  const made = new Set(diff.tables.map(({ name }) => name));
  const isOld = ({ table }: { readonly table: string }) => !made.has(table);
  // A new table has no rows that could stand in the way, so its rules come with it and its indexes need no way back.
  const parts = diff.tables.length === 0 ? null : await partsWanted(trx, tablesOf(registry), log);
  for (const table of diff.tables) {
    const count = parts?.get(table.name);
    await createTable(table, checksOf(table.entity), count !== undefined).statement.execute(trx);
    if (count !== undefined) await createParts(trx, table.name, count);
  }
  for (const index of diff.indexes) if (!isOld(index)) await createIndex(index).statement.execute(trx);
  const problems = await attempt(trx, [
    ...diff.columns.map(({ table, column }) => addColumn(table, column)),
    ...diff.checks.filter(isOld).map(({ table, check }) => addCheck(table, check)),
    ...diff.indexes.filter(isOld).map((index) => createIndex(index)),
  ]);
  if (problems.length > 0) throw new SchemaProblems(problems);
  await fillCopied(trx, registry, diff.columns);
  log(`database: ${summary(diff)}`);
}

/** Runs the statements, going on after one that rows stand in the way of, to tell about all of them at once. */
async function attempt(trx: Db, statements: readonly Ddl[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { statement, what } of statements) {
    await sql`savepoint step`.execute(trx);
    try {
      await statement.execute(trx);
    } catch (error) {
      await sql`rollback to savepoint step`.execute(trx);
      problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}; correct the rows, or the schema`);
    }
  }
  return problems;
}

function summary(diff: SchemaDiff): string {
  const parts = [
    [diff.tables.length, "tables"],
    [diff.columns.length, "columns"],
    [diff.indexes.length, "indexes"],
    [diff.checks.length, "checks"],
  ] as const;
  return `added ${parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ")}`;
}
