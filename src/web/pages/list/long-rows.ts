import { createContext, type MutableRefObject } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { LongColumn } from "./long-columns.ts";
import type { RowsThere } from "./row-pages.ts";

/** What many rows are drawn of. */
export interface LongRowsInput {
  readonly count: number;
  readonly rowAt: RowsThere["rowAt"];
  readonly failureAt: RowsThere["failureAt"];
  /** Begins anew at the first row when it changes. */
  readonly question: unknown;
  readonly columns: readonly LongColumn[];
  /** Fields that say that nobody has read the row yet. */
  readonly unreadFields: readonly string[];
  /** px of a row, and of the box that they are scrolled in. */
  readonly rowHeight: number;
  readonly boxHeight: number;
  /** null: rows are not ticked. */
  readonly ticks: LongTicks | null;
  /** All that is there is drawn: it is being printed. */
  readonly isPrinting: boolean;
  readonly onOpen: ((id: string) => void) | undefined;
  /** These places are in view. */
  readonly onLook: (from: number, to: number) => void;
  readonly onRetry: (place: number) => void;
  /** Is given what brings a place into view and its row the focus; the place may be beyond the last. */
  readonly goTo: MutableRefObject<((place: number) => void) | null>;
}

export interface LongTicks {
  readonly isTicked: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly nameOf: (row: WireRow) => string;
}

/** antd makes the body itself, and hands it nothing of the page. */
export const LongRows = createContext<LongRowsInput | null>(null);
