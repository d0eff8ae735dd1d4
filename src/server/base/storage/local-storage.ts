import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isMissing, syncFile, syncFolder, writeDurably } from "./durable-files.ts";
import { type FileStorage, type Files, type OpenFile, TooLargeError } from "./storage.ts";

/** What is being received or put together. Its name is none that a folder can have. */
const UNFINISHED = ".unfinished";
const FOLDER = /^[A-Za-z0-9_-]{8,64}$/;
/** No separator, no control character, no dot in front: a name and never a way. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const FILE = /^(?!\.)[^/\\:\u0000-\u001f\u007f]{1,160}$/;

/** Files below one local folder, readable by the server's user only. The folder is made when the first file comes. */
export function localStorage(root: string): FileStorage {
  const unfinished = join(root, UNFINISHED);
  const newPath = async () => {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    return join(unfinished, randomBytes(16).toString("hex"));
  };
  /** A new folder as a whole, once `make` has filled it under another name. */
  const makeFolder = async (folder: string, make: (made: string) => Promise<void>) => {
    const target = pathOf(root, folder);
    const made = await newPath();
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
      const path = await newPath();
      try {
        const target = createWriteStream(path, { flags: "wx", mode: 0o600 });
        await pipeline(bytes, limitBytes(limit), target);
        return {
          size: target.bytesWritten,
          read: () => readFile(path),
          discard: () => rm(path, { force: true }),
          keep: (folder, file) => makeFolder(folder, (made) => moveInto(path, made, file)),
        };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    keep: (folder, files) => makeFolder(folder, (made) => fill(made, files)),

    open: (folder, file) => openFile(pathOf(root, folder, file)),

    has: async (folder) => (await namesIn(pathOf(root, folder))).length > 0,

    remove: (folder) => rm(pathOf(root, folder), { recursive: true, force: true }),

    async *unchangedSince(before) {
      for (const folder of await namesIn(root)) {
        if (FOLDER.test(folder) && (await isOlder(join(root, folder), before))) yield { folder, files: await namesIn(join(root, folder)) };
      }
    },

    async removeUnfinished(before) {
      for (const name of await namesIn(unfinished)) {
        const path = join(unfinished, name);
        if (await isOlder(path, before)) await rm(path, { recursive: true, force: true });
      }
    },
  };
}

/** Names are our own; one that could lead elsewhere is a mistake of ours. */
function pathOf(root: string, folder: string, file?: string): string {
  if (!FOLDER.test(folder)) throw new Error("a folder of the storage has another kind of name");
  if (file === undefined) return join(root, folder);
  if (!FILE.test(file)) throw new Error("a file of the storage has another kind of name");
  return join(root, folder, file);
}

async function fill(folder: string, files: Files): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) await writeDurably(fileIn(folder, name), bytes);
}

/** Moves a file that was written before. */
async function moveInto(path: string, folder: string, name: string): Promise<void> {
  await syncFile(path);
  await rename(path, fileIn(folder, name));
}

function fileIn(folder: string, name: string): string {
  if (!FILE.test(name)) throw new Error("a file of the storage has another kind of name");
  return join(folder, name);
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

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** What has just gone is not older. */
async function isOlder(path: string, before: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < before;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Passes bytes on until there are more than `limit`; then fails. */
function limitBytes(limit: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > limit) done(new TooLargeError(`more than ${limit} bytes`));
      else done(null, chunk);
    },
  });
}
