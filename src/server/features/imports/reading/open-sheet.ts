import { csvSheet } from "./csv-sheet.ts";
import { ReadFault } from "./read-fault.ts";
import type { Sheet } from "./sheet.ts";
import { xlsSheet } from "./xls-sheet.ts";
import { NOT_A_TABLE, openXlsx } from "./xlsx-book.ts";
import { xlsxSheet } from "./xlsx-sheet.ts";

const ZIP = Buffer.from("504b0304", "hex");
const OLE = Buffer.from("d0cf11e0a1b11ae1", "hex");
/** Programs, pictures, documents and archives: what begins like them is no text. */
const OTHERS = ["MZ", "%PDF", "\u007fELF", "Rar!", "7z\u00bc\u00af", "\u0089PNG", "\u00ff\u00d8\u00ff", "{\\rtf"].map((text) =>
  Buffer.from(text, "latin1"),
);

/** Opens what the bytes are, whatever the file is called. Throws {@link ReadFault}. */
export async function openSheet(bytes: Buffer): Promise<Sheet> {
  const begins = (magic: Buffer) => bytes.subarray(0, magic.length).equals(magic);
  if (bytes.length === 0) throw new ReadFault("文件是空的");
  if (begins(ZIP)) return xlsxSheet(await openXlsx(bytes));
  if (begins(OLE)) return xlsSheet(bytes);
  if (OTHERS.some(begins)) throw new ReadFault(NOT_A_TABLE);
  return csvSheet(bytes);
}
