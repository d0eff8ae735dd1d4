import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { columnLetters } from "../../base/book/column-letters.ts";
import type { ImportSpec } from "../../engine/import/spec.ts";
import { type Headings, headingsOf, readHeadings } from "./headings.ts";
import type { KeptFile } from "./kept-file.ts";
import { ReadFault } from "./reading/read-fault.ts";
import { readSheet } from "./reading/read-sheet.ts";
import type { FileRow } from "./reading/sheet.ts";

const MOST_ROWS = 200_000;
/** Rows that are brought in together: a transaction each, in which others of the shop wait for a moment at most. */
const CHUNK_ROWS = 500;
/** The same of rows that refer to each other: a trial keeps nothing, so that what they refer to must be tried with them. */
const LINKED_ROWS = 2500;
const MOST_CHUNK_CHARACTERS = 2_000_000;
/** Rows of one document. */
const MOST_LINES = 2000;

/** How much was kept. */
export interface Staged {
  readonly rows: number;
  readonly chunks: number;
}

/** Reads a file and keeps its rows in pieces. Throws an ApiError (422) that says in one sentence what is wrong with the file. */
export async function stageFile(file: KeptFile, spec: ImportSpec, bytes: Uint8Array<ArrayBuffer>, now: Date): Promise<Staged> {
  const staging = new Staging(file, spec, now);
  try {
    const merged = await readSheet(bytes, (rows) => staging.take(rows));
    const staged = await staging.end();
    // Of a document further lines may leave its head out.
    if (merged !== null && merged.lastLine > staging.headingLine && spec.lines === null) {
      throw new ReadFault(`有合并的单元格（${merged.range}），请取消合并，并填满每一行`);
    }
    return staged;
  } catch (error) {
    await file.forget();
    throw error instanceof ReadFault ? new ApiError(CODE.rule, error.message) : error;
  }
}

class Staging {
  readonly #file: KeptFile;
  readonly #spec: ImportSpec;
  readonly #now: Date;
  readonly #most: number;
  #headings: Headings | null = null;
  /** By key the row where it stood first. */
  readonly #keys = new Map<string, number>();
  #rows: FileRow[] = [];
  #faults: Record<number, string> = {};
  #starts: number[] = [];
  #characters = 0;
  #count = 0;
  #chunks = 0;
  /** What the row before belongs to: where it began, its rows, and what is wrong with all of them. */
  #document: Readonly<{ key: string | null; said: Said; line: number; rows: number; fault: string }> = {
    key: null,
    said: {},
    line: 0,
    rows: 0,
    fault: "",
  };

  constructor(file: KeptFile, spec: ImportSpec, now: Date) {
    this.#file = file;
    this.#spec = spec;
    this.#now = now;
    this.#most = areLinked(spec) ? LINKED_ROWS : CHUNK_ROWS;
  }

  get headingLine(): number {
    return this.#headings?.line ?? 0;
  }

  async take(rows: readonly FileRow[]): Promise<void> {
    // The first piece holds all rows among which headings are looked for.
    if (this.#headings === null) {
      this.#headings = readHeadings(this.#spec, rows);
      await this.#file.keep(this.#headings, this.#now);
    }
    for (const row of rows) if (row.line > this.#headings.line) await this.#add(row, this.#headings);
  }

  async end(): Promise<Staged> {
    if (this.#headings === null) throw new ReadFault("文件中没有数据");
    await this.#flush();
    if (this.#count === 0) throw new ReadFault("文件中只有列名，没有数据");
    return { rows: this.#count, chunks: this.#chunks };
  }

  async #add(row: FileRow, headings: Headings): Promise<void> {
    const unnamed = row.cells.findIndex((cell, place) => cell !== "" && (headings.titles[place] ?? "") === "");
    if (unnamed >= 0) throw new ReadFault(`第 ${row.line} 行 ${columnLetters(unnamed)} 列有内容，但该列没有列名`);
    this.#count += 1;
    if (this.#count > MOST_ROWS) throw new ReadFault(`数据超过 ${MOST_ROWS} 行，请分成几个文件导入`);
    const isNext = this.#begins(row, headings);
    if (isNext && (this.#rows.length >= this.#most || this.#characters >= MOST_CHUNK_CHARACTERS)) await this.#flush();
    if (isNext) this.#starts.push(this.#rows.length);
    if (this.#document.fault !== "") this.#faults[row.line] = this.#document.fault;
    this.#rows.push(row);
    this.#characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
  }

  /** Whether something begins with the row, and it is no further line of the one before. What stands twice is at fault. */
  #begins(row: FileRow, headings: Headings): boolean {
    const said = saidOf(this.#spec, headings, row);
    if (this.#spec.lines !== null && this.#continues(said)) {
      this.#document = { ...this.#document, rows: this.#document.rows + 1 };
      if (this.#document.rows > MOST_LINES) throw new ReadFault(`从第 ${this.#document.line} 行起的单据超过 ${MOST_LINES} 行`);
      return false;
    }
    const key = keyOf(this.#spec, said);
    const before = key === null ? undefined : this.#keys.get(key);
    if (key !== null && before === undefined) this.#keys.set(key, row.line);
    this.#document = { key, said, line: row.line, rows: 1, fault: before === undefined ? "" : this.#twice(before) };
    return true;
  }

  /** As the engine joins rows (engine/import/documents.ts): by the key, or where nothing else is said of a document. */
  #continues(said: Said): boolean {
    if (this.#document.rows === 0) return false;
    const key = keyOf(this.#spec, said);
    if (key !== null) return key === this.#document.key;
    const names = Object.keys(said);
    return names.length === 0 || (this.#document.key === null && names.every((name) => said[name] === this.#document.said[name]));
  }

  #twice(before: number): string {
    const titles = headingsOf(this.#spec);
    const key = this.#spec.columns.filter(({ isKey }) => isKey).map((column) => titles.get(column) ?? column.title);
    return this.#spec.lines === null
      ? `${key.join("、")}与第 ${before} 行重复`
      : `${key.join("、")}与第 ${before} 行相同，同一张单据的行要连在一起`;
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    await this.#file.keepChunk(this.#chunks, { rows: this.#rows, faults: this.#faults, starts: this.#starts });
    this.#chunks += 1;
    this.#rows = [];
    this.#faults = {};
    this.#starts = [];
    this.#characters = 0;
  }
}

/** Whether rows may refer to rows of the same file, as categories do. */
export function areLinked({ entity, columns }: Pick<ImportSpec, "entity" | "columns">): boolean {
  return columns.some(({ lookup }) => lookup?.entity === entity);
}

/** What a row says of its document, or as a whole. */
type Said = Readonly<Record<string, string>>;

function saidOf({ columns }: ImportSpec, headings: Headings, { cells }: FileRow): Said {
  const heads = columns.filter(({ name }) => !name.includes("."));
  const texts = heads.map(({ name }) => [name, cells[headings.columns.indexOf(name)] ?? ""] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

/** null: the row is told by nothing yet. */
function keyOf({ key }: ImportSpec, said: Said): string | null {
  const parts = key.map((name) => said[name] ?? "");
  return parts.some((part) => part !== "") ? JSON.stringify(parts) : null;
}
