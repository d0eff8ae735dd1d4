import { sql } from "kysely";
import type { Database, Db } from "../driver/database.ts";

/** How often the embedded database looks after itself, in ms: it has no background processes for that. */
export interface MaintenanceTimes {
  readonly checkpointMs: number;
  readonly vacuumMs: number;
}

/** Runs checkpoints and vacuums on timers that do not keep the process alive. Returns the function that stops them. */
export function startMaintenance(database: Database, times: MaintenanceTimes, log: (line: string) => void): () => void {
  let position = "";
  const timers = [
    every(times.checkpointMs, async () => {
      position = await database.withoutTimeouts((db) => checkpoint(db, position));
    }),
    every(times.vacuumMs, () => vacuum(database)),
  ];
  return () => timers.forEach(clearInterval);

  function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    let isRunning = false;
    const tick = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      await work().catch((error: Error) => log(`database: maintenance failed: ${error.message}`));
      isRunning = false;
    };
    return setInterval(() => void tick(), ms).unref();
  }
}

/** Writes everything to its place if anything was written since `last`; returns the log position after it. */
export async function checkpoint(db: Db, last: string): Promise<string> {
  if ((await logPosition(db)) === last) return last;
  await sql`checkpoint`.execute(db);
  return logPosition(db);
}

/** Cleans and analyses the tables that changed much, by the measure of PostgreSQL's own autovacuum; one lease for each. */
export async function vacuum(database: Database): Promise<void> {
  const busy = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where greatest(n_dead_tup, n_mod_since_analyze) > 50 + 0.1 * n_live_tup`.execute(database.kysely);
  for (const { name } of busy.rows) await database.withoutTimeouts((db) => sql`vacuum (analyze) ${sql.raw(name)}`.execute(db));
}

async function logPosition(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(db);
  return rows[0]?.at ?? "";
}
