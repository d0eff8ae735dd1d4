import { Card, Table } from "antd";
import { Link, useLocation } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenLines } from "../../../shared/protocol/screen.ts";
import { renderValue } from "../../kinds/columns/render-value.tsx";
import { Sum } from "../../kinds/DecimalNumber.tsx";
import { rowId } from "../../kinds/row.ts";

/** Above this many lines the table scrolls in itself and draws only what is in view. */
const PLAIN_LINES = 70;
const TALL_PX = 480;

interface LinesTableProps {
  readonly lines: ScreenLines;
  readonly rows: readonly WireRow[];
  readonly sums: Readonly<Record<string, string>>;
  /** Where the rows are documents: the field that leads to each, and the address of their page. */
  readonly link?: { readonly field: string; readonly path: string };
}

/** The lines of a document with their sums. */
export function LinesTable({ lines, rows, sums, link }: LinesTableProps) {
  const { pathname, search } = useLocation();
  const isLong = rows.length > PLAIN_LINES;
  const width = lines.columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <Card size="small" title={lines.title} extra={<span className="faint">共 {rows.length} 行</span>} className="show-lines rows">
      <Table<WireRow>
        size="small"
        rowKey={(row) => String(row.Id ?? row.id ?? row.LineNo)}
        dataSource={rows}
        pagination={false}
        virtual={isLong}
        scroll={{ x: width, ...(isLong && { y: TALL_PX }) }}
        columns={lines.columns.map((column) => ({
          key: column.field,
          dataIndex: column.field,
          title: column.title,
          width: column.width,
          align: column.align,
          ellipsis: true,
          render: (_value, row) =>
            column.field === link?.field ? (
              <Link to={`${link.path}/show/${rowId(row)}`} state={{ from: pathname + search }}>
                {renderValue(row, column, "查看")}
              </Link>
            ) : (
              renderValue(row, column)
            ),
        }))}
        {...(lines.sums.length > 0 &&
          rows.length > 0 && {
            summary: () => (
              <Table.Summary fixed>
                <LinesSums lines={lines} sums={sums} />
              </Table.Summary>
            ),
          })}
      />
    </Card>
  );
}

/** 合计 under the lines of a document. */
function LinesSums({ lines, sums }: { lines: ScreenLines; sums: Readonly<Record<string, string>> }) {
  const decimals = new Map(lines.sums.map((sum) => [sum.field, sum.decimals]));
  return (
    <Table.Summary.Row className="row-sums">
      {lines.columns.map((column, index) => {
        const sum = sums[column.field];
        const places = decimals.get(column.field);
        return (
          <Table.Summary.Cell key={column.field} index={index} align={column.align}>
            {index === 0 && <b>合计</b>}
            {sum !== undefined && places !== undefined && <Sum value={sum} decimals={places} />}
          </Table.Summary.Cell>
        );
      })}
    </Table.Summary.Row>
  );
}
