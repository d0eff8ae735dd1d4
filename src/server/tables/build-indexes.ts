import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Db } from "../db/driver/database.ts";
import type { SchemaSource } from "./list-indexes.ts";
import { createIndexBeside, dropIndexBeside } from "./partitions.ts";
import { BUILD_LOCK, withSchemaLock } from "./sync-schema.ts";
import { diffSchema, introspect } from "./sync-schema-diff.ts";
import { type Index, indexesOf } from "./sync-schema-indexes.ts";

/** What is told about the work, and what ends it. */
export interface Building {
  readonly log: (line: string) => void;
  readonly stopping: AbortSignal;
  /** How often it is told how far an index is, in ms. */
  readonly tellMs?: number;
}

/** How often it is asked whether another process is done. */
const LOOK_MS = 1000;
const TELL_MS = 10_000;
/** After a failure, e.g. a full disk, it is tried again. */
const AGAIN_MS = 60_000;

/**
 * Builds the indexes that large tables lack, one after the other, while everybody reads and writes them; then drops those that lists were read by and
 * no list is any more. What a building before has left half done is dropped and built anew. One process does it, whoever comes second waits and finds
 * nothing left to do. It gives way to changes of the tables, which end it, and begins anew. On the embedded database others wait as long as one index
 * takes. Never rejects.
 */
export async function buildIndexes(database: Database, registry: SchemaSource, building: Building): Promise<void> {
  const { log, stopping } = building;
  while (!stopping.aborted) {
    try {
      if (await isBuilt(database.kysely, registry)) return;
      // A connection for each: whoever changes tables, or has the one of the embedded database, gets his turn.
      await database.withoutTimeouts((one) => buildNext(database, one, registry, building));
    } catch (error) {
      if (stopping.aborted) return;
      // Whoever ended it changes the tables now.
      if (!isEnded(error))
        log(`database: an index cannot be built (${error instanceof Error ? error.message : String(error)}); tried again soon`);
      await pause(isEnded(error) ? LOOK_MS : AGAIN_MS, stopping);
    }
  }
}

/** Whether {@link buildIndexes} would have nothing to do. */
export async function isBuilt(db: Db, registry: SchemaSource): Promise<boolean> {
  const { missing, leftovers } = await todo(db, registry);
  return missing.length + leftovers.length === 0;
}

async function todo(db: Db, registry: SchemaSource) {
  const existing = await introspect(db);
  const wanted = indexesOf(registry);
  const names = new Set(wanted.map(({ name }) => name));
  const tables = new Set(Object.values(registry.entities).map(({ table }) => table));
  return {
    missing: diffSchema(registry, existing).later,
    invalid: existing.invalid,
    // Others' indexes have other names, and a unique one is a rule that is ended by hand.
    leftovers: [...existing.indexes].flatMap(([name, { table, isUnique }]) =>
      !isUnique && name.startsWith("ix__") && tables.has(table) && !names.has(name) ? [name] : [],
    ),
  };
}

/** One index, under a lock that one process has. */
async function buildNext(database: Database, one: Db, registry: SchemaSource, building: Building): Promise<void> {
  const { log, stopping } = building;
  // Nobody changes tables now.
  await withSchemaLock(one, async () => undefined);
  // Whoever ends it may do so from the moment on that the lock is taken.
  try {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${BUILD_LOCK}) as taken`.execute(one);
    if (rows[0]?.taken !== true) return await pause(LOOK_MS, stopping);
    // It waits for whoever has begun before it, however long that is, and locks nobody out meanwhile.
    await sql`set lock_timeout = 0`.execute(one);
    const { missing, invalid, leftovers } = await todo(one, registry);
    const [next] = missing;
    if (next !== undefined) {
      if (invalid.has(next.name)) await dropIndexBeside(one, next.name);
      await build(database, one, next, { ...building, place: missing.length === 1 ? "the last one" : `${missing.length} to go` });
      return;
    }
    for (const name of leftovers) if (!stopping.aborted) await dropIndexBeside(one, name);
    if (leftovers.length > 0) log(`database: dropped ${leftovers.length} indexes that no list is read by any more`);
  } finally {
    // With a lost connection the lock is gone, too.
    await giveBack(one).catch(() => undefined);
  }
}

/**
 * Gives back the lock, where it is had, and the connection as it was. Whoever ends the building ends what its connection does at that moment, which may be this: it is
 * tried again. He changes tables, so that nobody is left who would end it once nobody does; what comes next on the connection is somebody else's.
 */
async function giveBack(one: Db): Promise<void> {
  try {
    await sql`reset lock_timeout`.execute(one);
    await sql`
      select pg_advisory_unlock(${BUILD_LOCK}) from pg_locks
      where locktype = 'advisory' and objid = ${BUILD_LOCK} and pid = pg_backend_pid()`.execute(one);
    await withSchemaLock(one, async () => undefined);
  } catch (error) {
    if (!isEnded(error)) throw error;
    await giveBack(one);
  }
}

async function build(
  database: Database,
  one: Db,
  index: Index,
  { log, stopping, tellMs = TELL_MS, place }: Building & { readonly place: string },
): Promise<void> {
  const started = Date.now();
  log(`database: index ${index.name} is being built while the portal serves, ${place}`);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one);
  const pid = rows[0]?.pid ?? 0;
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    // The embedded database has one connection, which builds: nobody could end it, or look.
    if (database.kind === "embedded") return;
    cancelled = database.withoutTimeouts((db) => sql`select pg_cancel_backend(${pid})`.execute(db)).catch(() => undefined);
  };
  stopping.addEventListener("abort", cancel, { once: true });
  const told = database.kind === "postgres" ? setInterval(() => void tell(), tellMs).unref() : undefined;
  try {
    await createIndexBeside(one, index);
    log(`database: index ${index.name} is built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    // What is left behind would be kept by whoever writes.
    await dropIndexBeside(one, index.name).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(told);
    stopping.removeEventListener("abort", cancel);
    // It would end what the connection does next.
    await cancelled;
  }

  async function tell(): Promise<void> {
    const line = await database.withoutTimeouts((db) => progress(db, pid)).catch(() => null);
    if (line !== null) log(`database: index ${index.name}, ${place}: ${line}`);
  }
}

/** How far it is, as PostgreSQL tells it: the phase, and how much of it is done. */
async function progress(db: Db, pid: number): Promise<string | null> {
  const { rows } = await sql<{ phase: string; done: number | null }>`
    select phase, coalesce(100 * blocks_done / nullif(blocks_total, 0), 100 * tuples_done / nullif(tuples_total, 0),
      100 * lockers_done / nullif(lockers_total, 0))::int as done
    from pg_stat_progress_create_index where pid = ${pid}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : `${row.phase}${row.done === null ? "" : `, ${row.done} %`}`;
}

const QUERY_CANCELED = "57014";
const isEnded = (error: unknown) => (error as { code?: unknown } | null)?.code === QUERY_CANCELED;

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping, ref: false }).catch(() => undefined);
}
