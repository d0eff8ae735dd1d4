import type { FilterNode } from "./list.ts";

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

/** Instead of the value of a clause: whatever the filter is ready with on the day the view is opened, e.g. the last 31 days. */
export interface ReadyValue {
  readonly ready: true;
}

/** A list as it was looked at: what is saved of it. */
export interface ViewState {
  /** null: as the reader has arranged the list himself. */
  readonly layout: ListLayout | null;
  readonly filters: readonly FilterNode[];
  readonly sort: readonly { readonly field: string; readonly order: "asc" | "desc" }[];
  /** The column by whose values rows are put together; null: they are not. */
  readonly group: string | null;
  /** null: as many as fit. */
  readonly pageSize: number | null;
}

/** A view that the reader may open, with what of it he may see. */
export interface SavedView {
  /** Short, as it stands in addresses. */
  readonly id: string;
  readonly title: string;
  /** All users of its owner's company have it. */
  readonly isShared: boolean;
  /** The reader may change and delete it. */
  readonly isOwn: boolean;
  readonly state: ViewState;
  /** Something in it is not the reader's to see, or not there any longer, and was left out. */
  readonly isCut: boolean;
}

/** What somebody has made of a list for himself; part of its screen where there is any. */
export interface OwnList {
  readonly layout: ListLayout;
  readonly views: readonly SavedView[];
  /** Id of the view that the list opens with; null: as the module says. */
  readonly view: string | null;
}

/** Result of Module/{id}/GetViews. */
export interface ViewsResult {
  readonly own: OwnList;
  /** May share views with his company. */
  readonly mayShare: boolean;
}

/** Result of Module/{id}/SaveView: also which one it is now. */
export interface SavedViewResult extends ViewsResult {
  readonly id: string;
}

/** A page, or a saved view of one, that somebody wants at hand. */
export interface Favourite {
  readonly MdlId: number;
  /** Id of a view; "": the page itself. */
  readonly view: string;
  readonly title: string;
  /** Where it leads. */
  readonly path: string;
}

/** A document that was looked at. */
export interface RecentDocument {
  readonly MdlId: number;
  readonly id: number;
  /** What it is called, e.g. its number. */
  readonly number: string;
  /** What its page is called. */
  readonly title: string;
  readonly path: string;
}

/** Result of Usr/GetShortcuts and Usr/SaveFavourites. */
export interface ShortcutsResult {
  readonly favourites: readonly Favourite[];
  /** The newest first. */
  readonly recent: readonly RecentDocument[];
}
