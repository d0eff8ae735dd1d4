/** An operation manual before it is drawn: plain data, so that it can be tested as such and handed to a thread. */
export interface Manual {
  /** Name of the product. */
  readonly product: string;
  /** What the manual is called, e.g. 供应商操作手册. */
  readonly title: string;
  /** Whom it is for, in a sentence of the cover. */
  readonly readers: string;
  readonly shopName: string;
  /** `yyyy-MM-dd` */
  readonly date: string;
  /** Version of the registry, in short. */
  readonly version: string;
  readonly chapters: readonly Chapter[];
}

export interface Chapter {
  readonly title: string;
  /** What the chapter is about. */
  readonly intro: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "text"; readonly text: string }
  /** A word and what belongs to it, on one line or several. */
  | { readonly kind: "entry"; readonly label: string; readonly text: string }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "list"; readonly isNumbered: boolean; readonly items: readonly string[] }
  | Table;

export interface Table {
  readonly kind: "table";
  /** `share`: of the width, against the other columns. */
  readonly columns: readonly { readonly title: string; readonly share: number }[];
  readonly rows: readonly (readonly string[])[];
}

export const text = (content: string): Block => ({ kind: "text", text: content });
export const entry = (label: string, content: string): Block => ({ kind: "entry", label, text: content });
export const heading = (content: string): Block => ({ kind: "heading", text: content });
export const steps = (...items: readonly string[]): Block => ({ kind: "list", isNumbered: true, items });
export const points = (...items: readonly string[]): Block => ({ kind: "list", isNumbered: false, items });

/** A table of rows below its columns' titles and shares of the width; none where there are no rows. */
export function table(columns: Readonly<Record<string, number>>, rows: readonly (readonly string[])[]): Block[] {
  return rows.length === 0 ? [] : [{ kind: "table", columns: Object.entries(columns).map(([title, share]) => ({ title, share })), rows }];
}

/** A table below its heading; neither where there are no rows. */
export function headedTable(title: string, columns: Readonly<Record<string, number>>, rows: readonly (readonly string[])[]): Block[] {
  return rows.length === 0 ? [] : [heading(title), ...table(columns, rows)];
}
