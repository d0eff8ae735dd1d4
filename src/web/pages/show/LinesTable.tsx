import { Card, Table } from "antd";
import { useLocation } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenLines } from "../../../shared/protocol/screen.ts";
import { tableColumns, tableSums } from "../../kinds/columns/table-columns.tsx";

/** Above this many lines the table scrolls in itself and draws only what is in view. */
const PLAIN_LINES = 70;
const TALL_PX = 480;
/** A column as wide as this holds prose, which is read as a whole: it gets what width is left, and as many lines as it needs. */
const PROSE_PX = 400;
const LEAST_PROSE_PX = 200;

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
  const isProse = ({ width }: { readonly width: number }) => width >= PROSE_PX;
  // What draws only the rows in view wants them of one height.
  const isLong = rows.length > PLAIN_LINES && !lines.columns.some(isProse);
  const width = lines.columns.reduce((sum, column) => sum + (isProse(column) ? LEAST_PROSE_PX : column.width), 0);
  const columns = tableColumns(
    lines.columns,
    link && { field: link.field, pathOf: (id) => `${link.path}/show/${id}`, from: pathname + search },
  ).map(({ width: wide, ...column }) =>
    isProse({ width: wide }) ? { ...column, ellipsis: false, className: "prose" } : { ...column, width: wide },
  );
  return (
    <Card size="small" title={lines.title} extra={<span className="faint">共 {rows.length} 行</span>} className="show-lines rows">
      <Table<WireRow>
        size="small"
        rowKey={(row) => String(row.Id ?? row.id ?? row.LineNo)}
        dataSource={rows}
        pagination={false}
        virtual={isLong}
        scroll={{ x: width, ...(isLong && { y: TALL_PX }) }}
        columns={columns}
        {...(lines.sums.length > 0 &&
          rows.length > 0 && {
            summary: tableSums({
              columns: lines.columns,
              sums: lines.sums,
              values: sums,
              label: "合计",
              labelField: lines.columns[0]?.field,
            }),
          })}
      />
    </Card>
  );
}
