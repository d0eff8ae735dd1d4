import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/driver/database.ts";
import { allRollups, ROLLUP_TABLES, type RollupTable } from "../query/rollup-table.ts";
import type { SchemaSource } from "./list-indexes.ts";
import { addRows, createRollupTable } from "./rollup-sql.ts";
import { WRITTEN } from "./sync-schema-ddl.ts";

/*
 * Declared rollups (docs/decisions/126): one table each, kept by the database itself in the transaction that writes a row, so that no code path can
 * forget it.
 */

/** Whether {@link ensureRollups} would have nothing to do. */
export async function hasRollups(db: Db, registry: SchemaSource): Promise<boolean> {
  const { missing, leftover } = await compare(db, registry);
  return missing.length + leftover.length === 0;
}

/**
 * Makes and fills the rollups that a model wants, and drops what it wants no more; in the transaction that changes the tables. One that does not keep
 * up with its rows, because a trigger is missing or switched off, is made anew. Whoever wants to write rows waits meanwhile, and whoever reads does not.
 */
export async function ensureRollups(trx: Db, registry: SchemaSource, log: (line: string) => void): Promise<void> {
  const { missing, leftover } = await compare(trx, registry);
  for (const table of missing) await createRollup(trx, table);
  for (const name of leftover) await dropRollup(trx, name);
  if (missing.length > 0) log(`database: counted the rows for ${missing.length} rollups`);
}

/** Drops the rollups of a table whose columns are about to become others; those that are still wanted are made again when the tables are made to fit. */
export async function dropRollupsOver(trx: Db, table: string): Promise<void> {
  for (const { name, over } of await existing(trx)) if (over.includes(table)) await dropRollup(trx, name);
}

/** The events of a table that its rollups follow. */
const EVENTS = {
  insert: "new table as new_rows",
  update: "old table as old_rows new table as new_rows",
  delete: "old table as old_rows",
  truncate: null,
} as const;

/** Whether the database keeps a rollup: it is there, and every change of a row is counted. */
export async function isKept(db: Db, table: RollupTable): Promise<boolean> {
  return isWhole(table, await existing(db));
}

function isWhole({ name, entity }: RollupTable, found: Awaited<ReturnType<typeof existing>>): boolean {
  const over = found.find((each) => each.name === name)?.over ?? [];
  return over.length === Object.keys(EVENTS).length && over.every((table) => table === entity.table);
}

async function compare(db: Db, registry: SchemaSource) {
  const wanted = allRollups(registry);
  const found = await existing(db);
  const names = new Set(wanted.map(({ name }) => name));
  return {
    missing: wanted.filter((table) => !isWhole(table, found)),
    leftover: found.flatMap(({ name }) => (names.has(name) ? [] : [name])),
  };
}

/** The rollups there are, with the table of each trigger that keeps them. */
async function existing(db: Db): Promise<readonly { readonly name: string; readonly over: readonly string[] }[]> {
  const { rows } = await sql<{ name: string; over: string[] }>`
    select c.relname::text as name, array(
      select t.relname::text from pg_trigger g join pg_class t on t.oid = g.tgrelid
      where g.tgfoid = to_regprocedure(quote_ident(c.relname) || '()') and g.tgenabled in ('O', 'A')) as over
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and starts_with(c.relname, ${ROLLUP_TABLES})
    order by 1`.execute(db);
  return rows;
}

/** Makes a rollup anew, and counts all rows. */
export async function createRollup(trx: Db, table: RollupTable): Promise<void> {
  const { name, hash, entity } = table;
  // From here on nothing is written that is not counted below, or by the triggers.
  await sql`lock table ${sql.id(entity.table)} in share row exclusive mode`.execute(trx);
  await dropRollup(trx, name);
  await createRollupTable(table).execute(trx);
  await createShards(trx);
  await createKeeper(trx, table);
  for (const [event, rows] of Object.entries(EVENTS)) {
    const referencing = rows === null ? sql`` : sql`referencing ${sql.raw(rows)}`;
    await sql`create trigger ${sql.id(`rollup_${hash}_${event}`)} after ${sql.raw(event)} on ${sql.id(entity.table)} ${referencing}
      for each statement execute function ${sql.id(name)}()`.execute(trx);
  }
  await addRows(table, [{ from: sql.id(entity.table), sign: 1 }], sql`0`).execute(trx);
}

async function dropRollup(trx: Db, name: string): Promise<void> {
  await sql`drop function if exists ${sql.id(name)}() cascade`.execute(trx);
  await sql`drop table if exists ${sql.id(name)}`.execute(trx);
}

const SHARDS = 7_350_007;
const MINE = sql.lit("scm.shard");

/**
 * The shard that the transaction writes into: the first that no other open transaction writes into, and the same one until its end. There are as many
 * as transactions have ever written at once. So nobody waits for a group that many write into, nobody waits at all, and there is no order in which
 * two could wait for each other.
 */
async function createShards(trx: Db): Promise<void> {
  await sql`
    create or replace function _rollup_shard() returns integer language plpgsql as $$
    declare
      mine integer := coalesce(nullif(current_setting(${MINE}, true), ''), '0')::integer;
    begin
      while not pg_try_advisory_xact_lock(${sql.lit(SHARDS)}, mine) loop mine := mine + 1; end loop;
      perform set_config(${MINE}, mine::text, true);
      return mine;
    end $$`.execute(trx);
}

/** Written as the owner, whoever writes the rows: nobody else may change what they come to. What changes neither a group nor a sum writes nothing. */
async function createKeeper(trx: Db, table: RollupTable): Promise<void> {
  const shard = sql`_rollup_shard()`;
  const [came, went] = [{ from: sql`new_rows`, sign: 1 } as const, { from: sql`old_rows`, sign: -1 } as const];
  const on = (event: keyof typeof EVENTS, statement: RawBuilder<unknown>) => sql`when ${sql.lit(event.toUpperCase())} then ${statement};`;
  await sql`
    create function ${sql.id(table.name)}() returns trigger language plpgsql security definer set search_path from current as $$
    begin
      case tg_op
        ${on("insert", addRows(table, [came], shard))}
        ${on("update", addRows(table, [came, went], shard))}
        ${on("delete", addRows(table, [went], shard))}
        ${on("truncate", sql`delete from ${sql.id(table.name)}`)}
      end case;
      return null;
    end $$`.execute(trx.withPlugin(WRITTEN));
}
