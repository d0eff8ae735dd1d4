import { useSize } from "../../kinds/use-size.ts";

/** px: least width of one filter, and of the buttons at the end of the row. */
const FILTER_WIDTH = 232;
const GAP = 8;

/** The room of the filter bar: its grid, and how many filters stand in one row with its buttons. */
export function useFilterRoom() {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const places = Math.max(1, Math.floor((width + GAP) / (FILTER_WIDTH + GAP)));
  return { ref, gridTemplateColumns: `repeat(${places}, minmax(0, 1fr))`, inOneRow: Math.max(1, places - 1) };
}
