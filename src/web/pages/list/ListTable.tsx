import { Table } from "antd";
import { useCallback, useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { tableSums } from "../../kinds/columns/table-columns.tsx";
import { shownDensity } from "../../kinds/look.ts";
import { rowId } from "../../kinds/row.ts";
import type { Size } from "../../kinds/use-size.ts";
import { ListEmpty } from "./ListEmpty.tsx";
import { ListSums, ListTotal } from "./ListTotal.tsx";
import { listColumns } from "./list-columns.tsx";
import { type RowsProps, useRowLink } from "./list-rows.ts";
import { aroundRows, LEAST_BODY, rowsWidth } from "./list-widths.ts";
import { LongRows } from "./long-rows.ts";
import { useRowKeys } from "./row-keys.ts";
import { unreadBy } from "./row-parts.ts";
import type { OwnLayout } from "./use-layout.ts";
import { useLongRows } from "./use-long-rows.tsx";
import { usePrinting } from "./use-printing.ts";
import { useRange } from "./use-range.ts";

interface ListTableProps extends RowsProps {
  /** px of the place for table and pager. */
  readonly area: Size;
}

/** px between the edges of an A4 sheet that lies on its side. */
const SHEET = 1030;

/** How much smaller a table of this width is printed, so that no column is cut off. */
const printScale = (x: number) => ({ "--print-scale": Math.min(1, SHEET / x) }) as React.CSSProperties;

/** The rows, their sums and the pager. */
export function ListTable({ screen, list, selection, isAllMeant = false, area, onClearFilters }: ListTableProps) {
  const navigate = useNavigate();
  const { footer } = screen;
  const { rows, sorters, own, all } = list;
  const { columns } = own;
  const link = useRowLink(screen, columns);
  const onSize = useSizing(own);
  const antdColumns = useMemo(() => listColumns(columns, sorters, link, onSize), [columns, sorters, link, onSize]);
  const isUnread = useMemo(() => unreadBy(columns), [columns]);
  const isPrinting = usePrinting();
  const hasPage = link.field !== undefined;
  const openRow = (id: string) => navigate(link.pathOf(id), { state: { from: link.from } });
  const nameOf = (row: WireRow) => String(row[link.field ?? "Id"] ?? rowId(row));
  const x = rowsWidth(columns, selection !== null);
  const y = Math.max(LEAST_BODY, area.height - aroundRows(footer !== null));
  // Without a row antd says so.
  const hasRows = all === null ? rows.length > 0 : list.total > 0;
  const long = useLongRows({
    list,
    link,
    isUnread,
    selection,
    isAllMeant,
    boxHeight: y,
    isPrinting,
    onOpen: hasPage ? openRow : undefined,
    nameOf,
  });
  const keys = useRowKeys({
    hrefOf: hasPage ? link.pathOf : undefined,
    open: openRow,
    tick: selection === null ? undefined : long.toggle,
    ...(hasRows && { goTo: long.goTo }),
  });
  const ticked = isAllMeant ? NO_ROWS : (selection?.rows ?? NO_ROWS);
  const { isChosen, ...range } = useRange({ rows, all, columns, ticked: selection?.rows ?? NO_ROWS, hasTicks: selection !== null });
  return (
    <div
      {...range}
      {...keys}
      data-testid="list-table"
      className={`list-table rows density-${shownDensity(own.density)}${isChosen ? " is-ranged" : ""}`}
      style={printScale(x)}
    >
      <LongRows.Provider value={long.input}>
        <Table<WireRow>
          size="small"
          rowKey={rowId}
          columns={long.tickColumn === null ? antdColumns : [long.tickColumn, ...antdColumns]}
          dataSource={long.stub}
          scroll={{ x, y }}
          loading={{ spinning: list.query.isFetching || long.isReading, delay: 250 }}
          locale={{ emptyText: <ListEmpty height={y} hasFilters={list.filters.length > 0} onClear={onClearFilters} /> }}
          {...(hasRows && { components: long.components, "aria-rowcount": list.total })}
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
                {footer !== null && (
                  <ListSums
                    columns={columns}
                    footer={footer}
                    values={list.footer}
                    rows={rows}
                    rowsTitle={all === null ? "本页" : "已读取"}
                    ticked={ticked}
                    inView={new Set(columns.filter(({ fixed }) => x <= area.width || fixed !== null).map(({ field }) => field))}
                  />
                )}
              </>
            ),
          }}
          onChange={list.onChange}
          {...(footer && {
            summary: tableSums({ ...footer, columns, values: list.footer, hasSelection: selection !== null, testId: "list-footer" }),
          })}
        />
      </LongRows.Provider>
      {/* antd shows no pager for an empty list. */}
      {list.total === 0 && (
        <div className="list-none">
          <ListTotal total={0} />
        </div>
      )}
    </div>
  );
}

/** Gives a column another width; the same function as long as the list is there. */
function useSizing(own: OwnLayout): (field: string, width: number) => void {
  const latest = useRef(own);
  latest.current = own;
  return useCallback((field: string, width: number) => {
    const { all, arrange } = latest.current;
    arrange(all.map((column) => (column.field === field ? { ...column, width, isSized: true } : column)));
  }, []);
}

const NO_ROWS: readonly WireRow[] = [];
