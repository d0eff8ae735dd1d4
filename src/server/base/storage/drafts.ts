import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isOlder, namesIn } from "./durable-files.ts";
import { type Draft, TooLargeError } from "./storage.ts";

/** A draft as a file of this machine: whoever keeps it knows its size before he begins. */
export type LocalDraft = Omit<Draft, "keep"> & { readonly path: string };

/** A path in the folder that nothing has yet. The folder is made when it is first needed. */
export async function newDraftPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, randomBytes(16).toString("hex"));
}

/** Takes a stream in as a file of the folder. Throws {@link TooLargeError} beyond `limit` bytes; nothing is left behind when it fails. */
export async function receiveDraft(folder: string, bytes: Readable, limit: number): Promise<LocalDraft> {
  // A stream that ends in a failure before it is read would end the process; below it is told.
  bytes.on("error", () => undefined);
  const path = await newDraftPath(folder).catch((error: unknown) => {
    bytes.destroy();
    throw error;
  });
  const discard = () => rm(path, { force: true });
  try {
    const target = createWriteStream(path, { flags: "wx", mode: 0o600 });
    await pipeline(bytes, limitBytes(limit), target);
    return { path, size: target.bytesWritten, read: () => readFile(path), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Removes what was begun in the folder before that time and never finished. */
export async function removeOldDrafts(folder: string, before: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (await isOlder(path, before)) await rm(path, { recursive: true, force: true });
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
