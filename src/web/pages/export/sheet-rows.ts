import type { WireRow } from "../../../shared/protocol/list.ts";
import { type SheetCell, sumCell, textCell, writeCell } from "../../kinds/cells/cell-writers.ts";
import type { SheetPlan } from "./sheet-plan.ts";

export type SheetRow = (SheetCell | null)[];

const INDEX_TITLE = "序号";

/** Header: 序号 and the column titles. */
export const headRow = (plan: SheetPlan): SheetRow => [textCell(INDEX_TITLE), ...plan.columns.map((column) => textCell(column.title))];

/** One row of data; `index` counts from 1. */
export function dataRow(plan: SheetPlan, row: WireRow, index: number): SheetRow {
  return [{ t: "n", v: index, z: "0" }, ...plan.columns.map(({ format, field }) => writeCell(format, row, field))];
}

/** The last row: the footer's label and the sums the server made over the whole filter. null: the screen sums nothing. */
export function footerRow({ columns, footer }: SheetPlan, sums: Readonly<Record<string, string>>): SheetRow | null {
  if (footer === null) return null;
  const cells = columns.map(({ field }) => {
    const decimals = footer.decimals[field];
    return decimals === undefined || sums[field] === undefined ? null : sumCell(sums[field], decimals);
  });
  return [textCell(footer.label), ...cells];
}
