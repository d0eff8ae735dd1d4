import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Makes a file, or the list of names in a folder, durable: they survive a loss of power. */
export function flush(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for a folder; Windows cannot, and does it by itself. */
export function flushFolder(path: string): void {
  if (process.platform !== "win32") flush(path);
}

/** Makes a folder and everything below it durable. */
export function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else if (entry.isFile()) flush(path);
  }
  flushFolder(folder);
}
