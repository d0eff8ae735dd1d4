import { Table } from "antd";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { isSet } from "../../kinds/text/flag-text.ts";
import { FooterRow } from "./FooterRow.tsx";
import { ListEmpty } from "./ListEmpty.tsx";
import { tableColumns } from "./table-columns.tsx";
import { SELECTION_WIDTH, tableLayout } from "./table-layout.ts";
import type { ListState } from "./use-list.ts";
import type { Selection } from "./use-selection.ts";

interface ListTableProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  /** null: nothing can be done with several rows, so none can be ticked. */
  readonly selection: Selection | null;
  /** px */
  readonly height: number;
  readonly onClearFilters: () => void;
}

/** The rows, their sums and the pager. */
export function ListTable({ screen, list, selection, height, onClearFilters }: ListTableProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const from = pathname + search;
  const { columns, footer, show } = screen;
  const { rows, sorters } = list;
  const showPath = (id: string) => `${screen.path}/show/${encodeURIComponent(id)}`;
  const linkField = (columns.find((column) => column.field === show.titleField) ?? columns[0])?.field;
  const antdColumns = useMemo(
    () => tableColumns({ columns, sorters, linkField, showPath: (id) => `${screen.path}/show/${encodeURIComponent(id)}`, from }),
    [columns, sorters, linkField, screen.path, from],
  );
  const unreadFields = columns.filter((column) => column.format === "unread").map((column) => column.field);
  const { x, y, isVirtual } = tableLayout(
    height,
    columns.map((column) => column.width),
    selection !== null,
    footer !== null,
    rows.length,
  );
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
            onDoubleClick: () => navigate(showPath(rowId(row)), { state: { from } }),
          }) as React.HTMLAttributes<HTMLElement>
        }
        {...(selection && {
          rowSelection: {
            selectedRowKeys: [...selection.ids],
            onChange: (keys) => selection.choose(keys.map(String)),
            columnWidth: SELECTION_WIDTH,
            fixed: true,
          },
        })}
        pagination={{
          ...(typeof list.pagination === "object" && list.pagination),
          size: "small",
          total: list.total,
          position: ["bottomRight"],
          showSizeChanger: { options: list.sizeOptions, "aria-label": "每页条数", popupMatchSelectWidth: false },
          showTotal: (total) => (
            <>
              共 <b data-testid="list-total">{total}</b> 条
            </>
          ),
        }}
        onChange={list.onChange}
        {...(footer && {
          // antd looks at the element itself: `fixed` counts only on a Table.Summary returned from here.
          summary: () => (
            <Table.Summary fixed>
              <FooterRow columns={columns} footer={footer} sums={list.footer} hasSelection={selection !== null} />
            </Table.Summary>
          ),
        })}
      />
    </div>
  );
}
