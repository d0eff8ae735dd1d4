/**
 * `npm run seed`: demo data into the database of the settings (DATA_DIR or DATABASE_URL), scaled; and many rows of one
 * entity for load tests. The portal must not be running on the same embedded database.
 */

import { parseArgs } from "node:util";
import { loadRows } from "../src/demo/load-rows.ts";
import { prepareDemo } from "../src/demo/seed/prepare-demo.ts";
import { isSeeded } from "../src/demo/seed/seed-demo.ts";
import { StartupError } from "../src/server/base/startup-error.ts";
import { openUploads } from "../src/server/config/open-uploads.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import { FEATURES, PROGRAM } from "../src/server/features.ts";
import { loadRegistry, RegistryError } from "../src/server/registry/load-registry.ts";
import { migrateTechnicalTables } from "../src/server/tables/migrate.ts";
import { syncSchema } from "../src/server/tables/sync-schema.ts";
import { dayOf } from "../src/shared/domain/day.ts";
import type { Entity } from "../src/shared/registry/model.ts";

const HELP = `npm run seed -- [--scale N] [--rows Entity=N ...]

  --scale 5               five times the orders, goods and stock of the demo (1 to 100); needs an empty database
  --rows Balance=1000000  adds a million rows to an entity for load tests; may be given several times

The database is the one of DATA_DIR or DATABASE_URL; DEMO_PASSWORD and SEED_DATE count as at start.`;

interface Load {
  readonly name: string;
  readonly rows: number;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  for (const line of startupReport(error)) console.error(line);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<void> {
  const { help, scale, loads } = readFlags(args);
  if (help) return console.log(HELP);
  const settings = { ...readSettings(process.env), demo: "on" as const };
  const result = loadRegistry(settings.registryDir, PROGRAM);
  if (!result.ok) throw new RegistryError(result.problems);
  const { registry } = result;
  const known = Object.values(registry.entities)
    .filter(isLoadable)
    .map(({ name }) => name)
    .join(", ");
  const targets = loads.map(({ name, rows }) => {
    const entity = registry.entities[name];
    if (!entity || !isLoadable(entity)) throw new StartupError(`--rows ${name}: no entity with rows of suppliers; there are ${known}`);
    return { entity, rows };
  });
  const database = await openDatabase({ ...settings, log: console.log, embedded: { isLaid: settings.bucket === undefined } });
  try {
    await database.withoutTimeouts(async (db) => {
      await migrateTechnicalTables(db, FEATURES);
      await syncSchema(db, registry, console.log);
    });
    if (scale > 1 && (await isSeeded(database.kysely)))
      throw new StartupError("--scale needs an empty database: this one holds the demo already");
    const storage = await openUploads(settings, database.kysely, { log: console.log, say });
    const said = await prepareDemo(settings, database, storage, registry, console.log, scale);
    await database.settle();
    say(said);
    for (const { entity, rows } of targets) {
      const started = performance.now();
      let told = 0;
      const onProgress = (written: number) => {
        const percent = Math.floor((written * 100) / rows);
        if (percent < told + 5 && written < rows) return;
        told = percent;
        console.log(`${entity.name}: ${written} of ${rows} rows, ${((performance.now() - started) / 1000).toFixed(1)} s`);
      };
      await database.withoutTimeouts((db) => loadRows(db, entity, { rows, anchor: settings.seedDate ?? dayOf(new Date()), onProgress }));
    }
  } finally {
    await database.close();
  }
}

function say(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}

/** Rows that belong to a supplier by its code and hang on nothing else. */
function isLoadable({ view, tenancy, supplierField }: Entity): boolean {
  return view === null && tenancy === "shop+supplier" && supplierField === "provid";
}

function readFlags(args: readonly string[]): { help: boolean; scale: number; loads: Load[] } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { help: { type: "boolean" }, scale: { type: "string" }, rows: { type: "string", multiple: true } },
    });
    const scale = Number(values.scale ?? 1);
    if (!Number.isInteger(scale) || scale < 1 || scale > 100) throw new Error("--scale must be a whole number from 1 to 100");
    const loads = (values.rows ?? []).map((text) => {
      const [, name = "", count = ""] = /^([A-Za-z]+)=(\d{1,9})$/.exec(text) ?? [];
      if (name === "" || Number(count) < 1) throw new Error(`--rows ${text} does not fit, e.g. --rows Balance=1000000`);
      return { name, rows: Number(count) };
    });
    return { help: values.help ?? false, scale, loads };
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}
