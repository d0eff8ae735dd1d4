import type { CrudSort } from "@refinedev/core";
import type { TableColumnsType } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { type RowLink, tableColumns } from "../../kinds/columns/table-columns.tsx";
import { ColumnEdge } from "./ColumnEdge.tsx";

/** px of the parts of a list's table. */
const HEAD = 35;
const FOOTER = 35;
const PAGER = 42;
const LEAST_BODY = 105;
export const SELECTION_WIDTH = 40;
const TITLE_CHAR = 13.5;
const CELL_PADDING = 20;
const SORT_ICONS = 18;
/** The shape before a status. */
const STATUS_SHAPE = 12;

/** More rows than this are drawn as they come into view (a table of more rows is slow to draw). */
export const PLAIN_ROWS = 70;

/** A column's width; at least as wide as its title, which must stay readable. What somebody has set himself is as he set it. */
export function columnWidth(
  column: Pick<ScreenColumn, "title" | "width" | "sortable" | "format"> & { readonly isSized?: boolean },
): number {
  const { title, width, sortable, format, isSized = false } = column;
  const told = width + (format === "status" ? STATUS_SHAPE : 0);
  return isSized ? width : Math.max(told, Math.ceil(title.length * TITLE_CHAR) + CELL_PADDING + (sortable ? SORT_ICONS : 0));
}

/** How wide the rows are, and how much of the area is left for them. */
export function tableLayout(areaHeight: number, columnWidths: readonly number[], hasSelection: boolean, hasFooter: boolean) {
  return {
    x: columnWidths.reduce((sum, width) => sum + width, hasSelection ? SELECTION_WIDTH : 0),
    y: Math.max(LEAST_BODY, areaHeight - HEAD - PAGER - (hasFooter ? FOOTER : 0)),
  };
}

/** The last column that stays in view at the left, -1: none does. antd needs the fixed columns at the edge: whatever stands left of one is fixed too. */
export const lastLeftOf = (columns: readonly Pick<ScreenColumn, "fixed">[]): number =>
  columns.findLastIndex((column) => column.fixed === "left");

/** The screen's columns as antd columns that can be sorted by, and made wider and narrower. */
export function listColumns(
  columns: readonly ScreenColumn[],
  sorters: readonly CrudSort[],
  link: RowLink,
  onSize: (field: string, width: number) => void,
): TableColumnsType<WireRow> {
  const lastLeft = lastLeftOf(columns);
  const shown = sorters.filter((sort) => columns.some((column) => column.field === sort.field));
  const plain = tableColumns(columns, link);
  return columns.map((column, index) => {
    const rank = shown.findIndex((sort) => sort.field === column.field);
    const order = shown[rank]?.order;
    return {
      ...plain[index],
      title: (
        <>
          <span className="column-title" title={column.title}>
            {column.title}
            {shown.length > 1 && rank >= 0 && <sup className="sort-rank">{rank + 1}</sup>}
          </span>
          <ColumnEdge field={column.field} onSize={(width) => onSize(column.field, width)} />
        </>
      ),
      width: columnWidth(column),
      ...(index <= lastLeft ? { fixed: "left" as const } : column.fixed !== null && { fixed: column.fixed }),
      // `multiple` only switches antd to several sorted columns; their order is ours.
      ...(column.sortable && { sorter: { multiple: 1 }, sortOrder: order === undefined ? null : (`${order}end` as const) }),
    };
  });
}
