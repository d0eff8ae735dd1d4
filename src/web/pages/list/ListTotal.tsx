import { Popover } from "antd";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
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
  /** Those whose sums are told. */
  readonly columns: ScreenModel["columns"];
  readonly footer: NonNullable<ScreenModel["footer"]>;
  /** Field to what the whole filter comes to. */
  readonly values: Readonly<Record<string, string>>;
}

/** The sums in words, for columns that are out of view: as many as there is room for, all of them at a click. */
export function ListSums({ columns, footer, values }: ListSumsProps) {
  const sums = footer.sums.flatMap(({ field, decimals }) => {
    const [column, value] = [columns.find((one) => one.field === field), values[field]];
    return column === undefined || value === undefined ? [] : [{ field, title: column.title, value, decimals }];
  });
  if (sums.length === 0) return null;
  const told = sums.map(({ field, title, value, decimals }) => (
    <span key={field} className="list-sum" data-sum={field}>
      {title} <Sum value={value} decimals={decimals} />
    </span>
  ));
  return (
    <Popover trigger="click" placement="topLeft" title={footer.label} content={<div className="list-sums-all">{told}</div>}>
      <button type="button" className="list-sums" title={`${footer.label}：全部`} data-testid="list-sums">
        {told}
      </button>
    </Popover>
  );
}
