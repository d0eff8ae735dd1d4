import type { PrintPage } from "../../../shared/protocol/print.ts";

/** The rows of a sheet, some of which sum up those above them, its own subtotal, and on the last sheet the total. */
export function SheetTable({ sheet }: { sheet: PrintPage }) {
  const { t_title: columns, tr: rows, subtotals = [], pagesumtr, lastfooter } = sheet;
  // In shares of the sheet: the template's millimetres add up to the paper, which has margins.
  const tableWidth = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <table className="print-table">
      <colgroup>
        {columns.map(({ field, width }) => (
          <col key={field} style={{ width: `${(100 * width) / tableWidth}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ field, title }) => (
            <th key={field}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered(rows).map(([number, row]) => (
          <Row key={number} sheet={sheet} {...(subtotals.includes(number - 1) ? subtotalRow(row) : { cells: row })} />
        ))}
        {pagesumtr && <Row sheet={sheet} cells={pagesumtr} label="本页小计" />}
        {lastfooter?.totals && <Row sheet={sheet} cells={lastfooter.totals} label="合计" />}
      </tbody>
    </table>
  );
}

/** Printed lines have no id; their place on the sheet, which never changes, tells them apart. */
const numbered = (rows: PrintPage["tr"]) => rows.map((row, index) => [index + 1, row] as const);

/** A subtotal brings its label in its first cell. */
const subtotalRow = ([label = "", ...sums]: readonly string[]) => ({ cells: ["", ...sums], label, className: "print-subtotal" });

interface RowProps {
  readonly sheet: PrintPage;
  readonly cells: readonly string[];
  /** Stands in the cells before the first sum. */
  readonly label?: string;
  readonly className?: string;
}

function Row({ sheet, cells, label, className = label === undefined ? "" : "print-sum" }: RowProps) {
  const firstSum = cells.findIndex((cell) => cell !== "");
  const labelSpan = label === undefined ? 0 : Math.max(1, firstSum);
  return (
    <tr className={className}>
      {labelSpan > 0 && <td colSpan={labelSpan}>{label}</td>}
      {sheet.t_title.slice(labelSpan).map(({ field, align }, index) => (
        <td key={field} align={align}>
          {cells[labelSpan + index]}
        </td>
      ))}
    </tr>
  );
}
