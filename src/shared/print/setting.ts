import type { PrintPage } from "../protocol/print.ts";

/** How all sheets of a document are set. */
export interface Setting {
  /** Height of the type, mm. */
  readonly type: number;
  /** Widths of the columns, in the unit of whoever measured them; null: still to be found. */
  readonly columns: readonly number[] | null;
  /** Even amounts may wrap: the last resort of a table that is too wide in the smallest type. */
  readonly isTight: boolean;
}

/** A sheet as it is to be drawn. */
export interface SetSheet {
  readonly sheet: PrintPage;
  readonly setting: Setting;
}
