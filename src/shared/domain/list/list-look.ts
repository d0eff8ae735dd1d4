import type { FilterNode } from "../../protocol/list.ts";
import type { Density, ListLayout, ReadyValue, SavedView } from "../../protocol/own-list.ts";
import type { ScreenFilter, ScreenModel } from "../../protocol/screen.ts";
import { askedOf, initialDraft } from "./asked-filters.ts";
import { type ListFilter, type ListSort, type ListState, NO_VIEW } from "./list-state.ts";

/** All that a list is looked at with. */
export interface ListLook<Filter = ListFilter> {
  /** null: the page as the module says. */
  readonly view: SavedView | null;
  /** Otherwise than the view or the user has it; null: as they have it. */
  readonly cols: ListLayout | null;
  readonly group: string | null;
  readonly current: number;
  readonly pageSize: number;
  readonly sorters: readonly ListSort[];
  readonly filters: readonly Filter[];
}

/** What a list begins with; `pageSize` null: as many as fit. */
export interface ListBase {
  readonly sorters: readonly ListSort[];
  readonly filters: readonly ListFilter[];
  readonly group: string | null;
  readonly pageSize: number | null;
}

/** What a view, or without one the page, begins with. */
export function baseOf(screen: ScreenModel, view: SavedView | null): ListBase {
  if (view !== null) {
    const { filters, sort, group, pageSize } = view.state;
    return {
      filters: toFilters(filters, screen.filters),
      sorters: sort.length > 0 ? sort.map((by) => ({ ...by })) : usualSort(screen),
      group,
      pageSize,
    };
  }
  // What a page that is opened anew asks for: its ready values, and whatever waits for the viewer.
  const filters = askedOf(screen.filters, initialDraft(screen.filters), { waits: screen.waiting.length > 0, own: new Set() });
  return { filters, sorters: usualSort(screen), group: null, pageSize: null };
}

/** Whether rows stand in the order that the view, or without one the page, begins with. */
export const isUsualOrder = ({ view, sorters }: Pick<ListLook, "view" | "sorters">, screen: ScreenModel): boolean =>
  JSON.stringify(sorters) === JSON.stringify(baseOf(screen, view).sorters);

const usualSort = ({ defaultSort }: ScreenModel): ListSort[] => defaultSort.map((by) => ({ ...by }));

/** How the columns are arranged: as the address says, or the view, or as the user has them. */
export const shownLayout = ({ cols, view }: Pick<ListLook<unknown>, "cols" | "view">, screen: ScreenModel): ListLayout =>
  cols ?? view?.state.layout ?? screen.own?.layout ?? {};

/** What an address asks for. `fitOf`: how many rows fit, by how close they stand. `isMissing`: a view that the user has not, or that is gone. */
export function lookOf(
  asked: ListState,
  screen: ScreenModel,
  fitOf: (density: Density | undefined) => number,
): ListLook & { readonly isMissing: boolean } {
  const views = screen.own?.views ?? [];
  const isBare = Object.keys(asked).length === 0;
  // A list opens with the user's own view where the address says nothing else of it.
  const id = asked.view ?? (isBare ? screen.own?.view : null) ?? null;
  const view = views.find((one) => one.id === id) ?? null;
  const base = baseOf(screen, view);
  const cols = asked.cols ?? null;
  return {
    view,
    cols,
    group: asked.group === undefined ? base.group : groupOf(asked.group, screen),
    current: asked.current ?? 1,
    pageSize: asked.pageSize ?? base.pageSize ?? fitOf(shownLayout({ cols, view }, screen).density),
    sorters: asked.sorters ?? base.sorters,
    filters: asked.filters ?? base.filters,
    isMissing: view === null && id !== null && id !== NO_VIEW,
  };
}

/** Rows are put together by a column of the list that it can be sorted by. */
function groupOf(field: string, { columns }: ScreenModel): string | null {
  return columns.some((column) => column.field === field && column.sortable) ? field : null;
}

/** What was saved, as filters; groups get keys, by which refine tells them apart. */
function toFilters(nodes: readonly FilterNode[], known: readonly ScreenFilter[]): ListFilter[] {
  return nodes.flatMap((node, index): ListFilter[] => {
    if (!("field" in node)) {
      const value = toFilters(node.value, known);
      return value.length === 0 ? [] : [{ key: `view${index}`, operator: node.operator, value }];
    }
    const value = isReadyValue(node.value) ? readyFilter(node, known)?.initial : (node.value ?? true);
    return value == null ? [] : [{ field: node.field, operator: node.operator, value }];
  });
}

/** The filter that a clause is ready by. */
export const readyFilter = ({ field, operator }: { readonly field: string; readonly operator: string }, known: readonly ScreenFilter[]) =>
  known.find((filter) => filter.field === field && filter.operator === operator && filter.initial !== null);

const isReadyValue = (value: unknown): value is ReadyValue => typeof value === "object" && value !== null && "ready" in value;
