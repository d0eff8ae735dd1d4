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
