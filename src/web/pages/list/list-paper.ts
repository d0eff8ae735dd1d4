import { decimalText } from "../../../shared/domain/decimal-text.ts";
import { sumRows } from "../../../shared/domain/row-sums.ts";
import { groupValueText, isSameGroup } from "../../../shared/domain/sheet/row-groups.ts";
import { ON_PAPER, valueText } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenSum } from "../../../shared/protocol/screen.ts";
import { type ScreenColumn, shownText } from "../../../shared/protocol/screen.ts";

/** px that a sheet of A4 has between its margins of 10 mm. */
const ROOM = { portrait: 718, landscape: 1046 } as const;
/** px of the texts: usual, and the least that can be read. */
const FONT = { usual: 12, least: 6.5 } as const;

/** Rows of one print: what is longer is no paper. */
const MOST_ON_PAPER = 5000;

/** Why so many rows are not printed; null: they are. */
export const tooLongForPaper = (rows: number): string | null =>
  rows > MOST_ON_PAPER ? `打印最多 ${MOST_ON_PAPER} 行，现在有 ${rows} 行，请缩小查询范围，或改用导出` : null;

/** How a table fits the paper. */
export interface PaperFit {
  readonly way: keyof typeof ROOM;
  /** px */
  readonly font: number;
  /** Of each column, in percent of the sheet. */
  readonly widths: readonly number[];
}

/** Upright where the columns have room, else on its side; wider ones are drawn smaller, and lines are broken beyond that. */
export function fitPaper(widths: readonly number[]): PaperFit {
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const way = whole <= ROOM.portrait ? "portrait" : "landscape";
  const font = Math.max(FONT.least, Math.min(FONT.usual, (FONT.usual * ROOM[way]) / whole));
  return { way, font: Math.round(font * 10) / 10, widths: widths.map((width) => (100 * width) / whole) };
}

/** A line of the table on paper: a row, or what a group or the whole list comes to. */
export interface PaperLine {
  readonly kind: "row" | "group" | "all";
  readonly cells: readonly string[];
}

interface PaperPlan {
  readonly columns: readonly ScreenColumn[];
  readonly sums: readonly ScreenSum[];
  readonly group: ScreenColumn | null;
  readonly label: string;
}

/** The lines below the titles. `footer`: what the whole filter comes to, as the server says. */
export function paperLines(
  { columns, sums, group, label }: PaperPlan,
  rows: readonly WireRow[],
  footer: Readonly<Record<string, string>>,
): PaperLine[] {
  const lines: PaperLine[] = [];
  let open: WireRow[] = [];
  const sumLine = (kind: "group" | "all", values: Readonly<Record<string, string>>, name: string): PaperLine => {
    const cells = columns.map(({ field }) => {
      const decimals = sums.find((sum) => sum.field === field)?.decimals;
      return decimals === undefined || !values[field] ? "" : decimalText(values[field], decimals);
    });
    const place = cells.indexOf("");
    return { kind, cells: cells.map((cell, index) => (index === place ? name : cell)) };
  };
  const close = () => {
    if (group !== null && open[0] !== undefined)
      lines.push(sumLine("group", sumRows(open, sums), `${groupValueText(group, open[0])} 小计（${open.length} 条）`));
    open = [];
  };
  for (const row of rows) {
    if (group !== null && open[0] !== undefined && !isSameGroup(group, open[0], row)) close();
    open.push(row);
    lines.push({ kind: "row", cells: columns.map((column) => cellText(row, column)) });
  }
  close();
  return [...lines, sumLine("all", footer, `${label}（${rows.length} 条）`)];
}

function cellText(row: WireRow, { field, format }: ScreenColumn): string {
  const value = row[field];
  if (value === null || value === undefined || value === "" || format === "images" || format === "file") return "";
  return valueText(format, value, ON_PAPER, shownText(row, field));
}
