import type { ReactNode } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ColumnFormat, ScreenColumn } from "../../../shared/protocol/screen.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Draws one value of a row by the kind of its column; `blank` where there is none. */
export type DrawCell = (row: WireRow, column: ScreenColumn, blank?: ReactNode) => ReactNode;

/** What draws values by these kinds; a format without one leaves its place empty. */
export const drawnBy =
  (kinds: Readonly<Partial<Record<ColumnFormat, ColumnKind>>>): DrawCell =>
  (row, column, blank = null) => {
    const value = row[column.field];
    if (value === null || value === undefined || value === "") return blank;
    return kinds[column.format]?.({ value, row, column });
  };
