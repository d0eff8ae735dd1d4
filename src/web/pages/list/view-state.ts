import type { CrudFilter, CrudSort, LogicalFilter } from "@refinedev/core";
import type { FilterNode } from "../../../shared/protocol/list.ts";
import type { Density, ListLayout, ReadyValue, SavedView, ViewState } from "../../../shared/protocol/own-list.ts";
import type { ScreenFilter, ScreenModel } from "../../../shared/protocol/screen.ts";
import { type ListState, NO_VIEW, wireFilter } from "../../data/list-state.ts";
import { askedOf, initialDraft } from "./filter-codec.ts";

/** All that a list is looked at with. */
export interface ListLook {
  /** null: the page as the module says. */
  readonly view: SavedView | null;
  /** Otherwise than the view or the user has it; null: as they have it. */
  readonly cols: ListLayout | null;
  readonly group: string | null;
  readonly current: number;
  readonly pageSize: number;
  readonly sorters: readonly CrudSort[];
  readonly filters: readonly CrudFilter[];
}

/** What a list begins with; `pageSize` null: as many as fit. */
export interface ListBase {
  readonly sorters: readonly CrudSort[];
  readonly filters: readonly CrudFilter[];
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

const usualSort = ({ defaultSort }: ScreenModel): CrudSort[] => defaultSort.map((by) => ({ ...by }));

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
  const { density } = asked.cols ?? view?.state.layout ?? screen.own?.layout ?? {};
  return {
    view,
    cols: asked.cols ?? null,
    group: asked.group === undefined ? base.group : groupOf(asked.group, screen),
    current: asked.current ?? 1,
    pageSize: asked.pageSize ?? base.pageSize ?? fitOf(density),
    sorters: asked.sorters ?? base.sorters,
    filters: asked.filters ?? base.filters,
    isMissing: view === null && id !== null && id !== NO_VIEW,
  };
}

/** Rows are put together by a column of the list that it can be sorted by. */
function groupOf(field: string, { columns }: ScreenModel): string | null {
  return columns.some((column) => column.field === field && column.sortable) ? field : null;
}

/** The words of the address: what is not as the view, or the page, begins. */
export function addressOf(look: ListLook, screen: ScreenModel, fit: number): ListState {
  const { view, cols, group, current, pageSize, sorters, filters } = look;
  const base = baseOf(screen, view);
  const named = view?.id ?? (screen.own?.view == null ? undefined : NO_VIEW);
  return {
    ...(named !== undefined && { view: named }),
    ...(cols !== null && { cols }),
    ...(group !== base.group && { group: group ?? "" }),
    ...(current !== 1 && { current }),
    ...(pageSize !== (base.pageSize ?? fit) && { pageSize }),
    ...(!isSame(sorters, base.sorters) && { sorters: [...sorters] }),
    ...(!isSameFilter(filters, base.filters) && { filters: [...filters] }),
  };
}

/**
 * What is handed to somebody else: nothing in it depends on what the user has made for himself. A view of his own is told in full, as
 * nobody else can open it.
 */
export function sharedAddress(look: ListLook, screen: ScreenModel, layout: ListLayout, fit: number): ListState {
  const view = look.view?.isShared ? look.view : null;
  const isAsShared = view !== null && look.cols === null;
  const cols = isAsShared || Object.keys(layout).length === 0 ? null : layout;
  const state = addressOf({ ...look, view, cols, current: 1 }, { ...screen, own: { layout: {}, views: [], view: null } }, fit);
  // Not to open with the reader's own view.
  return { ...(view === null && { view: NO_VIEW }), ...state };
}

/** Whether something is otherwise than the view has it. */
export function isChanged(look: ListLook, screen: ScreenModel, fit: number): boolean {
  const { view: _, current: __, ...rest } = addressOf(look, screen, fit);
  return Object.keys(rest).length > 0;
}

/** What is saved of a list as it is looked at now. */
export function stateOf({ filters, sorters, group, pageSize }: ListLook, screen: ScreenModel, layout: ListLayout, fit: number): ViewState {
  return {
    layout,
    filters: toNodes(filters, screen.filters),
    sort: sorters.map(({ field, order }) => ({ field, order })),
    group,
    pageSize: pageSize === fit ? null : pageSize,
  };
}

/** Refine's filters as they are saved: a value that its filter is ready with today is saved as that, and means another day's then. */
function toNodes(filters: readonly CrudFilter[], known: readonly ScreenFilter[]): FilterNode[] {
  const nodes = JSON.parse(wireFilter(filters)) as FilterNode[];
  const again = (node: FilterNode): FilterNode => {
    if (!("field" in node)) return { operator: node.operator, value: node.value.map(again) };
    const filter = readyFilter(node, known);
    const isReady = filter !== undefined && JSON.stringify(filter.initial) === JSON.stringify(node.value);
    return isReady ? { ...node, value: { ready: true } satisfies ReadyValue } : node;
  };
  return nodes.map(again);
}

/** What was saved as refine's filters; groups get keys, by which refine tells them apart. */
function toFilters(nodes: readonly FilterNode[], known: readonly ScreenFilter[]): CrudFilter[] {
  return nodes.flatMap((node, index): CrudFilter[] => {
    if (!("field" in node)) {
      const value = toFilters(node.value, known);
      return value.length === 0 ? [] : [{ key: `view${index}`, operator: node.operator, value }];
    }
    const value = isReadyValue(node.value) ? readyFilter(node, known)?.initial : (node.value ?? true);
    return value == null ? [] : [{ ...node, value } as LogicalFilter];
  });
}

const readyFilter = ({ field, operator }: { readonly field: string; readonly operator: string }, known: readonly ScreenFilter[]) =>
  known.find((filter) => filter.field === field && filter.operator === operator && filter.initial !== null);

const isReadyValue = (value: unknown): value is ReadyValue => typeof value === "object" && value !== null && "ready" in value;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isSameFilter = (one: readonly CrudFilter[], other: readonly CrudFilter[]): boolean => wireFilter(one) === wireFilter(other);
