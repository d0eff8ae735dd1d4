import type { Database } from "./driver/database.ts";
import { type EmbeddedOptions, openEmbedded } from "./embedded/open-embedded.ts";
import { openPostgres, type PostgresOptions } from "./postgres/open-postgres.ts";

export type { Database, Db, Tables } from "./driver/database.ts";

/** Where the database is, and who hears about it. */
export interface DatabaseOptions {
  readonly dataDir: string;
  /** Unset means the embedded database below `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The owner's login at PostgreSQL, as {@link PostgresOptions} say. */
  readonly databaseOwnerUrl?: string | undefined;
  readonly mustNotOwn?: boolean | undefined;
  /** Standbys that are read from, as {@link PostgresOptions} say. */
  readonly databaseReadUrls?: readonly string[] | undefined;
  readonly readLagSeconds?: number | undefined;
  /** Connections to PostgreSQL (default 10). The embedded database has one. */
  readonly poolSize?: number;
  readonly log: (line: string) => void;
  /** Time limits of the embedded database; see {@link EmbeddedOptions}. */
  readonly embedded?: EmbeddedOptions;
}

/** Opens the database, or throws a StartupError that says what is wrong and what to do. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, poolSize = 10, log, embedded } = options;
  if (databaseUrl !== undefined) return openPostgres({ ...options, databaseUrl, poolSize });
  return openEmbedded(dataDir, log, embedded);
}
