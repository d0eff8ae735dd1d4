/**
 * `npm run build`: the web app and the server into dist/, put in place only when both succeeded. With `--if-changed` nothing is
 * done when dist/ was built from these very sources. One at a time: whoever starts meanwhile waits, and finds the work done.
 */
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { hashSources } from "./sources.mjs";
import { threadsOf } from "./threads.mjs";

const root = join(import.meta.dirname, "..");
const staging = join(root, ".cache", `build-${process.pid}`);
const dist = join(root, "dist");

const turn = join(root, ".cache", "building");
/** ms after which a build is taken for dead, whoever has its number now. */
const LONGEST = 600_000;
const WITH_FILES = ["@electric-sql/pglite", "@embedpdf/fonts-sc", "@node-rs/argon2", "pdfkit", "sharp", "zxing-wasm"];
/** The driver of the database asks where it runs: without an answer it would try a Response, for which Node reads all that belongs to fetch. */
const NAVIGATOR = JSON.stringify({ userAgent: "Node.js" });
const stamp = await hashSources(root);
const isBuilt = async () =>
  process.argv.includes("--if-changed") && stamp === (await readFile(join(dist, "stamp"), "utf8").catch(() => ""));
if (await isBuilt()) process.exit();
await takeTurn();
process.on("exit", () => rmSync(turn, { force: true }));
if (await isBuilt()) process.exit();
if (process.argv.includes("--if-changed")) console.log("Building (a few seconds) …");

// The engine makes it while the bundler works: a first start copies it (src/server/db/embedded/open-embedded.ts).
const empty = emptyDatabase();
empty.catch(() => undefined);
const { build } = await import("vite");
await rm(staging, { recursive: true, force: true });
await mkdir(staging, { recursive: true });
let laid = Promise.resolve();
try {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    // What is shipped cannot be made to fail on purpose (src/server/features/payments/bank/fault-point.ts).
    // Which program it is, it knows by itself (src/server/models/known-to-fit.ts).
    define: { WITHOUT_FAULT_POINTS: "true", BUILD: JSON.stringify(stamp), navigator: NAVIGATOR },
    // A thousand files of libraries take longer to find than to read. Those that look for files of their own beside their code stay where they are.
    ssr: { noExternal: true, external: WITH_FILES },
    build: {
      ssr: true,
      outDir: join(staging, "server"),
      target: "node20",
      rollupOptions: {
        // Threads are looked for beside the file that starts them.
        input: {
          main: join(root, "src/main.ts"),
          "vouch-registry": join(root, "src/server/vouch-registry.ts"),
          "lay-database": join(root, "src/server/lay-database.ts"),
          ...threadsOf(root),
        },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  });
  // What the demo reads beside its code (src/demo/demo-files.ts).
  await cp(join(root, "src/demo/files"), join(staging, "server/files"), { recursive: true });
  const { folder, version } = await empty;
  await cp(folder, join(staging, `server/empty-database-${version}`), { recursive: true });
  await run(join(staging, "server/vouch-registry.js"), root);
  // What first starts begin with is made while the bundler works.
  laid = layDatabase();
  await build({
    root: join(root, "src/web"),
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: join(staging, "web") },
  });
  await compress(join(staging, "web"));
  await laid;
  await writeFile(join(staging, "stamp"), stamp);
  await putInPlace();
} finally {
  await laid;
  await rm(staging, { recursive: true, force: true });
}

/** Between two names, so that a program of the build before finds its files, its own or the new ones, all the time. */
async function putInPlace() {
  const before = `${staging}-before`;
  try {
    if (existsSync(dist)) await rename(dist, before);
    await rename(staging, dist);
  } catch {
    // dist/ is on a disk of its own.
    await rm(dist, { recursive: true, force: true });
    await cp(staging, dist, { recursive: true });
  } finally {
    await rm(before, { recursive: true, force: true });
  }
}

/** A database with the tables of the registry, if that is valid (src/server/lay-database.ts). Never rejects: the program can do without. */
async function layDatabase() {
  // The checkout may lie where no database may, on a network drive.
  const folder = await mkdtemp(join(tmpdir(), "scm-build-"));
  const [made, place] = [join(folder, "data/pgdata"), join(staging, "server/laid-database")];
  try {
    await run(join(staging, "server/lay-database.js"), root, join(folder, "data"));
    if (!existsSync(made)) return;
    // Whoever runs the program may be somebody else than who builds it.
    for (const entry of await readdir(made, { recursive: true, withFileTypes: true }))
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    await chmod(made, 0o755);
    await cp(made, place, { recursive: true });
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    console.warn(`First starts will begin with an empty database, and take longer: ${error.stderr || error.message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a program of Node to its end. */
function run(...args) {
  return promisify(execFile)(process.execPath, args, { cwd: root });
}

/** An empty database of the embedded engine, kept as long as the engine is the same. */
async function emptyDatabase() {
  const { version } = JSON.parse(await readFile(join(root, "node_modules/@electric-sql/pglite/package.json"), "utf8"));
  const folder = join(root, ".cache", `pgdata-${version}`);
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`;
    const code = `import { PGlite } from "@electric-sql/pglite"; const made = await PGlite.create(process.argv[1]); await made.close();`;
    await run("--input-type=module", "-e", code, made);
    await rename(made, folder);
  }
  return { folder, version };
}

/** Waits until no other build is at work. One that was killed has left its number, under which nobody works any more. */
async function takeTurn() {
  await mkdir(join(root, ".cache"), { recursive: true });
  for (let isTold = false; ; isTold = true) {
    try {
      return await writeFile(turn, String(process.pid), { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const [other, since] = await Promise.all([readFile(turn, "utf8"), stat(turn).then(({ mtimeMs }) => mtimeMs)]).catch(() => [
      "",
      Date.now(),
    ]);
    if ((other !== "" && !isAlive(Number(other))) || Date.now() - since > LONGEST) await rm(turn, { force: true });
    else if (!isTold) console.log("Another build is at work; waiting for it …");
    await sleep(200);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * A .br beside every text the browser loads: the server sends it as it is. Quality 10 is 7 % smaller than 9; 11 would take twice its
 * time for 1 % more.
 */
async function compress(folder) {
  const pack = promisify(brotliCompress);
  const texts = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(js|css|html|svg)$/.test(entry.name),
  );
  await Promise.all(
    texts.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      await writeFile(`${file}.br`, await pack(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
    }),
  );
}
