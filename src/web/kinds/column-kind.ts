import type { ReactNode } from "react";
import type { WireRow, WireValue } from "../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../shared/protocol/screen.ts";
import type { CellKind } from "./cells/cell-kind.ts";

/** One value to draw, with its surroundings. Never null or empty: those cells stay blank. */
export interface Cell {
  readonly value: Exclude<WireValue, null>;
  readonly row: WireRow;
  readonly column: ScreenColumn;
}

/** How a column format is drawn on screen, and which kind of cell it becomes in Excel. */
export interface ColumnKind {
  readonly render: (cell: Cell) => ReactNode;
  readonly cell: CellKind;
}
