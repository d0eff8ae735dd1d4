import { createContext, type MutableRefObject } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { LongColumn } from "./long-columns.ts";
import type { RowsThere } from "./row-pages.ts";

/** What the rows of a table are drawn of, however many. */
export interface LongRowsInput {
  readonly count: number;
  /** The number of the first among all rows of the list, from 1. */
  readonly firstIndex: number;
  readonly rowAt: RowsThere["rowAt"];
  readonly failureAt: RowsThere["failureAt"];
  /** Begins anew at the first row when it changes. */
  readonly question: unknown;
  readonly columns: readonly LongColumn[];
  /** Nobody has read the row yet. */
  readonly isUnread: (row: WireRow) => boolean;
  /** px of a row, and of the box that they are scrolled in. */
  readonly rowHeight: number;
  readonly boxHeight: number;
  /** null: rows are not ticked. */
  readonly ticks: LongTicks | null;
  readonly isPrinting: boolean;
  /** All that is there is drawn: there are few, or they are being printed. */
  readonly isWhole: boolean;
  readonly onOpen: ((id: string) => void) | undefined;
  /** These places are in view. */
  readonly onLook: (from: number, to: number) => void;
  readonly onRetry: (place: number) => void;
  /** Is given what brings a place into view and its row the focus; the place may be beyond the last. */
  readonly goTo: MutableRefObject<((place: number) => void) | null>;
}

export interface LongTicks {
  readonly isTicked: (id: string) => boolean;
  /** `isRange`: all between the one that was ticked before and this one. */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly nameOf: (row: WireRow) => string;
}

/** antd makes the body itself, and hands it nothing of the page. */
export const LongRows = createContext<LongRowsInput | null>(null);
