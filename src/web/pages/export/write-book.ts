import { CFB, utils, write } from "xlsx";
import { isLikeFormula } from "../../../shared/domain/like-formula.ts";
import { growWidths, type SheetCell, type SheetRow } from "../../../shared/domain/sheet/sheet-rows.ts";

/** Excel's limit for the name of a sheet, and what it must not contain. */
const NAME_LENGTH = 31;
const NAME_FORBIDDEN = /[\\/?*[\]:]/g;

/** Excel's format for text, which nothing else in the book has: it marks the style that says so. */
const TEXT_FORMAT = "@";
const TEXT_STYLE = /<xf numFmtId="49"(?![^>]*quotePrefix)/;

/** A sheet of a book: its rows, under a title that need not be one Excel takes. */
export interface BookSheet {
  readonly title: string;
  readonly lines: readonly SheetRow[];
}

/**
 * The bytes of a workbook (xlsx). Texts that begin like a formula stay texts, to the byte: their style says `quotePrefix`
 * (ECMA-376 part 1, 18.8.45), which is what Excel keeps of an apostrophe typed in front (docs/decisions/84).
 */
export function writeBook(sheets: readonly BookSheet[]): ArrayBuffer {
  const book = utils.book_new();
  let isQuoting = false;
  const quoted = (cell: SheetCell | null) => {
    if (cell?.t !== "s" || !isLikeFormula(cell.v)) return cell;
    isQuoting = true;
    return { ...cell, z: TEXT_FORMAT };
  };
  for (const { title, lines } of sheets) {
    const widths: number[] = [];
    for (const line of lines) growWidths(widths, line);
    const cells = lines.map((line) => line.map(quoted));
    const sheet = utils.aoa_to_sheet(cells, { dense: true });
    sheet["!cols"] = widths.map((wch) => ({ wch }));
    utils.book_append_sheet(book, sheet, title.replace(NAME_FORBIDDEN, " ").slice(0, NAME_LENGTH) || "Sheet1");
  }
  const bytes = write(book, { type: "array", bookType: "xlsx", bookSST: true, compression: true }) as ArrayBuffer;
  return isQuoting ? withQuotePrefix(bytes) : bytes;
}

/** The library writes formats and no other styles: the word is put into the one style that has the format of texts. */
function withQuotePrefix(bytes: ArrayBuffer): ArrayBuffer {
  const parts = CFB.read(new Uint8Array(bytes), { type: "array" });
  const styles = CFB.find(parts, "/xl/styles.xml");
  const text = new TextDecoder().decode(Uint8Array.from(styles?.content ?? []));
  if (styles === null || !TEXT_STYLE.test(text)) throw new Error("the workbook has no style for texts");
  const content = new TextEncoder().encode(text.replace(TEXT_STYLE, '<xf quotePrefix="1" numFmtId="49"'));
  Object.assign(styles, { content, size: content.length });
  // The reader's own mark, which is no part of a workbook.
  CFB.utils.cfb_del(parts, "/\u0001Sh33tJ5");
  const written = CFB.write(parts, { fileType: "zip", compression: true, type: "array" }) as Uint8Array;
  return Uint8Array.from(written).buffer;
}
