import type { ScreenColumn } from "../../../shared/protocol/screen.ts";

/** px: in a place narrower than this rows are cards. */
export const CARDS = 560;

/** px of the parts of a list's table. */
const HEAD = 35;
const FOOTER = 35;
const PAGER = 42;
export const LEAST_BODY = 105;
export const SELECTION_WIDTH = 40;
const TITLE_CHAR = 13.5;
const CELL_PADDING = 20;
const SORT_ICONS = 18;
/** The shape before a status. */
const STATUS_SHAPE = 12;

/** More rows than this are drawn as they come into view. */
export const PLAIN_ROWS = 70;

/** A column's width; at least as wide as its title, which must stay readable. What somebody has set himself is as he set it. */
export function columnWidth(
  column: Pick<ScreenColumn, "title" | "width" | "sortable" | "format"> & { readonly isSized?: boolean },
): number {
  const { title, width, sortable, format, isSized = false } = column;
  const told = width + (format === "status" ? STATUS_SHAPE : 0);
  return isSized ? width : Math.max(told, Math.ceil(title.length * TITLE_CHAR) + CELL_PADDING + (sortable ? SORT_ICONS : 0));
}

/** How wide the rows are. */
export const rowsWidth = (columns: readonly Parameters<typeof columnWidth>[0][], hasSelection: boolean): number =>
  columns.reduce((sum, column) => sum + columnWidth(column), hasSelection ? SELECTION_WIDTH : 0);

/** How high head, pager and sums are, around the rows. */
export const aroundRows = (hasFooter: boolean): number => HEAD + PAGER + (hasFooter ? FOOTER : 0);

/** The last column that stays in view at the left, -1: none does. antd needs the fixed columns at the edge: whatever stands left of one is fixed too. */
export const lastLeftOf = (columns: readonly Pick<ScreenColumn, "fixed">[]): number =>
  columns.findLastIndex((column) => column.fixed === "left");
