import type { WireRow } from "./list.ts";
import type { ColumnFormat, ScreenSum } from "./screen.ts";

/** Lists of so many rows are written to a file by the browser; longer ones by the server, in the background (docs/decisions/122). */
export const MOST_IN_BROWSER = 20_000;
/** A file that the server wrote is kept for so long. */
export const KEPT_HOURS = 24;

export type ExportFormat = "xlsx" | "csv";

/** The columns and sums of a list as a sheet. */
export interface SheetPlan {
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  /** null: nothing is summed. */
  readonly footer: { readonly label: string; readonly sums: readonly ScreenSum[] } | null;
  /** The column that rows are put together by, with what each group comes to; left out: they are not. */
  readonly group?: Pick<SheetColumn, "field" | "format">;
}

export interface SheetColumn {
  readonly field: string;
  readonly title: string;
  readonly format: ColumnFormat;
}

/** What a file tells of itself: of which page, by whom, when, and which rows of it. */
export interface About {
  readonly page: string;
  readonly user: string;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly time: string;
  /** The filter in words; empty: all rows. */
  readonly filter: string;
}

/**
 * The lines of Module/{id}/ExportRows, each as JSON: how the rows are to be written, then rows, then the end, without which the answer is not whole.
 */
export type ExportLine = ExportHead | readonly WireRow[] | ExportEnd;
export interface ExportHead {
  readonly plan: SheetPlan;
  readonly about: About;
}
/** Code 200 where all rows came; otherwise they are not to be used. */
export interface ExportEnd {
  readonly Code: number;
  readonly Msg: string;
}

/** `waiting`: others are written first. */
export type ExportState = "waiting" | "running" | "ready" | "failed" | "cancelled";

/** A list that the server writes to a file, or has written. */
export interface ExportView {
  readonly job: string;
  readonly mdl: number;
  readonly title: string;
  readonly format: ExportFormat;
  readonly state: ExportState;
  /** Written until now, of so many; null: not counted yet. */
  readonly rows: number;
  readonly total: number | null;
  /** Bytes; null: not ready. */
  readonly size: number | null;
  /** Why it failed; else empty. */
  readonly note: string;
  /** `yyyy-MM-dd HH:mm:ss`; `expires`: after that there is no file any more; null: there is none. */
  readonly created: string;
  readonly expires: string | null;
}

/** Result of Module/{id}/ExportStatus without `job`: the user's own of the last day, of all pages, newest first. */
export interface ExportsResult {
  readonly exports: readonly ExportView[];
}
