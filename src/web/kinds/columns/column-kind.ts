import type { ReactNode } from "react";
import type { WireRow, WireValue } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";

/** One value to draw, with its surroundings. Never null or empty: those cells stay blank. */
export interface Cell {
  readonly value: Exclude<WireValue, null>;
  readonly row: WireRow;
  readonly column: ScreenColumn;
}

/** How a column format looks on screen. What it says, in every medium, is decided by valueText. */
export type ColumnKind = (cell: Cell) => ReactNode;
