import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "../../base/startup-error.ts";
import { flush, flushFolder } from "./flush.ts";

/** File systems on which a lock or a flush cannot be trusted, by the number the kernel gives them. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x5346414f, "AFS"],
]);

/** Makes DATA_DIR exist, private to this user and writable, or throws a StartupError. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written (${(error as Error).message}): choose a folder this user may write`, {
      cause: error,
    });
  }
  makePrivate(dataDir);
  const network = NETWORK.get(statfsSync(dataDir).type >>> 0);
  if (network) throw new StartupError(`DATA_DIR ${dataDir} lies on a network drive (${network}): choose a local disk, or set DATABASE_URL`);
}

/** Unlike mkdir with `recursive`, this ends also where folders cannot be made, such as below /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path, { mode: 0o700 });
  flushFolder(dirname(path));
}

/** The engine writes files that everybody may read; the folder above them is what protects them. */
export function makePrivate(directory: string): void {
  try {
    chmodSync(directory, 0o700);
  } catch (error) {
    // A mounted volume may belong to somebody else; the engine's own folder inside is always ours.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

interface Marker {
  readonly product: string;
  readonly postgres: number;
  readonly pglite: string;
  /**
   * `creating` until the first start is through: such a directory holds nothing that was ever acknowledged. `restoring` while a backup is put
   * in its place (src/server/config/backup): it may lack anything.
   */
  readonly state: "creating" | "ready" | "restoring";
}

/**
 * Refuses a database that this engine cannot read, and clears one whose creation was interrupted.
 * Tells whether the database is still to be created.
 */
export function checkMarker(dataDir: string, pgdata: string): boolean {
  const marker = readMarker(dataDir);
  if (marker?.state === "restoring")
    throw new StartupError(`DATA_DIR ${dataDir}: putting a backup there was interrupted: run npm run restore once more`);
  if (marker?.state === "creating") {
    rmSync(pgdata, { recursive: true, force: true });
    return true;
  }
  const versionFile = join(pgdata, "PG_VERSION");
  const major = existsSync(versionFile) ? Number(readFileSync(versionFile, "utf8")) : undefined;
  if (marker && (marker.product !== ENGINE.product || marker.postgres !== ENGINE.postgres)) {
    throw foreign(dataDir, `${marker.product} ${marker.pglite} (PostgreSQL ${marker.postgres})`);
  }
  if (major !== undefined && major !== ENGINE.postgres) throw foreign(dataDir, `PostgreSQL ${major}`);
  if (marker && major === undefined) {
    throw new StartupError(`DATA_DIR ${dataDir} has lost its database folder: restore it from a backup, or choose another DATA_DIR`);
  }
  if (major !== undefined) return false;
  writeMarker(dataDir, "creating");
  return true;
}

/** Writes down which engine the database belongs to. */
export function writeMarker(dataDir: string, state: Marker["state"]): void {
  const path = join(dataDir, "engine.json");
  const marker: Marker = { ...ENGINE, state };
  writeFileSync(`${path}.next`, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
  flush(`${path}.next`);
  renameSync(`${path}.next`, path);
  flushFolder(dataDir); // a `creating` that came back after a loss of power would clear a database in use
}

/** Whether a restore into the folder has begun and not ended. */
export function isRestoring(dataDir: string): boolean {
  return readMarker(dataDir)?.state === "restoring";
}

function readMarker(dataDir: string): Marker | undefined {
  const path = join(dataDir, "engine.json");
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Marker;
  } catch {
    throw new StartupError(`${path} is not readable: restore it from a backup, or choose another DATA_DIR`);
  }
}

function foreign(dataDir: string, maker: string): StartupError {
  return new StartupError(
    `DATA_DIR ${dataDir} holds a database made by ${maker}; this release needs PostgreSQL ${ENGINE.postgres}: ` +
      "export it with the release that made it, or choose another DATA_DIR",
  );
}

/** The engine this release is built with. A test compares it with package.json and with the running engine. */
export const ENGINE = { product: "pglite", postgres: 18, pglite: "0.5.16" } as const;
