import type { PrintPage } from "../../../shared/protocol/print.ts";

/** How all sheets of a document are set. */
export interface Setting {
  /** Height of the type, mm. */
  readonly type: number;
  /** Widths of the columns, px; null: as the browser finds them, to be measured. */
  readonly columns: readonly number[] | null;
  /** Even amounts may wrap: the last resort of a table that is too wide in the smallest type. */
  readonly isTight: boolean;
}

/** A sheet as it is to be drawn. */
export interface LaidSheet {
  /** Among all that are printed in one go. */
  readonly place: number;
  readonly sheet: PrintPage;
  readonly setting: Setting;
}
