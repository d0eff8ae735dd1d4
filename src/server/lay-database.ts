import { argv } from "node:process";
import { openDatabase } from "./db/connect.ts";
import { FEATURES } from "./features.ts";
import { noteFit } from "./models/known-to-fit.ts";
import { loadFiles } from "./registry/registry-files.ts";
import { vouchedRegistry } from "./registry/vouched.ts";
import { migrateTechnicalTables } from "./tables/migrate.ts";
import { syncSchema } from "./tables/sync-schema.ts";

/*
 * A step of a build, run from what was built: makes a database with the tables of a registry in it and nothing else, which first starts of this program
 * begin with (docs/decisions/137). Of files that the build has not found valid none is made.
 */

const [registryDir = ".", dataDir = "data"] = argv.slice(2);
const quiet = () => undefined;
const { files, problems } = loadFiles(registryDir);
const registry = problems.length === 0 ? vouchedRegistry(files, FEATURES) : null;
if (registry !== null) {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, log: quiet, embedded: { isLaid: true } });
  await database.withoutTimeouts(async (db) => {
    await migrateTechnicalTables(db, FEATURES);
    await syncSchema(db, registry, quiet);
  });
  await noteFit(database.kysely, registry);
  await database.settle();
  await database.close();
}
