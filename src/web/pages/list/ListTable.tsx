import { Table } from "antd";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { tableSums } from "../../kinds/columns/table-columns.tsx";
import { rowId } from "../../kinds/row.ts";
import { rowTicks } from "../../kinds/row-ticks.tsx";
import type { Size } from "../../kinds/use-size.ts";
import { ListEmpty } from "./ListEmpty.tsx";
import { ListSums, ListTotal } from "./ListTotal.tsx";
import { columnWidth, listColumns, SELECTION_WIDTH, tableLayout } from "./list-columns.tsx";
import { type RowsProps, useRowLink } from "./list-rows.ts";

interface ListTableProps extends RowsProps {
  /** px of the place for table and pager. */
  readonly area: Size;
}

/** The rows, their sums and the pager. */
export function ListTable({ screen, list, selection, area, onClearFilters }: ListTableProps) {
  const navigate = useNavigate();
  const { columns, footer } = screen;
  const { rows, sorters } = list;
  const link = useRowLink(screen);
  const antdColumns = useMemo(() => listColumns(columns, sorters, link), [columns, sorters, link]);
  const unreadFields = columns.filter((column) => column.format === "unread").map((column) => column.field);
  const { x, y, isVirtual } = tableLayout(area.height, columns.map(columnWidth), selection !== null, footer !== null, rows.length);
  return (
    <div data-testid="list-table" className="list-table rows">
      <Table<WireRow>
        size="small"
        rowKey={rowId}
        columns={antdColumns}
        dataSource={rows}
        virtual={isVirtual}
        scroll={{ x, y }}
        loading={{ spinning: list.query.isFetching, delay: 250 }}
        locale={{ emptyText: <ListEmpty height={y} hasFilters={list.filters.length > 0} onClear={onClearFilters} /> }}
        rowClassName={(row) => (unreadFields.some((field) => isSet(row[field])) ? "row-unread" : "")}
        onRow={(row) =>
          ({
            "data-testid": `row-${rowId(row)}`,
            ...(link.field !== undefined && { onDoubleClick: () => navigate(link.pathOf(rowId(row)), { state: { from: link.from } }) }),
          }) as React.HTMLAttributes<HTMLElement>
        }
        {...(selection && {
          rowSelection: {
            selectedRowKeys: [...selection.ids],
            onChange: (keys) => selection.choose(keys.map(String)),
            columnWidth: SELECTION_WIDTH,
            ...rowTicks((row) => String(row[link.field ?? "Id"] ?? rowId(row))),
          },
        })}
        pagination={{
          size: "small",
          current: list.current,
          pageSize: list.pageSize,
          total: list.total,
          position: ["bottomRight"],
          showSizeChanger: { options: list.sizeOptions, "aria-label": "每页条数", popupMatchSelectWidth: false },
          showTotal: (total) => (
            <>
              <ListTotal total={total} />
              {footer !== null && x > area.width && (
                <ListSums columns={columns.filter(({ fixed }) => fixed === null)} footer={footer} values={list.footer} />
              )}
            </>
          ),
        }}
        onChange={list.onChange}
        {...(footer && {
          summary: tableSums({ ...footer, columns, values: list.footer, hasSelection: selection !== null, testId: "list-footer" }),
        })}
      />
      {/* antd shows no pager for an empty list. */}
      {list.total === 0 && (
        <div className="list-none">
          <ListTotal total={0} />
        </div>
      )}
    </div>
  );
}
