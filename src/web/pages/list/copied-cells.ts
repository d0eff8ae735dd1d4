import { isLikeFormula } from "../../../shared/domain/like-formula.ts";
import { isDay, writeCell } from "../../../shared/domain/sheet/sheet-rows.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";

type CopiedColumn = Pick<ScreenColumn, "field" | "title" | "format">;

/** Cells as the clipboard takes them: as text, and as a table in which numbers are numbers and codes stay codes. */
export interface Copied {
  readonly text: string;
  readonly html: string;
}

/**
 * What is pasted into a spreadsheet of these cells: what an export of them says. A code with zeros in front, and a text that begins like a
 * formula, stay texts: in the table by Excel's own word for it, in plain text by an apostrophe (docs/decisions/84).
 */
export function copiedCells(rows: readonly WireRow[], columns: readonly CopiedColumn[], hasTitles: boolean): Copied {
  const titles = columns.map(({ title }) => ({ text: title, isNumber: false }));
  const lines = [...(hasTitles ? [titles] : []), ...rows.map((row) => columns.map((column) => cellOf(row, column)))];
  return {
    text: lines.map((line) => line.map(plain).join("\t")).join("\r\n"),
    html: `<table>${lines.map((line) => `<tr>${line.map(marked).join("")}</tr>`).join("")}</table>`,
  };
}

interface CopiedCell {
  readonly text: string;
  readonly isNumber: boolean;
}

function cellOf(row: WireRow, { field, format }: CopiedColumn): CopiedCell {
  const cell = writeCell(format, row, field);
  if (cell === null) return { text: "", isNumber: false };
  // The number as it is told, with all its places.
  return cell.t === "n" ? { text: cell.w, isNumber: !isDay(cell) } : { text: cell.v, isNumber: false };
}

/** Tabs and ends of lines would end the cell. */
function plain({ text, isNumber }: CopiedCell): string {
  const line = text.replace(/[\t\r\n]+/g, " ");
  return !isNumber && isLikeFormula(line) ? `'${line}` : line;
}

const marked = ({ text, isNumber }: CopiedCell): string =>
  isNumber ? `<td>${text}</td>` : `<td style="mso-number-format:'\\@'">${escaped(text)}</td>`;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char).replace(/\r?\n/g, "<br>");
