/** Fills a database for what scripts/bench-*.ts measure: the demo, and millions of rows beside it by COPY, which is several times as fast as `npm run seed`. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { drawnChunks, type Owner } from "../src/demo/load-rows.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadRegistry } from "../src/server/registry/load-registry.ts";
import { dayOf } from "../src/shared/domain/day.ts";
import type { Entity } from "../src/shared/registry/model.ts";
import { PASSWORD } from "./bench-portal.ts";

const ROOT = join(import.meta.dirname, "..");
/** Rows of one COPY: what follows from rows (rollups) is written once for all of them. */
const CHUNK = 20_000;
/** From so many rows on it is faster to make indexes anew than to keep them. */
const MANY = 500_000;

/** How many rows of which entities there are to be, e.g. `{ Balance: 1_000_000, Sale: 5_000_000 }`. */
export type Loads = Readonly<Record<string, number>>;

/**
 * Writes the demo into the database at this address, where it is empty, and rows of suppliers beside it: of all shops, or of one. Says how long the
 * rows took, in seconds.
 */
export async function loadBench(href: string, loads: Loads, shop?: string): Promise<number> {
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  try {
    const { rows: known } = await client.query("select to_regclass('balance') as demo");
    if (known[0]?.demo === null) seedDemo(href);
    const started = performance.now();
    for (const [name, rows] of Object.entries(loads)) await copyRows(client, entityOf(name), rows, shop);
    const seconds = (performance.now() - started) / 1000;
    await client.query("vacuum analyze");
    return Math.round(seconds);
  } finally {
    await client.end();
  }
}

/**
 * Until a portal that has just started has caught up with rows that came behind its back: it builds the indexes of large tables while it serves, and
 * makes the forecasts of the day. It would post all rows to its journal, too, which takes minutes; that is left out.
 */
export async function settled(client: pg.Client): Promise<void> {
  const building = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state <> 'idle' and query ~* '^\\s*(create index|vacuum|analyze)'`;
  for (let quiet = 0; quiet < 5; ) {
    await client.query("truncate _journal_due");
    const { rowCount: isBuilding } = await client.query(building);
    const { rowCount: isMaking } = await client.query("select from _job where state = 'open'");
    quiet = isBuilding === 0 && isMaking === 0 ? quiet + 1 : 0;
    await sleep(1000);
  }
}

function seedDemo(href: string): void {
  const env = { ...process.env, DATABASE_URL: href, ALLOW_OWNER: "1", DEMO: "on", DEMO_PASSWORD: PASSWORD };
  const seeded = spawnSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", "scripts/seed.ts"], {
    cwd: ROOT,
    env: { ...env, DATA_DIR: join(ROOT, ".cache/bench-data") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (seeded.status !== 0) throw new Error(`npm run seed ended with ${seeded.status}`);
}

function entityOf(name: string): Entity {
  const built = loadRegistry(ROOT, PROGRAM);
  if (!built.ok) throw new Error("the registry is not valid");
  const entity = built.registry.entities[name];
  if (entity === undefined) throw new Error(`there is no entity ${name}`);
  return entity;
}

async function copyRows(client: pg.Client, entity: Entity, rows: number, shop: string | undefined): Promise<void> {
  const { rows: all } = await client.query<Owner>(`select "SHOP_ID", provid, "Provider" from provider order by "Id"`);
  const owners = all.filter(({ SHOP_ID }) => shop === undefined || SHOP_ID === shop);
  const { rows: known } = await client.query<{ last: string | null }>(`select max("Id") as last from "${entity.table}"`);
  const wanted = { owners, anchor: dayOf(new Date()), rows, last: Number(known[0]?.last ?? 0), chunk: CHUNK };
  const indexes = rows < MANY ? [] : await dropIndexes(client, entity.table);
  // The rows of the next COPY are drawn while the database writes those before.
  let writing: Promise<void> = Promise.resolve();
  for (const { names, values } of drawnChunks(entity, wanted)) {
    const columns = names.map((column) => pg.escapeIdentifier(column)).join(", ");
    const text = values.map((row) => `${row.map(csv).join(",")}\n`).join("");
    await writing;
    writing = copyIn(client, `copy "${entity.table}" (${columns}) from stdin with (format csv)`, text);
  }
  await writing;
  for (const definition of indexes) await client.query(definition);
}

/** All of a table but the one of its key. Returns how they are made again. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [pg.escapeIdentifier(table)],
  );
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
}

/** Nothing between two commas is null; a text stands in quotes. */
function csv(value: string | number | boolean | null): string {
  if (value === null) return "";
  return typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : String(value);
}

/** What a driver's client is told by the database that takes a COPY. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function copyIn(client: pg.Client, statement: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy = {
      submit: (connection: CopyConnection) => {
        connection.query(statement);
        return null;
      },
      handleCopyInResponse: (connection: CopyConnection) => {
        connection.sendCopyFromChunk(Buffer.from(text));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError: reject,
      callback: () => undefined,
    };
    client.query(copy as unknown as pg.Submittable);
  });
}
