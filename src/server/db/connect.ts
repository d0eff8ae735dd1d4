import type { Database } from "./driver/database.ts";
import { type EmbeddedOptions, openEmbedded } from "./embedded/open-embedded.ts";
import { openPostgres } from "./postgres/open-postgres.ts";

export type { Database, Db, Tables } from "./driver/database.ts";

/** Where the database is, and who hears about it. */
export interface DatabaseOptions {
  readonly dataDir: string;
  /** Unset means the embedded database below `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Connections to PostgreSQL (default 10). The embedded database has one. */
  readonly poolSize?: number;
  readonly log: (line: string) => void;
  /** Time limits of the embedded database; see {@link EmbeddedOptions}. */
  readonly embedded?: EmbeddedOptions;
}

/** Opens the database, or throws a StartupError that says what is wrong and what to do. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, poolSize, log, embedded } = options;
  if (databaseUrl !== undefined) return openPostgres({ databaseUrl, poolSize: poolSize ?? 10, log });
  return openEmbedded(dataDir, log, embedded);
}
