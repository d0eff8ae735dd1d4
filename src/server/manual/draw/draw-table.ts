import type { Table } from "../manual.ts";
import { COLOR, CONTENT_BOTTOM, CONTENT_WIDTH, MARGIN, STYLE, type TextStyle } from "./page.ts";
import type { Sheet } from "./sheet.ts";

const PADDING = { x: 7, y: 4.5 } as const;
const RULE = 0.6;
/** A row that is taller than this is cut at the foot of a page; others go to the next page as a whole. */
const TALLEST_WHOLE = 220;
/** So many lines at least of a row that is cut. */
const LEAST_LINES = 3;

interface Cell {
  readonly x: number;
  readonly lines: readonly string[];
}

/** A table whose head is repeated on every page it reaches. */
export function drawTable(sheet: Sheet, table: Table): void {
  const edges = edgesOf(table);
  const cells = (texts: readonly string[], style: TextStyle): Cell[] =>
    texts.map((text, index) => {
      const [x = 0, end = 0] = edges.slice(index, index + 2);
      return { x: x + PADDING.x, lines: sheet.lines(text, end - x - 2 * PADDING.x, style.look) };
    });
  const titles = table.columns.map(({ title }) => title);
  const head = cells(titles, STYLE.cellHead);
  const rows = table.rows.map((texts) => cells(texts, STYLE.cell));
  const first = rows.slice(0, rows.length === 2 ? 2 : 1).reduce((sum, row) => sum + heightOf(row, STYLE.cell), 0);
  sheet.need(heightOf(head, STYLE.cellHead) + Math.min(first, TALLEST_WHOLE));
  drawHead(sheet, head);
  for (const [index, row] of rows.entries()) {
    const last = index === rows.length - 2 && index > 0 ? rows[index + 1] : undefined;
    // The last row takes one before it along, rather than stand alone on a page.
    if (last && isTooHigh(sheet, row, last)) startPage(sheet, head);
    drawRow(sheet, row, head);
  }
}

/** Of two rows that would both stay whole. */
function isTooHigh(sheet: Sheet, row: readonly Cell[], last: readonly Cell[]): boolean {
  const [height, next] = [heightOf(row, STYLE.cell), heightOf(last, STYLE.cell)];
  return height + next > sheet.left && Math.max(height, next) <= TALLEST_WHOLE;
}

function startPage(sheet: Sheet, head: readonly Cell[]): void {
  sheet.newPage();
  drawHead(sheet, head);
}

/** Left edge of each column, and the right edge of the last. */
function edgesOf({ columns }: Table): number[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let used = 0;
  const rights = columns.map(({ share }) => {
    used += share;
    return MARGIN.left + (used / whole) * CONTENT_WIDTH;
  });
  return [MARGIN.left, ...rights];
}

function drawHead(sheet: Sheet, head: readonly Cell[]): void {
  const height = heightOf(head, STYLE.cellHead);
  sheet.box(MARGIN.left, sheet.y, CONTENT_WIDTH, height, COLOR.head);
  putCells(sheet, head, STYLE.cellHead);
  sheet.y += height;
}

function drawRow(sheet: Sheet, row: readonly Cell[], head: readonly Cell[]): void {
  const height = heightOf(row, STYLE.cell);
  if (height <= sheet.left) closeRow(sheet, row);
  else carryRow(sheet, row, head, height > TALLEST_WHOLE);
}

/** A row that does not fit on the page any more. */
function carryRow(sheet: Sheet, row: readonly Cell[], head: readonly Cell[], isTall: boolean): void {
  const room = roomFor(sheet);
  const kept = isTall && room >= LEAST_LINES ? room : 0;
  if (kept > 0) closeRow(sheet, cut(row, 0, kept));
  startPage(sheet, head);
  const rest = cut(row, kept);
  const most = roomFor(sheet);
  // Taller than a whole page.
  if (linesOf(rest) > most) closeRow(sheet, cut(rest, 0, most));
  drawRow(sheet, linesOf(rest) > most ? cut(rest, most) : rest, head);
}

/** How many lines of a row the page still takes. */
function roomFor(sheet: Sheet): number {
  return Math.floor((CONTENT_BOTTOM - sheet.y - 2 * PADDING.y - RULE) / STYLE.cell.leading);
}

function closeRow(sheet: Sheet, row: readonly Cell[]): void {
  putCells(sheet, row, STYLE.cell);
  sheet.y += heightOf(row, STYLE.cell);
  sheet.box(MARGIN.left, sheet.y - RULE, CONTENT_WIDTH, RULE, COLOR.line);
}

function putCells(sheet: Sheet, cells: readonly Cell[], style: TextStyle): void {
  for (const { x, lines } of cells) {
    for (const [index, line] of lines.entries()) sheet.put(line, x, sheet.y + PADDING.y + index * style.leading, style);
  }
}

function cut(row: readonly Cell[], from: number, to?: number): Cell[] {
  return row.map(({ x, lines }) => ({ x, lines: lines.slice(from, to) }));
}

function linesOf(row: readonly Cell[]): number {
  return Math.max(1, ...row.map(({ lines }) => lines.length));
}

function heightOf(row: readonly Cell[], { leading }: TextStyle): number {
  return linesOf(row) * leading + 2 * PADDING.y + RULE;
}
