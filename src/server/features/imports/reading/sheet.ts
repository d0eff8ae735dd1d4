/** A row of a file that holds something. */
export interface FileRow {
  /** As Excel numbers it, from 1; of a text file the how manieth row it is. */
  readonly line: number;
  /** Texts by place, from column A; what is empty at the end is left out. */
  readonly cells: readonly string[];
}

/** Cells that are one on the sheet. */
export interface Merged {
  /** As Excel writes it: `A2:A5`. */
  readonly range: string;
  readonly lastLine: number;
}

/** The rows of a file, piece by piece. Throws {@link ReadFault} where it cannot be read on. */
export interface Sheet {
  readonly rows: AsyncGenerator<readonly FileRow[]>;
  /** Known once all rows are read: the merged cells that reach furthest down. */
  readonly merged: () => Merged | null;
}

/** A cell's longest text, as in Excel. */
export const LONGEST_CELL = 32_767;
/** Columns that may hold anything. */
export const MOST_COLUMNS = 256;

/** The texts without those that are empty at the end, each without space around it. */
export function trimmedCells(cells: readonly (string | undefined)[]): string[] {
  const texts = Array.from(cells, (cell) => (cell ?? "").trim());
  return texts.slice(0, texts.findLastIndex((text) => text !== "") + 1);
}
