import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { Line } from "../state/form-draft.ts";
import { PLAIN_LINES, ROW_HEIGHT } from "./line-layout.ts";
import type { ActiveCell } from "./lines-context.ts";

/** Rows drawn above and below those in view. */
const AROUND = 12;
const FIRST_VIEW = { from: 0, to: 40 };

/** Which of many rows of equal height are drawn, as their box scrolls and the cursor moves. Few rows are all drawn. */
export function useVisibleRows(box: RefObject<HTMLElement>, lines: readonly Line[], active: ActiveCell | null) {
  const count = lines.length;
  const isLong = count > PLAIN_LINES;
  const [view, setView] = useState(FIRST_VIEW);
  useEffect(() => {
    const element = box.current;
    if (!isLong || element === null) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / ROW_HEIGHT);
      const from = Math.max(0, first - AROUND);
      const to = first + Math.ceil(element.clientHeight / ROW_HEIGHT) + AROUND;
      setView((old) => (old.from === from && old.to === to ? old : { from, to }));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [box, isLong]);

  const row = isLong && active !== null ? lines.findIndex(({ key }) => key === active.key) : -1;
  useLayoutEffect(() => {
    const element = box.current;
    if (row < 0 || element === null) return;
    // Rows out of sight are not there to be scrolled to by the browser itself. Titles and sums cover two rows more.
    const top = row * ROW_HEIGHT;
    const least = top + 3 * ROW_HEIGHT - element.clientHeight;
    element.scrollTop = Math.min(top, Math.max(least, element.scrollTop));
  }, [row, box]);

  if (!isLong) return { from: 0, to: count };
  return { from: Math.min(view.from, count), to: Math.min(view.to, count) };
}
