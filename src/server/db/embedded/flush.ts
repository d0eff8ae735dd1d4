import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Semaphore } from "../../base/semaphore.ts";

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

/** Makes a folder and everything below it durable, several files at a time: the disk takes what comes together in one go. What is gone meanwhile is nothing. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return flushTree(path);
      return entry.isFile() ? together.run(() => flushThere(path)) : undefined;
    }),
  );
  flushFolder(folder);
}

/** As many as there are threads for it; each holds a file open. */
const together = new Semaphore(4);

async function flushThere(path: string): Promise<void> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  try {
    await file?.sync();
  } finally {
    await file?.close();
  }
}
