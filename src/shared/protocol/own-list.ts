/** What somebody has changed of one column of a list. */
export interface ColumnChange {
  readonly field: string;
  /** The field it stands behind; "": it is the first. Left out: it stands where the module has it. */
  readonly after?: string;
  readonly isHidden?: true;
  /** px */
  readonly width?: number;
  /** Always in view, at the left, or not. Left out: as the module says (docs/decisions/113). */
  readonly isPinned?: boolean;
}

/** Rows that stand less close than usual. */
export const DENSITIES = ["middle", "large"] as const;
export type Density = (typeof DENSITIES)[number];

/** How somebody has arranged a list: what is not as the module has it, from left to right (docs/decisions/117). */
export interface ListLayout {
  readonly columns?: readonly ColumnChange[];
  readonly density?: Density;
}

/** px of a column. */
export const COLUMN_WIDTHS = { least: 40, most: 1000 } as const;

/** What somebody has made of a list for himself; part of its screen where there is any. */
export interface OwnList {
  readonly layout: ListLayout;
}
