import type { SheetPlan } from "../../protocol/export.ts";
import type { WireRow } from "../../protocol/list.ts";
import { type ColumnFormat, labelKey, type ScreenSum } from "../../protocol/screen.ts";
import { fixedDecimal } from "../decimal-text.ts";
import { IN_SHEET, valueText } from "../value-text.ts";
import { groupValueText } from "./row-groups.ts";

/** A cell as SheetJS takes it: text, or a number (a day, too) with its format and what is seen of it. Never a formula. */
export type SheetCell =
  | { readonly t: "s"; readonly v: string }
  | { readonly t: "n"; readonly v: number; readonly z: string; readonly w: string };

/** Excel's own limit of characters in a cell. */
const MAX_TEXT = 32_767;
/** Digits a number keeps in Excel. */
const MAX_DIGITS = 15;

/** One value of a row as a cell, which says what the list says; null where there is none. */
export function writeCell(format: ColumnFormat, row: WireRow, field: string): SheetCell | null {
  const value = row[field];
  if (value === null || value === undefined || value === "") return null;
  // Only what has a label is asked for it: its name is put together for each cell.
  const label = format === "status" ? row[labelKey(field)] : undefined;
  // A time is told to the second, a file by its address.
  const text = format === "date" ? String(value) : valueText(format, value, IN_SHEET, label === undefined ? undefined : String(label));
  if (NUMBERS.has(format)) return numberCell(text);
  return format === "date" || format === "datetime" ? dateCell(text) : textCell(text);
}

const NUMBERS: ReadonlySet<ColumnFormat> = new Set(["integer", "money", "price", "quantity", "rate"]);

/** A text cell. The type `s` makes Excel show `=1+1` as it is written. */
export const textCell = (text: string): SheetCell => ({ t: "s", v: text.slice(0, MAX_TEXT) });

/** What Excel would show just so: no zeros in front. */
const NUMBER = /^-?(0|[1-9]\d*)(?:\.(\d+))?(%?)$/;
const PLACES = "0.00000000000000000000";

/** A number that Excel shows as the text tells it, if Excel can hold it exactly; else the text itself. */
export function numberCell(text: string): SheetCell {
  const [, whole, places = "", percent = ""] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return textCell(text);
  const number = Number(percent === "" ? text : text.slice(0, -1));
  const isLong = whole.length + places.length > MAX_DIGITS && (whole + places).replace(/^0+/, "").length > MAX_DIGITS;
  // Excel knows no -0.
  if (isLong || Object.is(number, -0)) return textCell(text);
  const format = PLACES.slice(0, places === "" ? 1 : places.length + 2) + percent;
  return { t: "n", v: percent === "" ? number : Number(`${number}e-2`), z: format, w: text };
}

const TIME = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const DAY_S = 86_400;
/** Days of Excel before 1970. */
const EPOCH = 25_569;
/** Before this day of 1900 its calendar has one that there never was. */
const FIRST_DAY = 61;

/** A day, or a time, as Excel counts them, which shows it as it is told; what is none as text. */
export function dateCell(text: string): SheetCell {
  if (!TIME.test(text)) return textCell(text);
  const days = Date.UTC(digits(text, 0, 4), digits(text, 5, 7) - 1, digits(text, 8, 10)) / (1000 * DAY_S) + EPOCH;
  if (days < FIRST_DAY) return textCell(text);
  if (text.length === "2025-06-30".length) return { t: "n", v: days, z: "yyyy-mm-dd", w: text };
  const seconds = digits(text, 11, 13) * 3600 + digits(text, 14, 16) * 60 + digits(text, 17, 19);
  return { t: "n", v: days + seconds / DAY_S, z: "yyyy-mm-dd hh:mm:ss", w: text };
}

/** The number that these digits are, without a text for each in between. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

/** Whether a number counts days. */
export const isDay = (cell: SheetCell): boolean => cell.t === "n" && cell.z.startsWith("y");

export type SheetRow = (SheetCell | null)[];

const INDEX_TITLE = "序号";

/** Header: 序号 and the column titles. */
export const headRow = (plan: SheetPlan): SheetRow => [textCell(INDEX_TITLE), ...plan.columns.map((column) => textCell(column.title))];

/** One row of data; `index` counts from 1. */
export function dataRow(plan: SheetPlan, row: WireRow, index: number): SheetRow {
  return [{ t: "n", v: index, z: "0", w: String(index) }, ...plan.columns.map(({ format, field }) => writeCell(format, row, field))];
}

/** The last row: the footer's label and the sums over all rows. null: the list sums nothing. */
export function footerRow({ columns, footer }: SheetPlan, sums: Sums): SheetRow | null {
  return footer === null ? null : [textCell(footer.label), ...sumCells(columns, footer.sums, sums)];
}

/** What the rows of one group come to, below them: the value that they have in common (`row` is any of them), their number, and their sums. */
export function subtotalRow({ columns, group, footer }: SheetPlan, row: WireRow, count: number, sums: Sums): SheetRow {
  const cells = sumCells(columns, footer?.sums ?? [], sums);
  const place = cells.indexOf(null);
  const label = textCell(`${group === undefined ? "" : groupValueText(group, row)} 小计（${count} 条）`);
  return [textCell("小计"), ...cells.map((cell, index) => (index === place ? label : cell))];
}

/** By field, as text; empty or left out: nothing to tell. */
type Sums = Readonly<Record<string, string>>;

/** Sums below their columns, each with its places. */
function sumCells(columns: SheetPlan["columns"], asked: readonly ScreenSum[], sums: Sums): (SheetCell | null)[] {
  const decimals = new Map(asked.map((sum) => [sum.field, sum.decimals]));
  return columns.map(({ field }) => {
    const [places, value = ""] = [decimals.get(field), sums[field]];
    return places === undefined || value === "" ? null : numberCell(fixedDecimal(value, places) ?? value);
  });
}

const PADDING = 2;
const NARROWEST = 6;
const WIDEST = 60;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Grows the widths (in characters) so that the row fits. */
export function growWidths(widths: number[], row: SheetRow): void {
  row.forEach((cell, index) => {
    if (cell === null) return;
    widths[index] = Math.min(WIDEST, Math.max(widths[index] ?? NARROWEST, textWidth(cell.t === "s" ? cell.v : cell.w) + PADDING));
  });
}

/** Width of a text in characters; a Chinese character counts as two. */
export const textWidth = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
