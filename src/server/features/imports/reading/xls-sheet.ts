import { type CellObject, read, utils, type WorkBook, type WorkSheet } from "xlsx";
import { columnLetters } from "../../../base/book/column-letters.ts";
import { formattedNumber, numberFormat } from "./number-format.ts";
import { DAMAGED, ReadFault } from "./read-fault.ts";
import { type FileRow, LONGEST_CELL, type Merged, MOST_COLUMNS, type Sheet, trimmedCells } from "./sheet.ts";
import { ENCRYPTED, NOT_A_TABLE, SAVE_AS_XLSX } from "./xlsx-book.ts";

/** Such a workbook is read as a whole, which takes thirty times its size in memory. */
const MOST_MB = 6;
const ROWS_AT_ONCE = 500;

/** The rows of a workbook of Excel 97 to 2003. */
export function xlsSheet(bytes: Buffer): Sheet {
  refuseOther(bytes);
  const { sheet, is1904 } = firstSheet(bytes);
  const range = utils.decode_range(sheet["!ref"] ?? "A1");
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet["!data"] ?? [];
  if (range.e.r < rows.length - 1) throw new ReadFault(DAMAGED);
  return {
    merged: () => mergedOf(sheet),
    rows: (async function* () {
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        const some = rows.slice(at, at + ROWS_AT_ONCE).map((cells, n) => rowOf(at + n + 1, cells ?? [], is1904));
        yield some.filter(({ cells }) => cells.length > 0);
      }
    })(),
  };
}

/** Streams of such a file have names, in two bytes a letter. */
function refuseOther(bytes: Buffer): void {
  const has = (stream: string) => bytes.includes(Buffer.from(stream, "utf16le"));
  if (has("EncryptedPackage")) throw new ReadFault(ENCRYPTED);
  // The one before counts letters by a code page that nobody tells.
  if (!has("Workbook")) throw new ReadFault(has("Book") ? SAVE_AS_XLSX : NOT_A_TABLE);
  if (has("_VBA_PROJECT")) throw new ReadFault("文件中有宏，不能导入，请把数据复制到新的工作簿中保存为 xlsx 后重新上传");
  if (bytes.length > MOST_MB * 1024 * 1024) throw new ReadFault(`xls 文件不能超过 ${MOST_MB} MB，请另存为 xlsx 后重新上传`);
}

function firstSheet(bytes: Buffer): { readonly sheet: WorkSheet; readonly is1904: boolean } {
  const book = parsed(bytes);
  const shown = book.SheetNames.find((_name, n) => (book.Workbook?.Sheets?.[n]?.Hidden ?? 0) === 0);
  const sheet = shown === undefined ? undefined : book.Sheets[shown];
  if (sheet === undefined) throw new ReadFault(DAMAGED);
  return { sheet, is1904: book.Workbook?.WBProps?.date1904 === true };
}

function parsed(bytes: Buffer): WorkBook {
  try {
    return read(bytes, { type: "buffer", dense: true, cellHTML: false, cellText: false, cellNF: true, cellFormula: true });
  } catch (error) {
    const isClosed = error instanceof Error && /password|encrypt/i.test(error.message);
    throw new ReadFault(isClosed ? ENCRYPTED : DAMAGED);
  }
}

function rowOf(line: number, cells: readonly (CellObject | undefined)[], is1904: boolean): FileRow {
  const texts: string[] = [];
  cells.forEach((cell, place) => {
    const text = cell === undefined ? "" : textOf(cell, `${columnLetters(place)}${line}`, is1904);
    if (text.trim() === "") return;
    if (place >= MOST_COLUMNS) throw new ReadFault(`${columnLetters(place)}${line} 有内容，最多读取 ${MOST_COLUMNS} 列`);
    texts[place] = text;
  });
  return { line, cells: trimmedCells(texts) };
}

function textOf({ t, v, f, z, w }: CellObject, where: string, is1904: boolean): string {
  if (f !== undefined) throw new ReadFault(`${where} 是公式，请复制后“粘贴为数值”，再重新上传`);
  if (t === "e") throw new ReadFault(`${where} 是错误值 ${w ?? ""}，请改正后重新上传`);
  if (t === "n") return formattedNumber(String(v), numberFormat(-1, typeof z === "string" ? z : ""), is1904);
  const text = v === undefined ? "" : String(v);
  if (text.length > LONGEST_CELL) throw new ReadFault(`${where} 的文字超过 ${LONGEST_CELL} 个字`);
  return text;
}

function mergedOf(sheet: WorkSheet): Merged | null {
  const [last] = (sheet["!merges"] ?? []).toSorted((a, b) => b.e.r - a.e.r);
  return last === undefined ? null : { range: utils.encode_range(last), lastLine: last.e.r + 1 };
}
