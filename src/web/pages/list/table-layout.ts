import type { ScreenColumn } from "../../../shared/protocol/screen.ts";

/** px of the parts of a list's table. */
const HEAD = 35;
const FOOTER = 35;
const PAGER = 42;
const LEAST_BODY = 105;
export const SELECTION_WIDTH = 40;
const TITLE_CHAR = 13.5;
const CELL_PADDING = 20;
const SORT_ICONS = 18;

/** More rows than this are drawn as they come into view (a table of more rows is slow to draw). */
const PLAIN_ROWS = 70;

/** A column's width; at least as wide as its title, which must stay readable. */
export function columnWidth({ title, width, sortable }: Pick<ScreenColumn, "title" | "width" | "sortable">): number {
  return Math.max(width, Math.ceil(title.length * TITLE_CHAR) + CELL_PADDING + (sortable ? SORT_ICONS : 0));
}

interface TableLayout {
  readonly x: number;
  readonly y: number;
  readonly isVirtual: boolean;
}

/** How much of the area is left for the rows. antd's virtual mode needs both numbers. */
export function tableLayout(
  areaHeight: number,
  columnWidths: readonly number[],
  hasSelection: boolean,
  hasFooter: boolean,
  rows: number,
): TableLayout {
  return {
    x: columnWidths.reduce((sum, width) => sum + width, hasSelection ? SELECTION_WIDTH : 0),
    y: Math.max(LEAST_BODY, areaHeight - HEAD - PAGER - (hasFooter ? FOOTER : 0)),
    isVirtual: rows > PLAIN_ROWS,
  };
}
