import { StartupError } from "../src/server/base/startup-error.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import type { Settings } from "../src/server/config/settings.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import type { Database } from "../src/server/db/driver/database.ts";
import { FEATURES, PROGRAM } from "../src/server/features.ts";
import { filesOfModel, lastModel } from "../src/server/models/model-history.ts";
import { loadRegistry, RegistryError } from "../src/server/registry/load-registry.ts";
import { migrateTechnicalTables } from "../src/server/tables/migrate.ts";
import { syncSchema } from "../src/server/tables/sync-schema.ts";
import { buildRegistry } from "../src/shared/build-registry.ts";
import type { Registry } from "../src/shared/registry/model.ts";

/** What commands work on that change rows of a portal. */
export interface OpenPortal {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly database: Database;
}

/**
 * Opens the database of the settings, and closes it afterwards, with the model that was served on it last: its tables are that one's. One
 * that has served none gets the tables of the files. The embedded one must not be open in a server. Throws a StartupError or a RegistryError.
 */
export async function withPortal<T>(work: (portal: OpenPortal) => Promise<T>): Promise<T> {
  return withModel((portal) => {
    if (!portal.registry.features.includes("setup")) throw new StartupError("modules.json: the feature setup is not in use");
    return work(portal);
  });
}

/** As {@link withPortal}, whatever features the model has. */
export async function withModel<T>(work: (portal: OpenPortal) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const database = await openDatabase({ ...settings, log: () => undefined });
  try {
    await database.withoutTimeouts((db) => migrateTechnicalTables(db, FEATURES));
    const registry = await registryOf(database, settings);
    return await work({ settings, registry, database });
  } finally {
    await database.close();
  }
}

async function registryOf({ kysely, withoutTimeouts }: Database, { registryDir }: Settings): Promise<Registry> {
  const last = await lastModel(kysely);
  const files = last === null ? null : await filesOfModel(kysely, last.version);
  const served = files === null ? null : buildRegistry(files, PROGRAM);
  if (served?.ok) return served.registry;
  const read = loadRegistry(registryDir, PROGRAM);
  if (!read.ok) throw new RegistryError(read.problems);
  if (last === null) await withoutTimeouts((db) => syncSchema(db, read.registry, () => undefined));
  return read.registry;
}
