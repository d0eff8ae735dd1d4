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
  /** The rows of the page in view, what they are called, and those of them that are ticked. */
  readonly rows: readonly WireRow[];
  readonly rowsTitle: string;
  readonly ticked: readonly WireRow[];
  /** Fields whose sums stand under their columns already. */
  readonly inView: ReadonlySet<string>;
}

/**
 * The sums in words: of ticked rows, else those of columns that are out of view, as many as there is room for. At a click those of ticked
 * rows, of the page and of the whole filter stand side by side.
 */
export function ListSums({ columns, footer, values, rows, rowsTitle, ticked, inView }: ListSumsProps) {
  const sums = footer.sums.flatMap((sum) => {
    const column = columns.find((one) => one.field === sum.field);
    return column === undefined ? [] : [{ ...sum, title: column.title }];
  });
  const ofTicked = useMemo(() => sumRows(ticked, footer.sums), [ticked, footer.sums]);
  if (sums.length === 0) return null;
  const isTicked = ticked.length > 0;
  const told = isTicked ? sums : sums.filter(({ field }) => !inView.has(field));
  const shown = isTicked ? ofTicked : values;
  return (
    <Popover
      trigger="click"
      placement="topLeft"
      title={footer.label}
      content={
        <AllSums
          sums={sums}
          ofTicked={isTicked ? ofTicked : NONE}
          ticked={ticked.length}
          rows={rows}
          rowsTitle={rowsTitle}
          values={values}
        />
      }
    >
      <button type="button" className="list-sums" title={`${footer.label}：已选、${rowsTitle}与全部`} data-testid="list-sums">
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

interface AllSumsProps extends Pick<ListSumsProps, "rows" | "rowsTitle" | "values"> {
  readonly sums: readonly (ScreenSum & { readonly title: string })[];
  readonly ofTicked: Readonly<Record<string, string>>;
  readonly ticked: number;
}

/** Side by side; the rows are summed up only where somebody looks at it. */
function AllSums({ sums, ofTicked, ticked, rows, rowsTitle, values }: AllSumsProps) {
  const ofRows = useMemo(() => sumRows(rows, sums), [rows, sums]);
  const cell = (of: Readonly<Record<string, string>>, { field, decimals }: ScreenSum) => (
    <td>{of[field] ? <Sum value={of[field]} decimals={decimals} /> : <span className="faint">—</span>}</td>
  );
  return (
    <table className="list-sums-all" data-testid="sums-all">
      <thead>
        <tr>
          <td />
          <th scope="col">已选 {ticked} 条</th>
          <th scope="col">
            {rowsTitle} {rows.length} 条
          </th>
          <th scope="col">全部</th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.field} data-sums={sum.field}>
            <th scope="row">{sum.title}</th>
            {cell(ofTicked, sum)}
            {cell(ofRows, sum)}
            {cell(values, sum)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NONE = {};
