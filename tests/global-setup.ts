import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { threadsOf } from "../scripts/threads.mjs";
import { withoutGuard } from "./guards/without-guard.ts";
import { PROGRAMS, programFile } from "./programs.ts";
import { administer } from "./server/db/fixtures/postgres-databases.ts";

const ROOT = join(import.meta.dirname, "..");
/** What decides the content of the databases that tests begin with. */
const SOURCES = ["package-lock.json", "modules.json", "schemas", "src/server", "src/shared", "src/demo", "tests/server"];
const DAY_MS = 86_400_000;

/** What all tests of a run share, and is gone after it. */
export default async function prepare(): Promise<() => Promise<void>> {
  // A run that a test of another one starts (tests/guards) has them.
  const isBuilt = process.env.TEST_THREADS !== undefined;
  const [dropTemplates, removePrograms] = [nameTemplates(), isBuilt ? () => undefined : await buildPrograms()];
  return async () => {
    removePrograms();
    await dropTemplates();
  };
}

/**
 * Builds the programs of tests/programs.ts, and the threads, which tests start by the hundred: with each database of theirs, with each
 * registry whose files they edit. From their sources each start would load a TypeScript loader first, three quarters of a second of
 * work (tests/built-threads.ts). Returns what removes them.
 */
export async function buildPrograms(): Promise<() => void> {
  // In the project: what is not built in is looked for from there.
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const outDir = mkdtempSync(join(ROOT, ".cache/threads-"));
  process.env.TEST_THREADS = outDir;
  await build({
    root: ROOT,
    configFile: false,
    plugins: [withoutGuard],
    logLevel: "warn",
    // As what is shipped, they know themselves again (src/server/models/known-to-fit.ts).
    define: { BUILD: JSON.stringify(outDir) },
    build: {
      ssr: true,
      outDir,
      target: "node20",
      minify: false,
      rolldownOptions: { input: { ...PROGRAMS, ...threadsOf(ROOT) }, output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" } },
    },
  });
  execFileSync(process.execPath, [programFile("vouch-registry"), ROOT]);
  return () => rmSync(outDir, { recursive: true, force: true });
}

/**
 * Gives the templates of test databases a name that all workers of this run know: on PostgreSQL a fresh one, and they are dropped
 * when the run is over; on the embedded engine, which some tests ask for in any case, a folder named by all that they depend on, so that the
 * next run finds them again.
 */
function nameTemplates(): () => Promise<void> {
  const names = `test_template_${randomBytes(6).toString("hex")}`;
  process.env.TEST_TEMPLATE_FOLDER = cacheFolder();
  process.env.TEST_TEMPLATES = names;
  return async () => {
    if (process.env.DATABASE_URL !== undefined) await dropDatabases(`${names}_`);
  };
}

async function dropDatabases(prefix: string): Promise<void> {
  const { rows } = await administer<{ datname: string }>("select datname from pg_database");
  for (const { datname } of rows.filter((row) => row.datname.startsWith(prefix))) await administer(`drop database ${datname} with (force)`);
}

function cacheFolder(): string {
  const all = join(ROOT, ".cache/test-databases");
  const folder = join(all, sourceHash());
  mkdirSync(folder, { recursive: true });
  // Sources change all the time: what was not used for a day goes.
  for (const name of readdirSync(all)) {
    const old = join(all, name);
    if (old !== folder && Date.now() - statSync(old).mtimeMs > DAY_MS) rmSync(old, { recursive: true });
  }
  return folder;
}

/** Of the sources and of the day: rows may say when they were made. */
function sourceHash(): string {
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 10));
  for (const path of SOURCES.flatMap(filesOf).sort()) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex").slice(0, 16);
}

function filesOf(path: string): string[] {
  const entry = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (entry.isFile()) return path.endsWith(".test.ts") ? [] : [path];
  return readdirSync(join(ROOT, path)).flatMap((name) => filesOf(join(path, name)));
}
