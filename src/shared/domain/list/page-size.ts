/** Of a row, by how close rows stand; in px. */
export const ROW_HEIGHTS = { compact: 29, small: 35, middle: 43, large: 51 } as const;
const AROUND = 250;
const AROUND_WITH_FOOTER = 280;

/** Rows that fit into a window of this height. A tiny window still shows one row. */
export function fitPageSize(windowHeight: number, hasFooter: boolean, density: keyof typeof ROW_HEIGHTS = "small"): number {
  return Math.max(1, Math.floor((windowHeight - (hasFooter ? AROUND_WITH_FOOTER : AROUND)) / ROW_HEIGHTS[density]));
}
