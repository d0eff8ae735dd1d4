import { Pagination, Spin, Table } from "antd";
import { useState } from "react";
import { listParams } from "../../../shared/domain/list/list-state.ts";
import { valueText } from "../../../shared/domain/value-text.ts";
import type { GroupsResult, PageResult, RowGroup, WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { tableColumns } from "../../kinds/columns/table-columns.tsx";
import { Sum } from "../../kinds/DecimalNumber.tsx";
import { shownDensity } from "../../kinds/look.ts";
import { rowId } from "../../kinds/row.ts";
import { PageWait } from "../module/PageWait.tsx";
import { CardRows } from "./CardRows.tsx";
import { groupClause } from "./group-clause.ts";
import { ListTotal } from "./ListTotal.tsx";
import { useRowLink } from "./list-rows.ts";
import { columnWidth } from "./list-widths.ts";
import type { ListState } from "./use-list.ts";
import "./groups.css";

/** Groups of one page, and rows that one of them shows. */
const GROUPS = 100;
const ROWS = 200;

interface GroupTableProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  /** The column that rows are put together by. */
  readonly column: ScreenColumn;
  /** px of the place. */
  readonly height: number;
  /** There is room for one sum, and rows are cards. */
  readonly isNarrow: boolean;
}

/** The rows of a list put together by the values of a column, each group with its number of rows and its sums; it opens to its rows. */
export default function GroupTable({ screen, list, column, height, isNarrow }: GroupTableProps) {
  const [page, setPage] = useState(1);
  const { sorters, filters, own } = list;
  const order = sorters.find(({ field }) => field === column.field)?.order ?? "asc";
  const query = useCall<GroupsResult>(moduleUrl(String(screen.MdlId), "GetGroups"), {
    group: column.field,
    sort: column.field,
    order,
    filter: listParams({ sorters: [], filters }).filter,
    page,
    rows: GROUPS,
  });
  if (query.data === undefined) return <PageWait query={query} />;
  const { groups, total, count, footer } = query.data;
  const all = own.columns.flatMap(({ field, title }) => {
    const sum = screen.footer?.sums.find((one) => one.field === field);
    return sum === undefined ? [] : [{ ...sum, title }];
  });
  const lead = all.find(({ field }) => screen.columns.some((one) => one.field === field && one.fixed !== null));
  const sums = isNarrow ? [lead ?? all[0]].flatMap((sum) => sum ?? []) : all;
  const figure = (values: RowGroup["sums"], { field, decimals }: (typeof sums)[number]) =>
    values[field] ? <Sum value={values[field]} decimals={decimals} /> : null;
  return (
    <div className={`list-table groups density-${shownDensity(own.density)}`} data-testid="list-groups">
      <Table<RowGroup>
        size="small"
        rowKey={({ value }) => String(value)}
        dataSource={groups}
        pagination={false}
        scroll={{ ...(!isNarrow && { x: true }), y: height - CHROME }}
        columns={[
          {
            key: "value",
            title: column.title,
            // Where a column stands still the rows of an open group have the width of the window, not their own.
            ...(!isNarrow && { width: 260, fixed: "left" }),
            render: (_, group) => <b>{groupText(column, group)}</b>,
          },
          {
            key: "count",
            title: "条数",
            width: isNarrow ? 56 : 90,
            align: "right",
            render: (_, { count: rows }) => <span className="num">{rows}</span>,
          },
          ...sums.map((sum) => ({
            key: sum.field,
            title: `${sum.title}小计`,
            width: isNarrow ? 112 : 150,
            align: "right" as const,
            render: (_: unknown, group: RowGroup) => figure(group.sums, sum),
          })),
        ]}
        expandable={{
          expandRowByClick: true,
          expandedRowRender: (group) => <GroupRows screen={screen} list={list} column={column} group={group} isNarrow={isNarrow} />,
        }}
        summary={() => (
          <Table.Summary fixed>
            <Table.Summary.Row className="row-sums" data-testid="list-footer">
              <Table.Summary.Cell index={0} />
              <Table.Summary.Cell index={1}>
                <b>{screen.footer?.label ?? "合计"}</b>
              </Table.Summary.Cell>
              <Table.Summary.Cell index={2} align="right">
                <span className="num">{count}</span>
              </Table.Summary.Cell>
              {sums.map((sum, index) => (
                <Table.Summary.Cell key={sum.field} index={index + 3} align="right">
                  {figure(footer, sum)}
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          </Table.Summary>
        )}
      />
      <footer className="groups-foot">
        <ListTotal total={count} />，{total} 组
        {total > GROUPS && (
          <Pagination size="small" current={page} pageSize={GROUPS} total={total} showSizeChanger={false} onChange={setPage} />
        )}
      </footer>
    </div>
  );
}

/** px of head, sums and pager. */
const CHROME = 35 + 35 + 42;

/** What a group has in common, in words. */
export function groupText(column: ScreenColumn, { value, label }: Pick<RowGroup, "value" | "label">): string {
  if (value === null) return "（空）";
  return label ?? valueText(column.format === "datetime" ? "date" : column.format, value);
}

interface GroupRowsProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  readonly column: ScreenColumn;
  readonly group: RowGroup;
  readonly isNarrow: boolean;
}

/** The rows of one group, as the list shows them. */
function GroupRows({ screen, list, column, group, isNarrow }: GroupRowsProps) {
  const { sorters, filters, own } = list;
  const link = useRowLink(screen, own.columns);
  const clause = groupClause(column.field, group.value);
  const query = useCall<PageResult>(list.source, {
    page: 1,
    rows: ROWS,
    ...listParams({ sorters, filters: [...filters, clause] }),
  });
  const rows = query.data?.rows ?? [];
  const narrow = () => {
    list.setGroup(null);
    list.search([...filters, clause]);
  };
  return (
    <Spin spinning={query.data === undefined}>
      {isNarrow ? (
        <CardRows screen={screen} rows={rows} selection={null} />
      ) : (
        <Table<WireRow>
          size="small"
          rowKey={rowId}
          dataSource={rows}
          pagination={false}
          scroll={{ x: own.columns.reduce((sum, one) => sum + columnWidth(one), 0) }}
          columns={tableColumns(own.columns, link).map((one, index) => ({ ...one, width: columnWidth(own.columns[index] ?? column) }))}
        />
      )}
      {group.count > ROWS && (
        <button type="button" className="filter-clear" onClick={narrow}>
          只显示了前 {ROWS} 条，查看这一组的全部 {group.count} 条
        </button>
      )}
    </Spin>
  );
}
