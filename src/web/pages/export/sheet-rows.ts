import { decimalText, fixedDecimal } from "../../../shared/domain/decimal-text.ts";
import { sumRows } from "../../../shared/domain/row-sums.ts";
import { IN_SHEET, valueText } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { type ColumnFormat, labelKey } from "../../../shared/protocol/screen.ts";
import type { SheetPlan } from "./export-plan.ts";
import { groupValueText } from "./row-groups.ts";

/** A cell as SheetJS takes it: text or a number with its format. Never a formula. */
export type SheetCell = { readonly t: "s"; readonly v: string } | { readonly t: "n"; readonly v: number; readonly z: string };

/** Excel's own limit of characters in a cell. */
const MAX_TEXT = 32_767;
/** Digits a number keeps in Excel. */
const MAX_DIGITS = 15;

/** One value of a row as a cell, which says what the list says; null where there is none. No React here: this runs in the export worker. */
export function writeCell(format: ColumnFormat, row: WireRow, field: string): SheetCell | null {
  const value = row[field];
  if (value === null || value === undefined || value === "") return null;
  const label = row[labelKey(field)];
  // A time is told to the second, a file by its address.
  const text = format === "date" ? String(value) : valueText(format, value, IN_SHEET, label === undefined ? undefined : String(label));
  return ["integer", "money", "price", "quantity", "rate"].includes(format) ? numberCell(text) : textCell(text);
}

/** A text cell. The type `s` makes Excel show `=1+1` as it is written. */
const textCell = (text: string): SheetCell => ({ t: "s", v: text.slice(0, MAX_TEXT) });

/** A sum with so many places. */
const sumCell = (value: string, decimals: number): SheetCell => numberCell(fixedDecimal(value, decimals) ?? value);

const NUMBER = /^(-?\d+)(?:\.(\d+))?(%?)$/;

/** A number that Excel shows as the text tells it, if Excel can hold it exactly; else the text itself. */
export function numberCell(text: string): SheetCell {
  const [, whole, places = "", percent] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return textCell(text);
  const digits = (whole + places).replace("-", "").replace(/^0+/, "").length;
  const number = Number(text.replace("%", ""));
  if (digits > MAX_DIGITS || number.toFixed(places.length) !== text.replace("%", "")) return textCell(text);
  const format = `0${places && `.${"0".repeat(places.length)}`}${percent}`;
  return { t: "n", v: percent === "%" ? Number(`${number}e-2`) : number, z: format };
}

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

/** What the rows of one group come to, below them: the value that they have in common, their number, and their sums. */
export function subtotalRow({ columns, group, footer }: SheetPlan, rows: readonly WireRow[]): SheetRow {
  const sums = sumRows(rows, group?.sums ?? []);
  const cells = columns.map(({ field }) => {
    const decimals = footer?.decimals[field];
    return decimals === undefined || !sums[field] ? null : sumCell(sums[field], decimals);
  });
  const text = group === undefined || rows[0] === undefined ? "" : groupValueText(group, rows[0]);
  const place = cells.indexOf(null);
  const label = textCell(`${text} 小计（${rows.length} 条）`);
  return [textCell("小计"), ...cells.map((cell, index) => (index === place ? label : cell))];
}

const PADDING = 2;
const NARROWEST = 6;
const WIDEST = 60;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Grows the widths (in characters) so that the row fits. */
export function growWidths(widths: number[], row: SheetRow): void {
  row.forEach((cell, index) => {
    if (cell === null) return;
    const text = cell.t === "s" ? cell.v : decimalText(cell.v, cell.z.split(".")[1]?.replace(/\D/g, "").length ?? 0);
    widths[index] = Math.min(WIDEST, Math.max(widths[index] ?? NARROWEST, textWidth(text) + PADDING));
  });
}

/** Width of a text in characters; a Chinese character counts as two. */
export const textWidth = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
