import { parentPort } from "node:worker_threads";
import { openSheet } from "./open-sheet.ts";
import { DAMAGED, ReadFault } from "./read-fault.ts";
import type { FileRow, Merged, Sheet } from "./sheet.ts";

/** A file to be opened, or so many of its rows. */
export type SheetQuestion = { readonly open: Uint8Array } | { readonly next: number };

/** Rows, and with the last ones what is known of the whole sheet; or why it cannot be read. */
export type SheetAnswer =
  | { readonly fault: string }
  | { readonly rows: readonly FileRow[]; readonly end: { readonly merged: Merged | null } | null };

// The thread that reads tables: bytes in, rows out. Whatever a file does to its reader, it does it here. One thread reads one file.

if (!parentPort) throw new Error("sheet-worker runs as a worker thread only");
const port = parentPort;
/** Rows with more are answered with before so many are there. */
const MOST_CHARACTERS = 4_000_000;
let sheet: Sheet | null = null;
/** Rows that were read and not asked for yet. */
let waiting: FileRow[] = [];

port.on("message", (question: SheetQuestion) => void answer(question));

async function answer(question: SheetQuestion): Promise<void> {
  try {
    port.postMessage("open" in question ? await open(question.open) : await next(question.next));
  } catch (error) {
    // A parser that fails at a file of strangers says so of the file.
    port.postMessage({ fault: error instanceof ReadFault ? error.message : DAMAGED } satisfies SheetAnswer);
  }
}

async function open(bytes: Uint8Array): Promise<SheetAnswer> {
  sheet = await openSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { rows: [], end: null };
}

async function next(most: number): Promise<SheetAnswer> {
  if (sheet === null) throw new Error("no file is open");
  for (let characters = 0; waiting.length < most && characters < MOST_CHARACTERS; ) {
    const { value, done } = await sheet.rows.next();
    if (done === true) return { rows: waiting.splice(0), end: { merged: sheet.merged() } };
    waiting = waiting.length === 0 ? [...value] : waiting.concat(value);
    for (const { cells } of value) characters += cells.reduce((sum, cell) => sum + cell.length, 0);
  }
  return { rows: waiting.splice(0, most), end: null };
}
