import { useRef } from "react";
import { useIsMobile, useIsNarrow } from "../../kinds/use-media.ts";
import { useSize } from "../../kinds/use-size.ts";

/** Rows of buttons beside a title; under it there is one. */
const ROWS = 2;

/** How many of the buttons stand in a bar as wide as this one turns out to be, and how high it is. */
export function useBarRoom(buttons: readonly Sized[]) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const [isMobile, isNarrow] = [useIsMobile(), useIsNarrow()];
  // Over a document the bar has no width of its own.
  const shown = shownInBar(buttons, { width, rows: (width === 0 ? isNarrow : isMobile) ? 1 : ROWS });
  const needed = width === 0 ? 1 : Math.min(ROWS, rowsInBar(buttons.slice(0, shown), shown < buttons.length, width));
  const tallest = useTallest(needed, width);
  return { ref, shown, minHeight: tallest * BUTTON + (tallest - 1) * GAP };
}

/** Titles change with what is ticked: a bar of this width keeps the rows it has had, so that what stands below it does not move. */
function useTallest(needed: number, width: number): number {
  const kept = useRef({ width, rows: needed });
  kept.current = { width, rows: kept.current.width === width ? Math.max(kept.current.rows, needed) : needed };
  return kept.current.rows;
}

/** What the width of a button depends on. */
export interface Sized {
  readonly title: string;
  /** The longest title it may have with other rows; left out: it has this one always. */
  readonly longest?: string;
  /** It makes a new document. */
  readonly isCreate: boolean;
}

/** The room for buttons: px of a row, and how many rows. Width 0: it is not known. */
interface BarSize {
  readonly width: number;
  readonly rows: number;
}

/** px */
const BUTTON = 32;
const GAP = 6;
const PADDING = 32;
const ICON = 22;
const WIDE = 14;
const SLIM = 8;
/** antd spreads a title of two characters. */
const SPREAD = 6;
const MORE = PADDING + 4 * WIDE + ICON;
/** Where the room is not known, in rows of it: as many as fit beside the menu on the smallest phone. */
const FEW = 2;

/** How many of the buttons stand in the bar; a menu holds the others. */
export function shownInBar(buttons: readonly Sized[], { width, rows }: BarSize): number {
  const { length } = buttons;
  // A menu of one would take the place of its button.
  if (width === 0) return rows > 1 || length <= FEW + 1 ? length : FEW;
  const widths = buttons.map(widthOf);
  if (rowsOf(widths, width) <= rows) return length;
  let shown = length - 1;
  while (shown > 0 && rowsOf([...widths.slice(0, shown), MORE], width) > rows) shown -= 1;
  return shown;
}

/** How many rows the buttons take, with a menu at their end or not. */
function rowsInBar(buttons: readonly Sized[], hasMore: boolean, width: number): number {
  return rowsOf([...buttons.map(widthOf), ...(hasMore ? [MORE] : [])], width);
}

/** How many rows elements of these widths take. */
function rowsOf(widths: readonly number[], room: number): number {
  let [rows, used] = [1, -GAP];
  for (const width of widths) {
    if (used + GAP + width > room && used > 0) [rows, used] = [rows + 1, -GAP];
    used += GAP + width;
  }
  return rows;
}

function widthOf({ title: shown, longest: title = shown, isCreate }: Sized): number {
  const text = [...title].reduce((sum, character) => sum + (character > "\u2e80" ? WIDE : SLIM), 0);
  return PADDING + text + (isCreate ? ICON : 0) + (title.length === 2 ? SPREAD : 0);
}
