import { sql } from "kysely";
import type { Db } from "../db/driver/database.ts";
import { CHANGED_CHANNEL } from "../db/postgres/listener.ts";
import { hasTrigger, type Migrations } from "./technical-ddl.ts";

/*
 * Tables that tell all processes of their changes, in the transaction that makes them: a process keeps copies of what is in them
 * (docs/decisions/124).
 */

const TELL = "_tell_changed";
const TELLS = "tell_changed";

export const TELLING_MIGRATIONS: Migrations = { "0027_told_changes": { up: createTelling } };

async function createTelling(db: Db): Promise<void> {
  await sql`
    create or replace function ${sql.id(TELL)}() returns trigger language plpgsql as $$
    begin
      perform pg_notify(${sql.lit(CHANGED_CHANNEL)}, tg_table_name);
      return null;
    end $$`.execute(db);
  await addTrigger(db, "_credential", sql`insert or update or delete or truncate`);
  await addTrigger(db, "_session", sql`update of proven, groups or truncate`);
  // Those that are over are looked for at every sign-in: rows that go tell, and not the search.
  await sql`create or replace trigger ${sql.id(`${TELLS}_row`)} after delete on _session for each row execute function ${sql.id(TELL)}()`.execute(
    db,
  );
}

/**
 * Lets these tables of entities tell of their changes.
 *
 * @param owner of the tables
 */
export async function tellChanges(owner: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    if (!(await hasTrigger(owner, table, TELLS))) await addTrigger(owner, table, sql`insert or update or delete or truncate`);
}

function addTrigger(db: Db, table: string, events: ReturnType<typeof sql>): Promise<unknown> {
  return sql`create or replace trigger ${sql.id(TELLS)} after ${events} on ${sql.id(table)} for each statement execute function ${sql.id(TELL)}()`.execute(
    db,
  );
}
