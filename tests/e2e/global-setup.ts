import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { dayOf } from "../../src/shared/domain/day.ts";
import { administer, type DemoTemplate, databaseName, type Engine, TEMPLATES, urlOf } from "./demo-copy.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Writes the demo once on each engine of a run, for all its files. */
export default async function makeDemos({ projects }: FullConfig): Promise<() => Promise<void>> {
  const built = spawnSync(process.execPath, ["scripts/build.mjs", "--if-changed"], { cwd: ROOT, stdio: "inherit" });
  if (built.status !== 0) throw new Error("the build failed; the messages above say where");
  // Written down: a run may see the day end.
  process.env.SEED_DATE ??= dayOf(new Date());
  const made = projects.map(async ({ name }): Promise<[string, DemoTemplate]> => [name, await makeDemo(name as Engine)]);
  const templates = Object.fromEntries(await Promise.all(made));
  process.env[TEMPLATES] = JSON.stringify(templates);
  return async () => {
    for (const { dataDir, database } of Object.values(templates)) {
      rmSync(dataDir, { recursive: true, force: true });
      if (database !== null) await administer(`DROP DATABASE ${database} WITH (FORCE)`);
    }
  };
}

/** A first start of the portal, stopped when it is ready. */
async function makeDemo(engine: Engine): Promise<DemoTemplate> {
  const dataDir = mkdtempSync(join(tmpdir(), "scm-e2e-demo-"));
  const database = engine === "postgres" ? databaseName() : null;
  if (database !== null) await administer(`CREATE DATABASE ${database}`);
  await firstStart({ DATA_DIR: dataDir, ...(database !== null && { DATABASE_URL: urlOf(database), ALLOW_OWNER: "1" }) });
  return { dataDir, database };
}

async function firstStart(env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: "0", DEMO: "on", SEED_DATE: process.env.SEED_DATE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "exit");
  let ready = false;
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    // The last line of a start; before it nobody listens to signals. A second signal would not wait.
    if (ready || !/scm-portal +http/.test(output)) return;
    ready = true;
    child.kill("SIGTERM");
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const [code] = await ended;
  if (code !== 0) throw new Error(`the demo could not be written:\n${output}`);
}
