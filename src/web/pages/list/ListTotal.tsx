import { Popover } from "antd";
import { useMemo } from "react";
import { sumRows } from "../../../shared/domain/row-sums.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel, ScreenSum } from "../../../shared/protocol/screen.ts";
import { Sum } from "../../kinds/DecimalNumber.tsx";

/** Number of rows over all pages. */
export function ListTotal({ total }: { total: number }) {
  return (
    <span>
      共 <b data-testid="list-total">{total}</b> 条
    </span>
  );
}

interface ListSumsProps {
  readonly columns: ScreenModel["columns"];
  readonly footer: NonNullable<ScreenModel["footer"]>;
  /** Field to what the whole filter comes to. */
  readonly values: Readonly<Record<string, string>>;
  /** The rows of the page in view, and those of them that are ticked. */
  readonly rows: readonly WireRow[];
  readonly ticked: readonly WireRow[];
  /** Fields whose sums stand under their columns already. */
  readonly inView: ReadonlySet<string>;
}

/**
 * The sums in words: of ticked rows, else those of columns that are out of view, as many as there is room for. At a click those of ticked
 * rows, of the page and of the whole filter stand side by side.
 */
export function ListSums({ columns, footer, values, rows, ticked, inView }: ListSumsProps) {
  const sums = footer.sums.flatMap((sum) => {
    const column = columns.find((one) => one.field === sum.field);
    return column === undefined ? [] : [{ ...sum, title: column.title }];
  });
  const ofTicked = useMemo(() => sumRows(ticked, footer.sums), [ticked, footer.sums]);
  const ofPage = useMemo(() => sumRows(rows, footer.sums), [rows, footer.sums]);
  if (sums.length === 0) return null;
  const isTicked = ticked.length > 0;
  const told = isTicked ? sums : sums.filter(({ field }) => !inView.has(field));
  const shown = isTicked ? ofTicked : values;
  const cell = (of: Readonly<Record<string, string>>, { field, decimals }: ScreenSum) => (
    <td>{of[field] ? <Sum value={of[field]} decimals={decimals} /> : <span className="faint">—</span>}</td>
  );
  const all = (
    <table className="list-sums-all" data-testid="sums-all">
      <thead>
        <tr>
          <td />
          <th scope="col">已选 {ticked.length} 条</th>
          <th scope="col">本页 {rows.length} 条</th>
          <th scope="col">全部</th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.field} data-sums={sum.field}>
            <th scope="row">{sum.title}</th>
            {cell(isTicked ? ofTicked : NONE, sum)}
            {cell(ofPage, sum)}
            {cell(values, sum)}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <Popover trigger="click" placement="topLeft" title={footer.label} content={all}>
      <button type="button" className="list-sums" title={`${footer.label}：已选、本页与全部`} data-testid="list-sums">
        {isTicked ? <span className="list-sum">已选合计</span> : told.length === 0 && "合计明细"}
        {told.map(({ field, title, decimals }) => (
          <span key={field} className="list-sum" data-sum={field}>
            {title} {shown[field] ? <Sum value={shown[field]} decimals={decimals} /> : "—"}
          </span>
        ))}
      </button>
    </Popover>
  );
}

const NONE = {};
