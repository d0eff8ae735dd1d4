import type { WireRow } from "./list.ts";
import type { ScreenColumn } from "./screen.ts";

/** What an action would do to rows, before anything is confirmed (Module/{id}/Preview). Amounts are decimals as text. */
export interface ActionPreview {
  readonly columns: readonly ScreenColumn[];
  readonly rows: readonly PreviewRow[];
  /** Over the rows that it would be done to. */
  readonly totals: readonly {
    readonly title: string;
    readonly amount: string;
    readonly decimals: number;
    /** The same in Chinese capitals; empty: not asked for. */
    readonly capitals: string;
  }[];
  /** What is to be chosen before it is confirmed; null: nothing. */
  readonly choose: { readonly title: string; readonly none: string; readonly choices: readonly PreviewChoice[] } | null;
}

/** One row, and what the action would answer for it: 200, or the refusal with its text. */
export interface PreviewRow {
  readonly id: number;
  /** The version that is told here: with it the action is asked for, and refused where the row has changed since. */
  readonly rowver: number;
  /** What the user knows it by. */
  readonly title: string;
  readonly row: WireRow;
  readonly Code: number;
  readonly Msg: string;
  /** What the refusal comes from; empty: its text says all. */
  readonly cause: string;
}

/** Something to choose, and why these rows cannot go with it; empty: they can. */
export interface PreviewChoice {
  readonly key: string;
  readonly title: string;
  readonly Msg: string;
}

/** What an action would be answered by the next rows of a filter that offer it (Module/{id}/TryAction). */
export interface ActionTrial {
  /** Rows of the filter, whether they offer it or not; null where the call goes on after a row. */
  readonly total: number | null;
  readonly rows: readonly {
    readonly id: number;
    /** What the row is called. */
    readonly title: string;
    readonly Code: number;
    /** Why not; empty: it can be done. */
    readonly Msg: string;
  }[];
  /** Where the next call goes on; null: these were the last. */
  readonly last: number | null;
}
