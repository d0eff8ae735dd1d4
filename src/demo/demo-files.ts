import { readFileSync } from "node:fs";
import type { FileStorage } from "../server/base/storage/storage.ts";
import { FILE_TYPES, type FileType } from "../server/engine/uploads/file-type.ts";
import { type StoredName, storedName } from "../server/engine/uploads/stored-name.ts";
import kinds from "./data/files.json" with { type: "json" };

/** A file of the demo. */
interface DemoFile extends StoredName {
  readonly kind: DemoKind;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/**
 * What the demo has files of: how many of each, and their names, a single one numbered where there are several. `goods` has a file for
 * each category of goods, in their order.
 */
export type DemoKind = keyof typeof kinds;

/** Where the files lie: beside this module, and beside the built server (scripts/build.mjs). */
const FOLDER = new URL("./files/", import.meta.url);
/** The time in front of every demo file's name: before anything in the demo happens. */
export const DEMO_STAMP = "20240101090000";

/** The address of file `n` of a kind; beyond the last one they begin again. */
export function demoUrl(kind: DemoKind, n: number): string {
  return placeAt(kind, n).url;
}

/** Every file of the demo. None is a real document: each says 示例, sample, and its codes lead nowhere. */
export function demoFiles(): DemoFile[] {
  return (Object.keys(kinds) as DemoKind[]).flatMap((kind) =>
    Array.from({ length: kinds[kind].count }, (_, n) => {
      const { mime } = FILE_TYPES[kinds[kind].type as FileType];
      return { ...placeAt(kind, n), kind, name: nameOf(kind, n), mime, bytes: demoFile(kind, n) };
    }),
  );
}

/** The bytes of file `n` of a kind. */
export function demoFile(kind: DemoKind, n: number): Buffer {
  const { extensions } = FILE_TYPES[kinds[kind].type as FileType];
  return readFileSync(new URL(`${kind}-${twoDigits(n)}.${extensions[0]}`, FOLDER));
}

/** Puts the demo's files where uploads lie; those that are there already stay. */
export async function writeDemoFiles(storage: FileStorage): Promise<void> {
  for (const { folder, file, bytes } of demoFiles()) {
    if (!(await storage.has(folder, file))) await storage.keep(folder, { [file]: bytes });
  }
}

function placeAt(kind: DemoKind, n: number): StoredName {
  const index = n % kinds[kind].count;
  return storedName(`demo-${kind}-${twoDigits(index)}`, DEMO_STAMP + nameOf(kind, index));
}

function nameOf(kind: DemoKind, n: number): string {
  const { names, count, type } = kinds[kind];
  return `${names[n] ?? names[0]}${count > names.length ? twoDigits(n) : ""}.${FILE_TYPES[type as FileType].extensions[0]}`;
}

const twoDigits = (n: number): string => String(n + 1).padStart(2, "0");
