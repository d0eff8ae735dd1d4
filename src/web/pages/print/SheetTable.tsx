import type { PrintPage } from "../../../shared/protocol/print.ts";
import type { Setting } from "./setting.ts";

/** Share of a template's width that a column of text keeps, however long the amounts beside it are. */
const KEPT = 0.5;

/** The rows of a sheet, some of which sum up those above them, its own subtotal, and on the last sheet the total. */
export function SheetTable({ sheet, setting: { columns: widths, isTight } }: { sheet: PrintPage; setting: Setting }) {
  const { t_title: columns, tr: rows, subtotals = [], pagesumtr, lastfooter } = sheet;
  // In shares of the sheet: the template's millimetres add up to the paper, which has margins.
  const tableWidth = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <div className="print-body">
      <table className="print-table" style={{ tableLayout: widths === null ? "auto" : "fixed" }}>
        <colgroup>
          {columns.map(({ field, width }, index) => (
            <col key={field} style={{ width: widths === null ? `${(100 * width) / tableWidth}%` : `${widths[index]}px` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ field, title, width, align }) => (
              <th key={field} style={align === "right" || widths !== null || isTight ? undefined : { minWidth: `${width * KEPT}mm` }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(([number, row]) => (
            <Row
              key={number}
              sheet={sheet}
              isTight={isTight}
              part="row"
              {...(subtotals.includes(number - 1) ? subtotalRow(row) : { cells: row })}
            />
          ))}
          {pagesumtr && <Row sheet={sheet} isTight={isTight} part="frame" cells={pagesumtr} label="本页小计" />}
          {lastfooter?.totals && <Row sheet={sheet} isTight={isTight} part="end" cells={lastfooter.totals} label="合计" />}
        </tbody>
      </table>
    </div>
  );
}

/** Printed lines have no id; their place on the sheet, which never changes, tells them apart. */
const numbered = (rows: PrintPage["tr"]) => rows.map((row, index) => [index + 1, row] as const);

/** A subtotal brings its label in its first cell. */
const subtotalRow = ([label = "", ...sums]: readonly string[]) => ({ cells: ["", ...sums], label, className: "print-subtotal" });

interface RowProps {
  readonly sheet: PrintPage;
  /** Even amounts may wrap. */
  readonly isTight: boolean;
  /** What it is to the layout: of the lines, on every sheet, or on the last alone. */
  readonly part: "row" | "frame" | "end";
  readonly cells: readonly string[];
  /** Stands in the cells before the first sum. */
  readonly label?: string;
  readonly className?: string;
}

/** Numbers, dates and codes: broken over two lines they would be read as two. */
const UNBROKEN = /^[!-~]{1,24}$/;

function Row({ sheet, isTight, part, cells, label, className = label === undefined ? "" : "print-sum" }: RowProps) {
  const firstSum = cells.findIndex((cell) => cell !== "");
  const labelSpan = label === undefined ? 0 : Math.max(1, firstSum);
  return (
    <tr className={className} data-part={part}>
      {labelSpan > 0 && <td colSpan={labelSpan}>{label}</td>}
      {sheet.t_title.slice(labelSpan).map(({ field, align }, index) => {
        const cell = cells[labelSpan + index] ?? "";
        return (
          <td key={field} align={align} className={!isTight && (align === "right" || UNBROKEN.test(cell)) ? "print-unbroken" : undefined}>
            {cell}
          </td>
        );
      })}
    </tr>
  );
}
