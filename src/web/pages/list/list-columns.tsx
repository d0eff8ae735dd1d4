import type { CrudSort } from "@refinedev/core";
import type { TableColumnsType } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { type RowLink, tableColumns } from "../../kinds/columns/table-columns.tsx";
import { ColumnEdge } from "./ColumnEdge.tsx";
import { columnWidth, lastLeftOf } from "./list-widths.ts";

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
