import { type Migration, sql } from "kysely";
import type { Db } from "../db/driver/database.ts";

/** Steps by name: `0004_payments` is a number that counts through all owners, and what the step is about. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Collated as the fields of entities are: an index is of no use where two collations are compared. */
export const TEXT = sql`text collate "C"`;

/** A technical table to be made, where there is none of that name. */
export const newTable = (db: Db, name: string) => db.schema.createTable(name).ifNotExists();

/** One index for each of these columns, named after table and column, where there is none of that name. */
export async function createIndexes(db: Db, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    await db.schema.createIndex(`${table}_${column.toLowerCase()}`).ifNotExists().on(table).column(column).execute();
  }
}

/** Whether a table of the current schema has a trigger of this name: triggers know no "if not exists". */
export async function hasTrigger(db: Db, table: string, trigger: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_trigger where tgname = ${trigger} and tgrelid = to_regclass(quote_ident(${table}))`.execute(db);
  return rows.length > 0;
}
