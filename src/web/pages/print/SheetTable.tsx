import type { SetSheet } from "../../../shared/print/setting.ts";
import { KEPT, type PaperRow, tableRows } from "../../../shared/print/table-rows.ts";

/** The table of a sheet. */
export function SheetTable({ sheet, setting: { columns: widths, isTight } }: SetSheet) {
  const { t_title: columns } = sheet;
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
          {numbered(tableRows(sheet, isTight)).map(([number, row]) => (
            <Row key={number} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Printed lines have no id; their place on the sheet, which never changes, tells them apart. */
const numbered = (rows: readonly PaperRow[]) => rows.map((row, index) => [index + 1, row] as const);

const CLASSES = { line: "", subtotal: "print-subtotal", sum: "print-sum" } as const satisfies Record<PaperRow["look"], string>;

function Row({ row: { cells, look, part } }: { row: PaperRow }) {
  let column = 0;
  return (
    <tr className={CLASSES[look]} data-part={part}>
      {cells.map(({ text, span, align, isUnbroken }) => {
        column += span;
        return (
          <td key={column} colSpan={span} align={align} className={isUnbroken ? "print-unbroken" : undefined}>
            {text}
          </td>
        );
      })}
    </tr>
  );
}
