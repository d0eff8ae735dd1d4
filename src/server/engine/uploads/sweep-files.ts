import type { Registry } from "../../../shared/registry/model.ts";
import type { FileStorage } from "../../base/storage/storage.ts";
import type { Db } from "../../db/connect.ts";
import { namedBySomebody } from "./attachments.ts";
import { storedName } from "./stored-name.ts";

const DAY_MS = 86_400_000;
const BATCH = 500;

interface Folder {
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * Removes what a crash can leave behind: uploads that never ended, and files that no row names. Both only when they are older
 * than a day, so that nothing is taken from under an upload at work. Returns how many folders went.
 */
export async function sweepFiles(db: Db, registry: Registry, storage: FileStorage, now: Date): Promise<number> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await storage.removeUnfinished(yesterday);
  let removed = 0;
  let batch: Folder[] = [];
  const flush = async () => {
    removed += await sweepBatch(db, registry, storage, batch);
    batch = [];
  };
  for await (const folder of storage.unchangedSince(yesterday)) {
    batch.push(folder);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return removed;
}

async function sweepBatch(db: Db, registry: Registry, storage: FileStorage, batch: readonly Folder[]): Promise<number> {
  const urlsOf = ({ folder, files }: Folder) => files.map((file) => storedName(folder, file).url);
  const named = await namedBySomebody(db, registry, batch.flatMap(urlsOf));
  if (named === null) return 0;
  const orphans = batch.filter((folder) => !urlsOf(folder).some((url) => named.has(url)));
  for (const { folder } of orphans) await storage.remove(folder);
  return orphans.length;
}
