import { receiveDraft, removeOldDrafts } from "../drafts.ts";
import { fileNamed, folderNamed, isFileName, isFolderName } from "../names.ts";
import { type FileStorage, type Files, letGo } from "../storage.ts";
import type { Body, Bucket } from "./bucket.ts";
import { requireOwner } from "./owner.ts";

/** What the storage works with. */
export interface S3StorageDeps {
  readonly bucket: Bucket;
  /** The folder of this machine in which uploads lie until they are whole. */
  readonly unfinished: string;
  /** Whose files lie there: those of another portal are never swept. */
  readonly owner: string;
}

/**
 * Files in a bucket, as `folder/file` (docs/decisions/129). What arrives is first a file of this machine, so that it is looked at, and put in one
 * call, with its length and digest: the store has it whole or not at all. A folder is not put in one step, but is nobody's until all of it is there.
 */
export function s3Storage({ bucket, unfinished, owner }: S3StorageDeps): FileStorage {
  const nameOf = (folder: string, file: string) => `${folderNamed(folder)}/${fileNamed(file)}`;

  const remove = async (folder: string) => {
    for await (const { name } of bucket.list(`${folderNamed(folder)}/`)) await bucket.remove(name);
  };
  const keep = async (folder: string, bodies: Readonly<Record<string, Body>>) => {
    const put = await Promise.allSettled(Object.entries(bodies).map(([file, body]) => bucket.put(nameOf(folder, file), body)));
    const failed = put.find((each) => each.status === "rejected");
    if (failed === undefined) return;
    await letGo({ remove }, folder);
    throw failed.reason;
  };

  return {
    async receive(bytes, limit) {
      const draft = await receiveDraft(unfinished, bytes, limit);
      return { ...draft, keep: (folder, file) => keep(folder, { [file]: draft }) };
    },

    keep: (folder: string, files: Files) => keep(folder, files),

    open: (folder, file) => bucket.get(nameOf(folder, file)),

    async has(folder, file) {
      const wanted = nameOf(folder, file);
      for await (const { name } of bucket.list(`${folder}/`)) if (name === wanted) return true;
      return false;
    },

    remove,

    async *unchangedSince(before) {
      await requireOwner(bucket, owner);
      for await (const { folder, files, changed } of foldersOf(bucket)) if (changed < before) yield { folder, files };
    },

    removeUnfinished: (before) => removeOldDrafts(unfinished, before),
  };
}

interface Folder {
  readonly folder: string;
  readonly files: string[];
  changed: Date;
}

/**
 * The folders there are, each with all of its files: they come one after the other, as lists are in the order of names. Where one were not, half a
 * folder would seem to be nobody's, and nothing is told.
 */
async function* foldersOf(bucket: Bucket): AsyncGenerator<Folder> {
  let last = null as Folder | null;
  for await (const { name, modified } of bucket.list("")) {
    const [folder = "", file = "", ...deeper] = name.split("/");
    if (!isFolderName(folder) || !isFileName(file) || deeper.length > 0) continue;
    if (last?.folder === folder) {
      last.files.push(file);
      if (modified > last.changed) last.changed = modified;
      continue;
    }
    if (last !== null && `${folder}/` < `${last.folder}/`) throw new Error(`${bucket.address} lists its objects in no order`);
    if (last !== null) yield last;
    last = { folder, files: [file], changed: modified };
  }
  if (last !== null) yield last;
}
