import type { CrudFilter } from "@refinedev/core";
import { baseOf, type ListLook as Look, readyFilter } from "../../../shared/domain/list/list-look.ts";
import { type ListState as AnyState, NO_VIEW, wireFilter } from "../../../shared/domain/list/list-state.ts";
import type { FilterNode } from "../../../shared/protocol/list.ts";
import type { ListLayout, ReadyValue, ViewState } from "../../../shared/protocol/own-list.ts";
import type { ScreenFilter, ScreenModel } from "../../../shared/protocol/screen.ts";

/** As the shared words, with the filters of refine's table. */
export type ListLook = Look<CrudFilter>;
type ListState = AnyState<CrudFilter>;

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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isSameFilter = (one: readonly CrudFilter[], other: readonly CrudFilter[]): boolean => wireFilter(one) === wireFilter(other);
