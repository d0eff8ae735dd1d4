import { isUtf8 } from "node:buffer";
import { ReadFault } from "./read-fault.ts";
import { type FileRow, LONGEST_CELL, MOST_COLUMNS, type Sheet, trimmedCells } from "./sheet.ts";
import { NOT_A_TABLE, SAVE_AS_XLSX } from "./xlsx-book.ts";

const CHUNK_BYTES = 1 << 18;
/** How much is looked at to guess what separates cells. */
const GUESS_CHARACTERS = 1 << 14;
const SEPARATORS = [",", ";", "\t"] as const;
/** Spreadsheets write that where a text must not become a number: `="00123"`. */
const HELD_TEXT = /^="((?:[^"]|"")*)"$/;
/** What a text file never holds, and programs do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;
const MARKUP = /^\s*<(?:!doctype|html|head|table|meta|style|\?xml|!--)/i;

/** The rows of a text file: UTF-8 and UTF-16 by their mark, else UTF-8 where it can be that, else GB18030. */
export function csvSheet(bytes: Buffer): Sheet {
  const texts = decoded(bytes, encodingOf(bytes));
  return { merged: () => null, rows: rowsOf(texts) };
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "gb18030";
}

/** The text piece by piece. A mark in front is dropped. */
function* decoded(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true });
    yield decoder.decode();
  } catch {
    throw new ReadFault("文件的编码无法识别，请另存为 UTF-8 编码的 CSV 或 xlsx 后重新上传");
  }
}

async function* rowsOf(texts: Iterable<string>): AsyncGenerator<readonly FileRow[]> {
  let reader: RowReader | null = null;
  for (const text of texts) {
    if (BINARY.test(text)) throw new ReadFault(NOT_A_TABLE);
    if (reader === null && MARKUP.test(text)) throw new ReadFault(SAVE_AS_XLSX);
    reader ??= new RowReader(separatorOf(text.slice(0, GUESS_CHARACTERS)));
    yield reader.read(text);
  }
  if (reader !== null) yield reader.end();
}

/** What the first row that holds anything has most of, outside of quotes. */
function separatorOf(text: string): string {
  const row = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.trimStart())?.[0].replaceAll(/"(?:[^"]|"")*"/g, "") ?? "";
  const counts = SEPARATORS.map((separator) => row.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

type At = "start" | "plain" | "quoted" | "quote";

/** Takes text as it comes, cut anywhere. */
class RowReader {
  readonly #separator: string;
  #at: At = "start";
  #cell = "";
  #cells: string[] = [];
  #line = 1;
  /** Where quotes were opened. */
  #opened = 1;
  #isAfterReturn = false;
  #rows: FileRow[] = [];

  constructor(separator: string) {
    this.#separator = separator;
  }

  read(text: string): readonly FileRow[] {
    let from = 0;
    for (let n = 0; n < text.length; n++) {
      const character = text[n];
      const isFeedOfReturn = this.#isAfterReturn && character === "\n";
      this.#isAfterReturn = false;
      if (this.#at === "quoted") {
        if (character !== '"') continue;
        this.#take(text, from, n);
        from = n + 1;
        this.#at = "quote";
      } else if (character === '"' && this.#at === "start") {
        from = n + 1;
        this.#at = "quoted";
        this.#opened = this.#line;
      } else if (character === '"' && this.#at === "quote") {
        // Two are one of the text.
        from = n;
        this.#at = "quoted";
      } else if (character === this.#separator) {
        this.#take(text, from, n);
        from = n + 1;
        this.#endCell();
      } else if (character === "\n" || character === "\r") {
        if (!isFeedOfReturn) {
          this.#take(text, from, n);
          this.#endRow();
        }
        this.#isAfterReturn = character === "\r";
        from = n + 1;
      } else if (this.#at === "start" || this.#at === "quote") {
        if (this.#at === "quote") from = n;
        this.#at = "plain";
      }
    }
    this.#take(text, from, text.length);
    return this.#given();
  }

  end(): readonly FileRow[] {
    if (this.#at === "quoted") throw new ReadFault(`第 ${this.#opened} 行的引号没有结束，请改正后重新上传`);
    this.#endRow();
    return this.#given();
  }

  #take(text: string, from: number, to: number): void {
    this.#cell += text.slice(from, to);
    if (this.#cell.length > LONGEST_CELL) throw new ReadFault(`第 ${this.#line} 行有超过 ${LONGEST_CELL} 个字的内容，请检查引号`);
  }

  #endCell(): void {
    const place = this.#cells.length;
    if (place >= MOST_COLUMNS && this.#cell !== "") throw new ReadFault(`第 ${this.#line} 行超过 ${MOST_COLUMNS} 列`);
    this.#cells.push(HELD_TEXT.exec(this.#cell)?.[1]?.replaceAll('""', '"') ?? this.#cell);
    this.#cell = "";
    this.#at = "start";
  }

  #endRow(): void {
    this.#endCell();
    const cells = trimmedCells(this.#cells);
    if (cells.length > 0) this.#rows.push({ line: this.#line, cells });
    this.#cells = [];
    this.#line += 1;
  }

  #given(): readonly FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}
