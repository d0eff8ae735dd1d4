import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { StartupError } from "../base/startup-error.ts";
import { localStorage, unfinishedBelow } from "../base/storage/local-storage.ts";
import { Bucket } from "../base/storage/s3/bucket.ts";
import { claim } from "../base/storage/s3/owner.ts";
import { s3Storage } from "../base/storage/s3/s3-storage.ts";
import { StoreRefused } from "../base/storage/s3/store-errors.ts";
import { type FileStorage, StorageAway } from "../base/storage/storage.ts";
import type { Db } from "../db/connect.ts";
import { settleMeta } from "../tables/meta.ts";
import { type Settings, uploadsDir } from "./settings.ts";

/** Under which name the database keeps what this portal is known by in a bucket, to all of its servers. */
const OWNER = "uploads-owner";

/**
 * Where uploaded files lie: in the bucket that is set, else in DATA_DIR. A bucket that does not answer now is no reason not to start. `say` is for
 * what one of several servers says for all.
 *
 * @throws StartupError where the bucket refuses what the portal does with it, or holds the files of another portal
 */
export async function openUploads(
  settings: Pick<Settings, "bucket" | "dataDir">,
  db: Db,
  { log, say }: { readonly log: (line: string) => void; readonly say: (lines: readonly string[]) => void },
): Promise<FileStorage> {
  const root = uploadsDir(settings);
  if (settings.bucket === undefined) return localStorage(root);
  const bucket = new Bucket(settings.bucket, log);
  const owner = await settleMeta(db, OWNER, randomUUID());
  try {
    await claim(bucket, owner);
  } catch (error) {
    if (error instanceof StoreRefused) throw new StartupError(`UPLOADS_S3_URL: ${bucket.address} 拒绝访问 / refuses: ${error.reason}`);
    if (!(error instanceof StorageAway)) throw error;
  }
  say(await leftIn(root));
  return s3Storage({ bucket, unfinished: unfinishedBelow(root), owner });
}

/** What is to be said of files of the time before the bucket: they are looked for there alone. */
async function leftIn(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  if (names.every((name) => name.startsWith("."))) return [];
  return [
    `${root} 中的文件不再使用，请复制到桶中（docs/operations.md）后移走 / holds files that are looked for in the bucket now: copy them there, then move them away`,
  ];
}
