/** Room of each copy of a watermark's text, mm. */
const COPY = { width: 100, height: 29 } as const;

/** Its layer is larger than the sheet, as it is turned. */
export const OVERSIZE = 1.4;

/** How many copies of a watermark stand beside and below each other on the layer over a sheet; lengths in mm. */
export function watermarkGrid(width: number, height: number): { readonly columns: number; readonly rows: number } {
  return { columns: Math.ceil((width * OVERSIZE) / COPY.width), rows: Math.ceil((height * OVERSIZE) / COPY.height) };
}
