import type { Setting } from "../../shared/print/setting.ts";
import { KEPT, type PaperCell, type PaperRow, tableRows } from "../../shared/print/table-rows.ts";
import type { PrintPage } from "../../shared/protocol/print.ts";
import type { Face } from "../base/pen.ts";
import { type Block, type Box, faceOf, LINE, leading, linesOf, MARGIN, type Mark, mm, type Type, textMarks } from "./block.ts";

const PADDING = { x: mm(1), y: mm(0.6) } as const;
const RULE = mm(0.2);
const SUBTOTAL = "#f2f2f2";
/** What a column is wider than its longest text by: sums of widths are not exact. */
const HAIR = 0.05;

export interface Table {
  readonly head: Block;
  readonly rows: readonly Block[];
  /** Widths of the columns. */
  readonly columns: readonly number[];
  readonly isTooWide: boolean;
}

/** The table of a sheet; columns as wide as their longest amount or code, and the template's shares of what is left. */
export function tableOf(sheet: PrintPage, { columns: known, isTight }: Setting, type: Type): Table {
  const rows = tableRows(sheet, isTight);
  const { columns, isTooWide } = known === null ? foundColumns(sheet, rows, isTight, type) : { columns: known, isTooWide: false };
  const titles = sheet.t_title.map(({ title }): PaperCell => ({ text: title, span: 1, align: "center", isUnbroken: false }));
  return {
    head: { part: "frame", ...rowMarks(titles, columns, { face: faceOf(type, "bold"), isFirst: true, fill: null }, type) },
    rows: rows.map(({ cells, look, part }) => ({
      part,
      ...rowMarks(
        cells,
        columns,
        { face: faceOf(type, look === "line" ? "regular" : "bold"), isFirst: false, fill: look === "subtotal" ? SUBTOTAL : null },
        type,
      ),
    })),
    columns,
    isTooWide,
  };
}

function foundColumns(
  { t_title }: PrintPage,
  rows: readonly PaperRow[],
  isTight: boolean,
  type: Type,
): Pick<Table, "columns" | "isTooWide"> {
  const least = t_title.map(({ width, align }) => (align === "right" || isTight ? type.size : mm(width * KEPT)));
  for (const { cells, look } of rows) {
    const face = faceOf(type, look === "line" ? "regular" : "bold");
    let column = 0;
    for (const { text, span, isUnbroken } of cells) {
      if (isUnbroken) least[column] = Math.max(least[column] ?? 0, type.pen.widthOf(text, face) + HAIR);
      column += span;
    }
  }
  const needed = least.map((width) => width + 2 * PADDING.x);
  const all = total(needed);
  if (all > type.width) return { columns: needed.map((width) => (width * type.width) / all), isTooWide: true };
  // The template's millimetres add up to the paper, which has margins: they are shares.
  const shares = total(t_title.map(({ width }) => width));
  const wanted = t_title.map(({ width }, column) => Math.max(0, (width * type.width) / shares - (needed[column] ?? 0)));
  const wish = total(wanted) || 1;
  return { columns: needed.map((width, column) => width + ((type.width - all) * (wanted[column] ?? 0)) / wish), isTooWide: false };
}

const total = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);

interface RowLook {
  readonly face: Face;
  /** Has a line above it, too. */
  readonly isFirst: boolean;
  readonly fill: string | null;
}

function rowMarks(cells: readonly PaperCell[], columns: readonly number[], { face, isFirst, fill }: RowLook, type: Type) {
  const { pen } = type;
  let [column, left] = [0, MARGIN.side];
  const placed = cells.map(({ text, span, align, isUnbroken }) => {
    const width = total(columns.slice(column, column + span));
    const [x, room] = [left + PADDING.x, width - 2 * PADDING.x];
    column += span;
    left += width;
    const isWhole = isUnbroken && pen.widthOf(text, face) <= room;
    return { x, room, align, left, lines: isWhole ? [text] : linesOf(text, room, face, pen) };
  });
  const above = isFirst ? RULE : 0;
  const most = Math.max(1, ...placed.map(({ lines }) => lines.length));
  const height = above + most * leading(face.size) + 2 * PADDING.y + RULE;
  const texts = placed.flatMap(({ lines, ...place }) =>
    textMarks(lines, { ...place, top: above + PADDING.y + ((most - lines.length) * leading(face.size)) / 2 }, face, pen),
  );
  const width = left - MARGIN.side;
  const rules: Box[] = [
    [MARGIN.side, height - RULE, width, RULE],
    ...(isFirst ? [[MARGIN.side, 0, width, RULE] as const] : []),
    ...[MARGIN.side + RULE, ...placed.map((cell) => cell.left)].map((x): Box => [x - RULE, 0, RULE, height]),
  ];
  const background: Mark[] = fill === null ? [] : [{ kind: "boxes", color: fill, boxes: [[MARGIN.side, 0, width, height]] }];
  return { height, marks: [...background, { kind: "boxes", color: LINE, boxes: rules } as const, ...texts] };
}
