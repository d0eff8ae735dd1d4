import type { ReactNode } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { COLUMN_KINDS } from "./column-kinds.ts";

/** One value of a row as its column draws it; `blank` where there is none. */
export function renderValue(row: WireRow, column: ScreenColumn, blank: ReactNode = null): ReactNode {
  const value = row[column.field];
  if (value === null || value === undefined || value === "") return blank;
  return COLUMN_KINDS[column.format]({ value, row, column });
}
