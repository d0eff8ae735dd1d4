import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "../../startup-error.ts";
import { ENGINE } from "./engine-version.ts";

interface Marker {
  readonly product: string;
  readonly postgres: number;
  readonly pglite: string;
  /** `creating` until the first start is through: such a directory holds nothing that was ever acknowledged. */
  readonly state: "creating" | "ready";
}

/** Refuses a database that this engine cannot read, and clears one whose creation was interrupted. */
export function checkMarker(dataDir: string, pgdata: string): void {
  const marker = readMarker(dataDir);
  if (marker?.state === "creating") {
    rmSync(pgdata, { recursive: true, force: true });
    return;
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
  if (!marker && major === undefined) writeMarker(dataDir, "creating");
}

/** Writes down which engine the database belongs to. */
export function writeMarker(dataDir: string, state: Marker["state"]): void {
  const path = join(dataDir, "engine.json");
  const marker: Marker = { ...ENGINE, state };
  const file = openSync(`${path}.next`, "w", 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(marker)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.next`, path);
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
