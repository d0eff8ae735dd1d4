import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newDraftPath, receiveDraft, removeOldDrafts } from "./drafts.ts";
import { isMissing, isOlder, namesIn, syncFile, syncFolder, writeDurably } from "./durable-files.ts";
import { fileNamed, folderNamed, isFolderName } from "./names.ts";
import type { FileStorage, Files, OpenFile } from "./storage.ts";

/** What is being received or put together. Its name is none that a folder can have. */
const UNFINISHED = ".unfinished";

/** Where an upload below this folder lies until it is whole. */
export const unfinishedBelow = (root: string): string => join(root, UNFINISHED);

/** Files below one local folder, readable by the server's user only. The folder is made when the first file comes. */
export function localStorage(root: string): FileStorage {
  const unfinished = unfinishedBelow(root);
  const pathOf = (folder: string, file: string) => join(root, folderNamed(folder), fileNamed(file));
  /** A new folder as a whole, once `make` has filled it under another name. */
  const makeFolder = async (folder: string, make: (made: string) => Promise<void>) => {
    const target = join(root, folderNamed(folder));
    const made = await newDraftPath(unfinished);
    try {
      await mkdir(made, { mode: 0o700 });
      await make(made);
      await syncFolder(made);
      await rename(made, target);
      await syncFolder(root);
    } catch (error) {
      await rm(made, { recursive: true, force: true });
      throw error;
    }
  };

  return {
    async receive(bytes, limit) {
      const draft = await receiveDraft(unfinished, bytes, limit);
      return { ...draft, keep: (folder, file) => makeFolder(folder, (made) => moveInto(draft.path, made, file)) };
    },

    keep: (folder, files) => makeFolder(folder, (made) => fill(made, files)),

    open: (folder, file) => openFile(pathOf(folder, file)),

    has: (folder, file) => isThere(pathOf(folder, file)),

    remove: (folder) => rm(join(root, folderNamed(folder)), { recursive: true, force: true }),

    async *unchangedSince(before) {
      for (const folder of await namesIn(root)) {
        if (isFolderName(folder) && (await isOlder(join(root, folder), before))) yield { folder, files: await namesIn(join(root, folder)) };
      }
    },

    removeUnfinished: (before) => removeOldDrafts(unfinished, before),
  };
}

async function fill(folder: string, files: Files): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) await writeDurably(join(folder, fileNamed(name)), bytes);
}

/** Moves a file that was written before. */
async function moveInto(path: string, folder: string, name: string): Promise<void> {
  await syncFile(path);
  await rename(path, join(folder, fileNamed(name)));
}

async function openFile(path: string): Promise<OpenFile | null> {
  try {
    const handle = await open(path, "r");
    const { size } = await handle.stat();
    return { size, bytes: handle.createReadStream() };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
