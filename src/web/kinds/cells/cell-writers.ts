import type { WireRow } from "../../../shared/protocol/list.ts";
import { labelKey } from "../../../shared/protocol/screen.ts";
import { FLAG_TEXT, isSet, PRINTED_TEXT, UNREAD_TEXT } from "../text/flag-text.ts";
import type { CellKind } from "./cell-kind.ts";
import { decimalCell, type SheetCell, textCell } from "./sheet-cell.ts";

const RATE_PLACES = 6;

type CellWriter = (value: unknown, row: WireRow, field: string) => SheetCell;

const pair =
  (texts: { readonly yes: string; readonly no: string }): CellWriter =>
  (value) =>
    textCell(isSet(value) ? texts.yes : texts.no);

/** How each kind of cell is written. No React here: this runs in the export worker. */
const CELL_WRITERS = {
  text: (value) => textCell(String(value)),
  integer: (value) => decimalCell(value, 0),
  money: (value) => decimalCell(value, 2),
  quantity: (value) => decimalCell(value, 3),
  rate: (value) => decimalCell(value, RATE_PLACES, "0.00%"),
  status: (value, row, field) => textCell(String(row[labelKey(field)] ?? value)),
  flag: pair(FLAG_TEXT),
  printed: pair(PRINTED_TEXT),
  unread: pair(UNREAD_TEXT),
} satisfies Record<CellKind, CellWriter>;

/** One value of a row as a cell; null where there is none. */
export function writeCell(kind: CellKind, row: WireRow, field: string): SheetCell | null {
  const value = row[field];
  return value === null || value === undefined || value === "" ? null : CELL_WRITERS[kind](value, row, field);
}
