/** A row of a file or of a call, as it was typed. */
export interface SentRow {
  /** The row of the file, from 1 = the first below the headings, or the place in the batch. */
  readonly place: number;
  /** Column name to text; what is left out or empty says nothing, and {@link CLEARED} (cells.ts) empties. */
  readonly cells: Readonly<Record<string, string>>;
  /** Rows with the same number are one document, whatever they say; left out: what they say tells. */
  readonly document?: number;
}

/** What became of a row. */
export interface RowEnd {
  readonly place: number;
  readonly state: "created" | "updated" | "same" | "refused";
  /** Of the row, or of the document; null: there is none. */
  readonly id: number | null;
  /** The key as it reads, several parts with a slash between them. */
  readonly key: string;
  readonly problems: readonly { readonly column: string | null; readonly message: string }[];
}

/** Of a row whose document is refused for another one. */
export const OTHERS = { column: null, message: "同一单据的其他行有错误" } as const;

/** How rows are brought in. */
export interface ImportHow {
  /** What the written rows are noted under in `_import_row`, to be undone as a whole. */
  readonly run: string;
  /** Everything is tried and nothing is kept. */
  readonly isTrial: boolean;
  /** New documents go through the transitions that the spec lists. */
  readonly next: boolean;
}
