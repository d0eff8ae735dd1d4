import { type RawBuilder, sql } from "kysely";
import { StartupError } from "../base/startup-error.ts";
import { SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import { createIndex } from "./sync-schema-ddl.ts";
import type { Index } from "./sync-schema-indexes.ts";
import type { Table } from "./tables-of.ts";

/*
 * Tables in parts, each with the rows of some shops (docs/decisions/132). Which they are whoever owns the database says before the first start: `alter database scm set scm.partitions =
 * 'balance:16, sale:64'`. The parts stand in a schema of their own, where no role of tenants may look: a row is reached by its table alone, whose
 * policies say whose it is.
 */

const MOST = 1024;

/**
 * Into how many parts new tables are made, by name. A name that no table has is told: it may be a slip, or that of a table of another model.
 *
 * @throws StartupError where the setting cannot be read, or names a table that cannot be parted: all that is wrong at once
 */
export async function partsWanted(db: Db, tables: readonly Table[], log: (line: string) => void): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ told: string | null }>`select current_setting('scm.partitions', true) as told`.execute(db);
  const told = (rows[0]?.told ?? "").split(",").flatMap((part) => part.trim() || []);
  const problems: string[] = [];
  const wanted = new Map<string, number>();
  for (const text of told) {
    const [, name = "", count = "0"] = /^(\w+):(\d{1,4})$/.exec(text) ?? [];
    const table = tables.find((each) => each.name === name);
    if (Number(count) < 1 || Number(count) > MOST)
      problems.push(`${text}: not a table's name and a number from 1 to ${MOST}, as in balance:16`);
    else if (table === undefined) log(`database: scm.partitions names ${name}, which is no table`);
    else if (table.primaryKey[0] !== SHOP) problems.push(`${text}: its rows are no shop's`);
    else if (table.entity.uniqueEverywhere.length > 0) problems.push(`${text}: some of its values are unique over all shops`);
    else wanted.set(name, Number(count));
  }
  if (problems.length > 0)
    throw new StartupError(`scm.partitions of the database cannot be followed:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  return wanted;
}

/** The schema of the parts. */
async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text || '_parts' as name`.execute(db);
  return rows[0]?.name ?? "";
}

/** Makes the parts of a table that was just made. */
export async function createParts(trx: Db, table: string, count: number): Promise<void> {
  const schema = await schemaOf(trx);
  await sql`create schema if not exists ${sql.id(schema)}`.execute(trx);
  for (let part = 0; part < count; part++)
    await sql`create table ${sql.id(schema, `${table}__${part}`)} partition of ${sql.id(table)}
      for values with (modulus ${sql.lit(count)}, remainder ${sql.lit(part)})`.execute(trx);
}

/** The parts of a table, as identifiers; none: it is in one piece. */
async function partsOf(db: Db, table: string): Promise<readonly { readonly schema: string; readonly name: string }[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname::text as schema, p.relname::text as name
    from pg_inherits i join pg_class p on p.oid = i.inhrelid join pg_namespace n on n.oid = p.relnamespace
    where i.inhparent = to_regclass(quote_ident(${table})) order by p.relname`.execute(db);
  return rows;
}

/**
 * Builds an index while others write. PostgreSQL does so for one piece at a time: first each part has its own, then the table takes them all. A build that was
 * cut short goes on with the parts that are missing.
 */
export async function createIndexBeside(one: Db, index: Index): Promise<void> {
  const parts = await partsOf(one, index.table);
  const whole = createIndex(index, { isConcurrent: true });
  if (parts.length === 0) return void (await whole.statement.execute(one));
  const made: RawBuilder<unknown>[] = [];
  for (const [nth, { schema, name }] of parts.entries()) {
    const own = `${index.name.slice(0, 55)}__${nth}`;
    const id = sql.id(schema, own);
    const { rows } = await sql<{ isvalid: boolean }>`
      select indisvalid as isvalid from pg_index where indexrelid = to_regclass(format('%I.%I', ${schema}::text, ${own}::text))`.execute(
      one,
    );
    if (rows[0]?.isvalid === false) await sql`drop index concurrently ${id}`.execute(one);
    if (rows[0]?.isvalid !== true)
      await createIndex(index, { isConcurrent: true, name: own, on: sql.id(schema, name) }).statement.execute(one);
    made.push(id);
  }
  await one.transaction().execute(async (trx) => {
    await createIndex(index, { on: sql`only ${sql.id(index.table)}` }).statement.execute(trx);
    for (const id of made) await sql`alter index ${sql.id(index.name)} attach partition ${id}`.execute(trx);
  });
}

/** Drops an index while others write; that of a table in parts with those of its parts, for which writers wait a moment. */
export async function dropIndexBeside(one: Db, name: string): Promise<void> {
  const { rows } = await sql<{
    kind: string;
  }>`select relkind::text as kind from pg_class where oid = to_regclass(quote_ident(${name}))`.execute(one);
  if (rows[0]?.kind === "I") await sql`drop index ${sql.id(name)}`.execute(one);
  else await sql`drop index concurrently if exists ${sql.id(name)}`.execute(one);
}
