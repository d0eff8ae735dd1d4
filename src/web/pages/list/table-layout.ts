/** px of the parts of a list's table. */
const HEAD = 35;
const FOOTER = 35;
const PAGER = 42;
const LEAST_BODY = 105;
export const SELECTION_WIDTH = 40;

/** More rows than this are drawn as they come into view (STACK section 4). */
const PLAIN_ROWS = 70;

export interface TableLayout {
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
