import { sql } from "kysely";
import type { Db } from "../../db/driver/database.ts";
import { dropPoliciesOver } from "../tenant-policies.ts";

/** Drops the checks that look at a column; those that are still wanted are made again when the tables are made to fit. */
export async function dropChecksOver(trx: Db, table: string, column: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select k.conname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'c' and k.conrelid = to_regclass(quote_ident(${table})) and a.attname = ${column}`.execute(trx);
  for (const { name } of rows) await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(trx);
}

/** The indexes that hold a column, the primary key excepted. */
async function indexesOver(trx: Db, table: string, column: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any(i.indkey) or exists (
        -- What an expression is made of stands in no list of columns.
        select 1 from pg_depend d where d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
    where i.indrelid = to_regclass(quote_ident(${table})) and not i.indisprimary and a.attname = ${column}`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Drops whatever demands something of a column or holds it. */
export async function freeColumn(trx: Db, table: string, column: string): Promise<void> {
  await dropChecksOver(trx, table, column);
  await dropPoliciesOver(trx, table, column);
  for (const index of await indexesOver(trx, table, column)) await sql`drop index ${sql.id(index)}`.execute(trx);
}
