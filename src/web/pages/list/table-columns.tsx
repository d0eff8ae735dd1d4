import type { CrudSort } from "@refinedev/core";
import type { TableColumnsType } from "antd";
import { Link } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { renderValue } from "../../kinds/columns/render-value.tsx";
import { rowId } from "../../kinds/row.ts";
import { columnWidth } from "./table-layout.ts";

interface ColumnsInput {
  readonly columns: readonly ScreenColumn[];
  readonly sorters: readonly CrudSort[];
  /** The field that leads to the document. */
  readonly linkField: string | undefined;
  readonly showPath: (id: string) => string;
  /** Where the document page leads back to. */
  readonly from: string;
}

/** The screen's columns as antd columns. */
export function tableColumns({ columns, sorters, linkField, showPath, from }: ColumnsInput): TableColumnsType<WireRow> {
  // antd needs the fixed columns at the edge: whatever stands left of one is fixed too.
  const lastLeft = columns.findLastIndex((column) => column.fixed === "left");
  const shown = sorters.filter((sort) => columns.some((column) => column.field === sort.field));
  return columns.map((column, index) => {
    const rank = shown.findIndex((sort) => sort.field === column.field);
    const order = shown[rank]?.order;
    return {
      key: column.field,
      dataIndex: column.field,
      title: <HeaderTitle title={column.title} rank={shown.length > 1 ? rank : -1} />,
      width: columnWidth(column),
      align: column.align,
      ellipsis: true,
      ...(index <= lastLeft ? { fixed: "left" as const } : column.fixed !== null && { fixed: column.fixed }),
      // `multiple` only switches antd to several sorted columns; their order is ours.
      ...(column.sortable && { sorter: { multiple: 1 }, sortOrder: order === undefined ? null : (`${order}end` as const) }),
      render: (_value, row) =>
        column.field === linkField ? (
          <Link to={showPath(rowId(row))} state={{ from }}>
            {renderValue(row, column, "查看")}
          </Link>
        ) : (
          renderValue(row, column)
        ),
    };
  });
}

/** A column's title, with its place in the order when several columns are sorted. */
function HeaderTitle({ title, rank }: { title: string; rank: number }) {
  return (
    <span title={title}>
      {title}
      {rank >= 0 && <sup className="sort-rank">{rank + 1}</sup>}
    </span>
  );
}
