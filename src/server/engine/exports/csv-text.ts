import { isLikeFormula } from "../../../shared/domain/like-formula.ts";
import type { SheetRow } from "../../../shared/domain/sheet/sheet-rows.ts";

/** By this, spreadsheets in China open the file without being asked for its encoding. */
export const BYTE_ORDER_MARK = "\ufeff";

const QUOTED = /[",\r\n]/;

/** A line of a text file (RFC 4180): numbers and days as they are told. */
export function csvLine(row: SheetRow): string {
  let line = "";
  for (let at = 0; at < row.length; at++) {
    if (at > 0) line += ",";
    const cell = row[at] ?? null;
    if (cell === null) continue;
    line += cell.t === "n" ? cell.w : csvText(cell.v);
  }
  return `${line}\r\n`;
}

/**
 * A text that begins like a formula has an apostrophe in front: a text file has no style that would keep a spreadsheet from working it out
 * (docs/decisions/84).
 */
function csvText(text: string): string {
  const said = isLikeFormula(text) ? `'${text}` : text;
  return QUOTED.test(said) ? `"${said.replaceAll('"', '""')}"` : said;
}
