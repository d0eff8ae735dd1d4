import { Table } from "antd";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { tableSums } from "../../kinds/columns/table-columns.tsx";
import { rowId } from "../../kinds/row.ts";
import { rowTicks } from "../../kinds/row-ticks.tsx";
import { type Size, useSize } from "../../kinds/use-size.ts";
import { PageWait } from "../module/PageWait.tsx";
import { ListEmpty } from "./ListEmpty.tsx";
import { columnWidth, listColumns, SELECTION_WIDTH, tableLayout } from "./list-columns.tsx";
import type { ListState } from "./use-list.ts";
import type { Selection } from "./use-selection.ts";

/** px: below this the pager has no room for page numbers. */
const NARROW = 520;

interface ListAreaProps extends Omit<ListTableProps, "area"> {
  readonly className: string;
  /** px; left out: what is left of the page. */
  readonly height?: number;
  readonly onRefresh: () => void;
}

/** The place of the table: what stands there until its rows are read, and the table as large as it is. */
export function ListArea({ className, height, onRefresh, ...table }: ListAreaProps) {
  const [place, area] = useSize<HTMLDivElement>();
  const { query } = table.list;
  return (
    <div ref={place} className={className} style={{ height }}>
      {query.data === undefined && <PageWait query={query} onRetry={onRefresh} />}
      {query.data !== undefined && area.height > 0 && <ListTable {...table} area={area} />}
    </div>
  );
}

interface ListTableProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  /** null: nothing can be done with several rows, so none can be ticked. */
  readonly selection: Selection | null;
  /** px of the place for table and pager. */
  readonly area: Size;
  readonly onClearFilters: () => void;
}

/** The rows, their sums and the pager. */
function ListTable({ screen, list, selection, area, onClearFilters }: ListTableProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { columns, footer, show } = screen;
  const { rows, sorters } = list;
  // Rows that are sums over others have no document of their own.
  const hasShow = show.sections.length > 0;
  const linkField = hasShow ? (columns.find((column) => column.field === show.titleField) ?? columns[0])?.field : undefined;
  const link = useMemo(
    () => ({ field: linkField, pathOf: (id: string) => `${screen.path}/show/${encodeURIComponent(id)}`, from: pathname + search }),
    [linkField, screen.path, pathname, search],
  );
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
            ...(hasShow && { onDoubleClick: () => navigate(link.pathOf(rowId(row)), { state: { from: link.from } }) }),
          }) as React.HTMLAttributes<HTMLElement>
        }
        {...(selection && {
          rowSelection: {
            selectedRowKeys: [...selection.ids],
            onChange: (keys) => selection.choose(keys.map(String)),
            columnWidth: SELECTION_WIDTH,
            ...rowTicks((row) => String(row[linkField ?? "Id"] ?? rowId(row))),
          },
        })}
        pagination={{
          size: "small",
          current: list.current,
          pageSize: list.pageSize,
          simple: area.width < NARROW,
          total: list.total,
          position: ["bottomRight"],
          showSizeChanger: { options: list.sizeOptions, "aria-label": "每页条数", popupMatchSelectWidth: false },
          showTotal: (total) => <Total total={total} />,
        }}
        onChange={list.onChange}
        {...(footer && {
          summary: tableSums({ ...footer, columns, values: list.footer, hasSelection: selection !== null, testId: "list-footer" }),
        })}
      />
      {/* antd shows no pager for an empty list. */}
      {list.total === 0 && (
        <div className="list-none">
          <Total total={0} />
        </div>
      )}
    </div>
  );
}

/** Number of rows over all pages. */
function Total({ total }: { total: number }) {
  return (
    <span>
      共 <b data-testid="list-total">{total}</b> 条
    </span>
  );
}
