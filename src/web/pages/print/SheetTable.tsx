import type { PrintPage } from "../../../shared/protocol/print.ts";

/** The rows of a sheet, its own subtotal, and on the last sheet the total. */
export function SheetTable({ sheet }: { sheet: PrintPage }) {
  const { t_title: columns, tr: rows, pagesumtr, lastfooter } = sheet;
  return (
    <table className="print-table">
      <colgroup>
        {columns.map(({ field, width }) => (
          <col key={field} style={{ width: `${width}mm` }} />
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
          <Row key={number} sheet={sheet} cells={row} />
        ))}
        {pagesumtr && <Row sheet={sheet} cells={pagesumtr} label="本页小计" />}
        {lastfooter?.totals && <Row sheet={sheet} cells={lastfooter.totals} label="合计" />}
      </tbody>
    </table>
  );
}

/** Printed lines have no id; their place on the sheet, which never changes, tells them apart. */
const numbered = (rows: PrintPage["tr"]) => rows.map((row, index) => [index + 1, row] as const);

interface RowProps {
  readonly sheet: PrintPage;
  readonly cells: readonly string[];
  /** Stands in the first cell, which the sums leave empty. */
  readonly label?: string;
}

function Row({ sheet, cells, label }: RowProps) {
  return (
    <tr className={label === undefined ? "" : "print-sum"}>
      {sheet.t_title.map(({ field, align }, index) => {
        const isLabel = label !== undefined && index === 0 && !cells[0];
        return (
          <td key={field} align={isLabel ? "left" : align}>
            {isLabel ? label : cells[index]}
          </td>
        );
      })}
    </tr>
  );
}
