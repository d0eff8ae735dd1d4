import { type Migration, type MigrationResultSet, Migrator } from "kysely";
import { StartupError } from "../base/startup-error.ts";
import type { Db } from "../db/driver/database.ts";
import { AUTH_MIGRATIONS } from "./auth-migrations.ts";
import { ENGINE_MIGRATIONS } from "./migrations.ts";
import { SEALED_ROW_MIGRATIONS } from "./sealed-row-migrations.ts";
import type { Migrations } from "./technical-ddl.ts";
import { TELLING_MIGRATIONS } from "./tell-changes.ts";

/**
 * Brings the technical tables up to date: those that no entity file describes, whose names begin with _ so that none can collide with
 * an entity's. Runs what has not run on this database yet, all in one transaction: those of the engine and of sign-in, and what the
 * features bring. Safe to call at every start, by several servers at once: the Migrator's lock lets one through after the other.
 * Throws a {@link StartupError} that says what to do.
 *
 * A new step takes the next free number and touches the tables of its owner only; one that was released is never changed (docs/decisions/63).
 */
export async function migrateTechnicalTables(db: Db, features: readonly { readonly migrations?: Migrations }[]): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        merged([
          ENGINE_MIGRATIONS,
          AUTH_MIGRATIONS,
          SEALED_ROW_MIGRATIONS,
          TELLING_MIGRATIONS,
          ...features.map(({ migrations = {} }) => migrations),
        ]),
    },
    migrationTableName: "_migration",
    migrationLockTableName: "_migration_lock",
    allowUnorderedMigrations: true,
    nameComparator: (a, b) => (a < b ? -1 : 1), // as the Migrator sorts what is to be run, whatever the locale
  });
  const outcome = await migrator.migrateToLatest();
  if (outcome.error !== undefined) throw refusal(outcome);
}

/** All of them by name. Two of one name are a mistake in the program: the second would never run. */
function merged(owners: readonly Migrations[]): Record<string, Migration> {
  const all: Record<string, Migration> = {};
  for (const [name, migration] of owners.flatMap((each) => Object.entries(each))) {
    if (all[name]) throw new Error(`two migrations are named ${name}`);
    all[name] = migration;
  }
  return all;
}

const INSUFFICIENT_PRIVILEGE = "42501";

function refusal({ error, results }: MigrationResultSet): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  const failed = results?.find(({ status }) => status === "Error")?.migrationName;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return new StartupError(
    `the database's technical tables cannot be brought up to date (${failed ? `${failed}: ` : ""}${reason}): ${advice()}`,
    {
      cause: error,
    },
  );

  function advice(): string {
    if (reason.startsWith("corrupted migrations"))
      return "it was last used by a newer version, or with a feature this one does not have; start that one, or restore a backup from before it";
    if (code === INSUFFICIENT_PRIVILEGE) return "nothing was changed; let the database's user create tables in its schema, and start again";
    return "nothing was changed; remove what stands in the way, and start again";
  }
}
