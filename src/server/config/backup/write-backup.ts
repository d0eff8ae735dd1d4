import { createHash } from "node:crypto";
import { constants, createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { StartupError } from "../../base/startup-error.ts";
import { isMissing } from "../../base/storage/durable-files.ts";
import type { Database } from "../../db/connect.ts";
import { ENGINE } from "../../db/embedded/data-dir.ts";
import { flushFolder, flushTree } from "../../db/embedded/flush.ts";

/** The folder of the embedded engine below DATA_DIR. */
export const PGDATA = "pgdata";
/** The last file of a backup: without it a folder is none. */
const MANIFEST = "backup.json";
/** What lies in DATA_DIR and belongs to a process, not to the data. */
const PASSING = /^(lock(\..*)?|control\.sock|\.probe-\d+|\.restoring|replaced-.*|backups)$/;

/** What a backup consists of. */
export interface Manifest {
  readonly product: "scm-portal";
  /** The engine whose files these are. */
  readonly engine: typeof ENGINE;
  /** When the database was as it is in the backup, ISO. */
  readonly at: string;
  /** The bucket in which the uploaded files lie; left out: they are in the backup. */
  readonly uploads?: string;
  /** Every file by its path within the backup, with its size in bytes and its SHA-256. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/**
 * Copies the embedded database and all files of DATA_DIR to a new folder (docs/decisions/108). The database is copied between two statements, while
 * nobody else has its one connection: what was answered before is in it, and nothing half done. Uploaded files are never changed, and
 * written before the row that names them, so that copied afterwards they are all there. Those in a bucket (`uploads`: its address) are not copied.
 *
 * @throws StartupError where the folder exists or cannot be written
 */
export async function writeBackup(database: Database, dataDir: string, to: string, now: Date, uploads?: string): Promise<Manifest> {
  if (existsSync(to)) throw new StartupError(`${to} exists: choose a folder that is still to be made`);
  const made = join(dirname(to), `.${basename(to)}.unfinished`);
  try {
    await rm(made, { recursive: true, force: true });
    await mkdir(made, { recursive: true, mode: 0o700 });
    await database.withoutTimeouts(async (db) => {
      await sql`checkpoint`.execute(db);
      await copyTree(join(dataDir, PGDATA), join(made, PGDATA));
    });
    for (const name of await readdir(dataDir)) {
      if (name !== PGDATA && !PASSING.test(name)) await copyTree(join(dataDir, name), join(made, name));
    }
    const about = { product: "scm-portal", engine: ENGINE, at: now.toISOString(), ...(uploads !== undefined && { uploads }) } as const;
    const manifest: Manifest = { ...about, files: await describeFiles(made) };
    await writeFile(join(made, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    await flushTree(made);
    await rename(made, to);
    flushFolder(dirname(to));
    return manifest;
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (error instanceof Error && "code" in error) throw new StartupError(`${to} cannot be written (${error.message})`, { cause: error });
    throw error;
  }
}

/**
 * Reads what a backup consists of and compares every file with it.
 *
 * @throws StartupError that names every file that is missing, changed or too many
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const found = new Map((await describeFiles(folder)).map((file) => [file.path, file.sha256]));
  const bad = manifest.files.flatMap(({ path, sha256 }) => {
    const is = found.get(path);
    found.delete(path);
    if (is === sha256) return [];
    return [`${path} ${is === undefined ? "is missing" : "is not as it was written"}`];
  });
  bad.push(...[...found.keys()].map((path) => `${path} is none of its files`));
  if (bad.length > 0) throw new StartupError(`${folder} is damaged: ${bad.join("; ")}`);
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as Manifest;
    if (manifest.product === "scm-portal") return manifest;
  } catch (error) {
    if (!isMissing(error) && !(error instanceof SyntaxError)) throw error;
  }
  throw new StartupError(`${folder} is no backup: it has no ${MANIFEST} of npm run backup`);
}

/** Copies a file or a folder with all below it; by reference where the disk can. What has gone meanwhile is left out. */
export async function copyTree(from: string, to: string): Promise<void> {
  try {
    const about = await stat(from);
    if (about.isFile()) return await copyFile(from, to, constants.COPYFILE_FICLONE);
    if (!about.isDirectory()) return;
    await mkdir(to, { mode: 0o700 });
    for (const name of await readdir(from)) await copyTree(join(from, name), join(to, name));
  } catch (error) {
    if (!isMissing(error) || existsSync(from)) throw error;
  }
}

async function describeFiles(root: string, below = ""): Promise<Manifest["files"]> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const files: Manifest["files"][number][] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await describeFiles(root, path)));
    else if (path !== MANIFEST) files.push({ path, bytes: (await stat(join(root, path))).size, sha256: await hashOf(join(root, path)) });
  }
  return files;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
