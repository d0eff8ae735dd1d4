import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { StartupError } from "../../base/startup-error.ts";
import type { HeadSettings } from "./head-settings.ts";
import { keyName, openSigningKey, readPublicKey } from "./signing-key.ts";

/** Lines that were sent out, to compare the chains with, and whose they may be. */
export interface SentHeads {
  readonly text: string;
  /** Public keys by their names. */
  readonly keys: ReadonlyMap<string, KeyObject>;
}

/** Where lines are sent, and where the key lies that signs them. */
interface Sending {
  readonly heads: HeadSettings;
  readonly dataDir: string;
}

/**
 * Reads the lines of these files, else of the file that lines are sent to; signed with these keys, else with this portal's own. null: they are
 * sent to no file, and none is given.
 *
 * @throws StartupError where a file cannot be read
 */
export function readSent({ heads, dataDir }: Sending, files: readonly string[] = [], keys: readonly string[] = []): SentHeads | null {
  const own = heads.to?.kind === "file" ? [heads.to.path] : [];
  const paths = files.length > 0 ? files : own;
  if (paths.length === 0) return null;
  const given = keys.length > 0 ? keys.map(readPublicKey) : [openSigningKey(dataDir, heads.keyFile).publicKey];
  return { text: paths.map(readLines).join("\n"), keys: new Map(given.map((key) => [keyName(key), key])) };
}

function readLines(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new StartupError(`${path}: 无法读取已发送的链头 / the heads that were sent out cannot be read`);
  }
}
