import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { administer, type DemoTemplate, databaseName, TEMPLATE, urlOf } from "./demo-copy.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Writes the demo once for all files of a run: a first start of the portal (built when the sources changed), stopped when it is ready. */
export default async function makeDemo(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "scm-e2e-demo-"));
  const template: DemoTemplate = { dataDir, database: databaseName() };
  const onPostgres = process.env.DATABASE_URL !== undefined;
  if (onPostgres) await administer(`CREATE DATABASE ${template.database}`);
  await firstStart({ DATA_DIR: dataDir, ...(onPostgres && { DATABASE_URL: urlOf(template.database) }) });
  process.env[TEMPLATE] = JSON.stringify(template);
  return async () => {
    rmSync(dataDir, { recursive: true, force: true });
    if (onPostgres) await administer(`DROP DATABASE ${template.database} WITH (FORCE)`);
  };
}

async function firstStart(env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: "0", DEMO: "on", ...env },
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
