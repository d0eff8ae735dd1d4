import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "../../base/startup-error.ts";
import { flushFolder } from "./flush.ts";

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
