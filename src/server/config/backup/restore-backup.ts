import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "../../base/startup-error.ts";
import { ENGINE, isRestoring, prepareDataDir, writeMarker } from "../../db/embedded/data-dir.ts";
import { flushFolder, flushTree } from "../../db/embedded/flush.ts";
import { acquireLock } from "../../db/embedded/lock-file.ts";
import { checkBackup, copyTree, type Manifest, PGDATA } from "./write-backup.ts";

/** Where files lie until all of them are there. */
const INCOMING = ".restoring";
const MARKER = "engine.json";

/** What was done: the backup, and where what was there before has gone; null: nothing was. */
export interface Restored {
  readonly manifest: Manifest;
  readonly replaced: string | null;
}

/**
 * Puts a backup into DATA_DIR (docs/decisions/108), after every file of it was compared with what was written. What DATA_DIR holds is kept, set aside
 * below it, and only where `mayReplace`. Interrupted, it leaves a mark that no server starts on, and is simply run again.
 *
 * @throws StartupError where the backup is damaged or of another engine, DATA_DIR is in use, or holds a database that may not be replaced
 */
export async function restoreBackup(folder: string, dataDir: string, mayReplace: boolean, now: Date): Promise<Restored> {
  const manifest = await checkBackup(folder);
  if (manifest.engine.product !== ENGINE.product || manifest.engine.postgres !== ENGINE.postgres)
    throw new StartupError(
      `${folder} is of ${manifest.engine.product} ${manifest.engine.pglite} (PostgreSQL ${manifest.engine.postgres}): restore it with the release that made it`,
    );
  prepareDataDir(dataDir);
  const release = await acquireLock(dataDir);
  try {
    const held = (await readdir(dataDir)).filter((name) => !/^(lock|\.restoring|replaced-.*|backups)/.test(name));
    if (held.length > 0 && !mayReplace && !isRestoring(dataDir))
      throw new StartupError(`DATA_DIR ${dataDir} is not empty: give an empty one, or --replace, which sets aside what is in it`);
    await rm(join(dataDir, INCOMING), { recursive: true, force: true });
    await copyTree(folder, join(dataDir, INCOMING));
    await flushTree(join(dataDir, INCOMING));
    const replaced = held.length === 0 ? null : join(dataDir, `replaced-${now.toISOString().replaceAll(/[:.]/g, "-")}`);
    if (replaced !== null) await setAside(dataDir, held, replaced);
    // The marker is the last to come: until then no server takes this for a database, nor for an empty folder.
    writeMarker(dataDir, "restoring");
    for (const name of [...(await readdir(join(dataDir, INCOMING))).filter((one) => one !== MARKER && one !== PGDATA), PGDATA, MARKER])
      if (existsSync(join(dataDir, INCOMING, name))) await rename(join(dataDir, INCOMING, name), join(dataDir, name));
    await rm(join(dataDir, INCOMING), { recursive: true, force: true });
    await rm(join(dataDir, "backup.json"), { force: true });
    flushFolder(dataDir);
    return { manifest, replaced };
  } finally {
    release();
  }
}

async function setAside(dataDir: string, names: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (!isRestoring(dataDir)) await copyTree(join(dataDir, MARKER), join(folder, MARKER));
  writeMarker(dataDir, "restoring");
  for (const name of names.filter((one) => one !== MARKER)) await rename(join(dataDir, name), join(folder, name));
}
