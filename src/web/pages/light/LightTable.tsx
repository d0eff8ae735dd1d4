import type { CSSProperties } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { isCut } from "../../kinds/columns/cut-text.ts";
import { renderPlain } from "../../kinds/columns/plain-kinds.ts";
import { sumCells } from "../../kinds/columns/sum-cells.tsx";
import { rowId } from "../../kinds/row.ts";
import { aroundRows, columnWidth, LEAST_BODY, rowsWidth, SELECTION_WIDTH } from "../list/list-widths.ts";
import { linkField, unreadBy } from "../list/row-parts.ts";
import type { LightRows } from "./light-rows.ts";

/** The rows as the table shows them that will take its place (pages/list/ListTable.tsx), in plain elements. */
export function LightTable({ screen, columns: shown, rows, sums, hasTicks, density, look }: LightRows) {
  const link = linkField(screen, shown);
  const isUnread = unreadBy(shown);
  const columns = inView(shown);
  const { footer } = screen;
  const sorted = look.sorters.filter(({ field }) => shown.some((column) => column.field === field)).map(({ field }) => field);
  const table = { columns, hasTicks };
  const maxHeight = `max(${LEAST_BODY}px, 100% - ${aroundRows(footer !== null)}px)`;
  return (
    <div className={`light-table density-${density}`}>
      <div className="light-head">
        <Cells {...table}>
          <thead>
            <tr>
              {hasTicks && <TickCell />}
              {columns.map(({ field, title, align, sortable }) => (
                <th key={field} style={{ textAlign: align }} className={sorted.includes(field) && sortable ? "is-sorted" : undefined}>
                  <span className="light-title">
                    <span>
                      {title}
                      {sorted.length > 1 && sorted.includes(field) && <sup className="sort-rank">{sorted.indexOf(field) + 1}</sup>}
                    </span>
                    {sortable && <i className="light-sorter" />}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
        </Cells>
      </div>
      <div className="light-body" style={{ maxHeight }}>
        <Cells {...table}>
          <tbody>
            {rows.map((row) => (
              <tr key={rowId(row)} className={isUnread(row) ? "row-unread" : undefined}>
                {hasTicks && <TickCell />}
                {columns.map((column) => (
                  <td key={column.field} className={isCut(column.format) ? "is-cut" : undefined} style={{ textAlign: column.align }}>
                    <Value row={row} column={column} isLink={column.field === link} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Cells>
      </div>
      {footer !== null && (
        <div className="light-sums">
          <Cells {...table}>
            <tfoot>
              <tr>
                {hasTicks && <td />}
                {sumCells({ ...footer, columns, values: sums }).map(({ field, align, content }) => (
                  <td key={field} style={{ textAlign: align }}>
                    {content}
                  </td>
                ))}
              </tr>
            </tfoot>
          </Cells>
        </div>
      )}
    </div>
  );
}

/** The columns that begin within the window: the others cannot be seen. */
function inView(columns: readonly ScreenColumn[]): ScreenColumn[] {
  let left = 0;
  return columns.filter((column) => {
    const isInView = left < window.innerWidth;
    left += columnWidth(column);
    return isInView;
  });
}

/** What leads to the document has its colour already. */
export function Value({ row, column, isLink }: { readonly row: WireRow; readonly column: ScreenColumn; readonly isLink: boolean }) {
  return isLink ? <span className="light-link">{renderPlain(row, column, "查看")}</span> : renderPlain(row, column);
}

const TickCell = () => (
  <td className="light-tick">
    <i />
  </td>
);

interface CellsProps extends Pick<LightRows, "columns" | "hasTicks"> {
  readonly children: React.ReactNode;
}

/** Head, body and sums are tables of their own, with the same columns. */
function Cells({ columns, hasTicks, children }: CellsProps) {
  const wide = (px: number): CSSProperties => ({ width: px });
  return (
    <table style={wide(rowsWidth(columns, hasTicks))}>
      <colgroup>
        {hasTicks && <col style={wide(SELECTION_WIDTH)} />}
        {columns.map((column) => (
          <col key={column.field} style={wide(columnWidth(column))} />
        ))}
      </colgroup>
      {children}
    </table>
  );
}
