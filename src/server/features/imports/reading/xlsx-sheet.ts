import type { SaxesTagPlain } from "saxes";
import { columnLetters } from "../../../base/book/column-letters.ts";
import { formattedNumber } from "./number-format.ts";
import { DAMAGED, ReadFault } from "./read-fault.ts";
import { type FileRow, LONGEST_CELL, type Merged, MOST_COLUMNS, type Sheet, trimmedCells } from "./sheet.ts";
import type { XlsxBook } from "./xlsx-book.ts";
import { attributeOf, xmlSteps } from "./xml-text.ts";

interface OpenCell {
  readonly place: number;
  readonly type: string;
  readonly style: string;
  text: string;
}

/** The rows of a workbook's sheet as its XML streams by: of a sheet of any size a piece at a time is in memory. */
export function xlsxSheet(book: XlsxBook): Sheet {
  const reading = new RowReader(book);
  const steps = xmlSteps(book.bytes, book.sheet, reading);
  return {
    merged: () => reading.merged,
    rows: (async function* () {
      for await (const _step of steps) {
        const rows = reading.take();
        if (rows.length > 0) yield rows;
      }
    })(),
  };
}

class RowReader {
  readonly #book: XlsxBook;
  #rows: FileRow[] = [];
  #line = 0;
  #cells: string[] = [];
  #place = -1;
  #cell: OpenCell | null = null;
  /** Whether text that comes is a cell's own. */
  #isValue = false;
  merged: Merged | null = null;

  constructor(book: XlsxBook) {
    this.#book = book;
  }

  take(): readonly FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly open = (name: string, tag: SaxesTagPlain): void => {
    if (name === "row") this.#openRow(tag);
    else if (name === "c") this.#openCell(tag);
    else if (name === "f") throw new ReadFault(`${this.#where()}是公式，请复制后“粘贴为数值”，再重新上传`);
    else if (name === "mergeCell") this.#merge(attributeOf(tag, "ref"));
    this.#isValue = name === "v" || (name === "t" && this.#cell?.type === "inlineStr" && !this.#isPhonetic);
    if (name === "rPh") this.#isPhonetic = true;
  };

  readonly close = (name: string): void => {
    this.#isValue = false;
    if (name === "rPh") this.#isPhonetic = false;
    if (name === "c") this.#closeCell();
    if (name === "row") this.#closeRow();
  };

  readonly text = (text: string): void => {
    if (!this.#isValue || this.#cell === null) return;
    this.#cell.text += text;
    if (this.#cell.text.length > LONGEST_CELL) throw new ReadFault(`${this.#where()}的文字超过 ${LONGEST_CELL} 个字`);
  };

  #isPhonetic = false;

  #openRow(tag: SaxesTagPlain): void {
    const told = attributeOf(tag, "r");
    const line = told === "" ? this.#line + 1 : Number(told);
    if (!Number.isInteger(line) || line <= this.#line) throw new ReadFault(DAMAGED);
    this.#line = line;
    this.#cells = [];
    this.#place = -1;
  }

  #openCell(tag: SaxesTagPlain): void {
    const told = attributeOf(tag, "r");
    this.#place = told === "" ? this.#place + 1 : placeOf(told);
    this.#cell = { place: this.#place, type: attributeOf(tag, "t") || "n", style: attributeOf(tag, "s"), text: "" };
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null || cell.text === "") return;
    const text = this.#textOf(cell);
    if (text.trim() === "") return;
    if (cell.place >= MOST_COLUMNS) throw new ReadFault(`${columnLetters(cell.place)}${this.#line} 有内容，最多读取 ${MOST_COLUMNS} 列`);
    this.#cells[cell.place] = text;
  }

  #textOf(cell: OpenCell): string {
    const { texts, formats, is1904 } = this.#book;
    switch (cell.type) {
      case "s": {
        const text = texts.at(Number(cell.text));
        if (text === undefined) throw new ReadFault(DAMAGED);
        return text;
      }
      case "b":
        return cell.text === "1" ? "true" : "false";
      case "e":
        throw new ReadFault(`${columnLetters(cell.place)}${this.#line} 是错误值 ${cell.text}，请改正后重新上传`);
      case "n":
        return formattedNumber(cell.text, formats[Number(cell.style)] ?? null, is1904);
      default:
        return cell.text;
    }
  }

  #closeRow(): void {
    const cells = trimmedCells(this.#cells);
    if (cells.length > 0) this.#rows.push({ line: this.#line, cells });
  }

  #merge(range: string): void {
    const [, , last = ""] = /^([A-Z]+\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
    const lastLine = Number(last);
    if (lastLine > (this.merged?.lastLine ?? 0)) this.merged = { range, lastLine };
  }

  #where(): string {
    const place = this.#cell?.place ?? 0;
    return `${columnLetters(place)}${this.#line} `;
  }
}

function placeOf(reference: string): number {
  let place = 0;
  for (const letter of /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0] ?? "") place = place * 26 + letter.charCodeAt(0) - 64;
  if (place === 0) throw new ReadFault(DAMAGED);
  return place - 1;
}
