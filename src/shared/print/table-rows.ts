import type { PrintPage } from "../protocol/print.ts";

/** Share of a template's width that a column of text keeps, however long the amounts beside it are. */
export const KEPT = 0.5;

/** A cell of the table on paper; a label goes over the columns before the first sum. */
export interface PaperCell {
  readonly text: string;
  readonly span: number;
  readonly align: PrintPage["t_title"][number]["align"];
  /** Broken over two lines it would be read as two. */
  readonly isUnbroken: boolean;
}

export interface PaperRow {
  readonly cells: readonly PaperCell[];
  readonly look: "line" | "subtotal" | "sum";
  /** What it is to the layout: of the lines, on every sheet, or on the last alone. */
  readonly part: "row" | "frame" | "end";
}

/** The rows below the head of a table: lines, some of which sum up those above them, the sheet's own sum, and on the last the total. */
export function tableRows(sheet: PrintPage, isTight: boolean): PaperRow[] {
  const { tr, subtotals = [], pagesumtr, lastfooter } = sheet;
  const labelled = (cells: readonly string[], label: string, part: PaperRow["part"], look: PaperRow["look"]): PaperRow => ({
    cells: withLabel(cells, label, sheet, isTight),
    look,
    part,
  });
  const own = new Set(subtotals);
  return [
    ...tr.map((cells, place): PaperRow => {
      // A subtotal brings its label in its first cell.
      if (own.has(place)) return labelled(["", ...cells.slice(1)], cells[0] ?? "", "row", "subtotal");
      return { cells: cellsOf(cells, 0, sheet, isTight), look: "line", part: "row" };
    }),
    ...(pagesumtr ? [labelled(pagesumtr, "本页小计", "frame", "sum")] : []),
    ...(lastfooter?.totals ? [labelled(lastfooter.totals, "合计", "end", "sum")] : []),
  ];
}

function withLabel(cells: readonly string[], label: string, sheet: PrintPage, isTight: boolean): PaperCell[] {
  const firstSum = cells.findIndex((cell) => cell !== "");
  const span = Math.max(1, firstSum);
  return [{ text: label, span, align: "left", isUnbroken: false }, ...cellsOf(cells, span, sheet, isTight)];
}

/** Numbers, dates and codes. */
const UNBROKEN = /^[!-~]{1,24}$/;

function cellsOf(cells: readonly string[], from: number, { t_title }: PrintPage, isTight: boolean): PaperCell[] {
  return t_title.slice(from).map(({ align }, index) => {
    const text = cells[from + index] ?? "";
    return { text, span: 1, align, isUnbroken: !isTight && (align === "right" || UNBROKEN.test(text)) };
  });
}
