import { type CrudFilter, type CrudSort, type HttpError, useTable } from "@refinedev/core";
import type { TableProps } from "antd";
import type { SorterResult } from "antd/es/table/interface";
import { useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { baseOf, isUsualOrder, lookOf } from "../../../shared/domain/list/list-look.ts";
import { fitPageSize } from "../../../shared/domain/list/page-size.ts";
import { ALL_ROWS, type WireRow } from "../../../shared/protocol/list.ts";
import type { SavedView } from "../../../shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { readListState } from "../../data/list-state.ts";
import { shownDensity } from "../../kinds/look.ts";
import { STEP } from "./row-pages.ts";
import { useAddress } from "./use-address.ts";
import { useFitPageSize, useFollowFit } from "./use-fit.ts";
import { useLayout } from "./use-layout.ts";
import { useRowPages } from "./use-row-pages.ts";
import { addressOf } from "./view-state.ts";

interface ListOptions {
  /** Where its rows come from; left out: the module's own page. */
  readonly url?: string | undefined;
  /** Who draws the list scrolls through all rows, and reads them meanwhile; left out: all of them are read at once. */
  readonly isScrolled?: boolean;
}

/** State and data of a list, kept in the address. Holds no drawing. */
export function useList(screen: ScreenModel, { url, isScrolled = false }: ListOptions = {}) {
  const { search: address } = useLocation();
  // The address is read when the page is opened; from then on the page writes it.
  const [opened] = useState(() =>
    lookOf(readListState(address), screen, (density) => fitPageSize(window.innerHeight, screen.footer !== null, shownDensity(density))),
  );
  const [viewId, setViewId] = useState(opened.view?.id ?? null);
  const [cols, setCols] = useState(opened.cols);
  const [group, setGroup] = useState(opened.group);
  const view = screen.own?.views.find(({ id }) => id === viewId) ?? null;
  const own = useLayout(screen, { ofView: view?.state.layout ?? null, cols, setCols });
  const fit = useFitPageSize(screen.footer !== null, own.density);
  const table = useTable<WireRow, HttpError>({
    resource: String(screen.MdlId),
    meta: { ...(url !== undefined && { url }), ...(isScrolled && { step: STEP }) },
    syncWithLocation: false,
    pagination: { current: opened.current, pageSize: opened.pageSize },
    sorters: { initial: [...opened.sorters] },
    filters: { initial: [...opened.filters], defaultBehavior: "replace" },
  });
  const { current, setCurrent, pageSize, setPageSize, sorters, setSorters, setFilters, tableQuery } = table;
  useFollowFit(fit, pageSize, setPageSize);
  const source = url ?? moduleUrl(String(screen.MdlId), "GetPage");
  const answer = tableQuery.data;
  const first = useMemo(() => answer && { rows: answer.data, total: answer.total, footer: sumsOf(answer.footer) }, [answer]);
  const all = useRowPages(
    { source, isAll: isScrolled && pageSize === ALL_ROWS && group === null, sorters, filters: table.filters },
    { result: first, isPrevious: tableQuery.isPreviousData, readAt: tableQuery.dataUpdatedAt },
  );
  const look = { view, cols, group, current, pageSize, sorters, filters: table.filters };
  useAddress(addressOf(look, screen, fit));

  /** Shows the list as a view has it, or, with null, as the module says. */
  const openView = (next: SavedView | null) => {
    const base = baseOf(screen, next);
    setViewId(next?.id ?? null);
    setCols(null);
    setGroup(base.group);
    setFilters([...base.filters], "replace");
    setSorters([...base.sorters]);
    setPageSize(base.pageSize ?? fit);
    setCurrent(1);
  };
  const onChange: TableProps<WireRow>["onChange"] = (page, _filters, sorter, { action }) => {
    if (action === "sort") {
      setSorters(nextSorters(sorters, sorter, baseOf(screen, view).sorters));
      setCurrent(1);
    } else if (action === "paginate") {
      setCurrent(page.pageSize === pageSize ? (page.current ?? 1) : 1);
      setPageSize(page.pageSize ?? fit);
    }
  };
  /** Sorts the rows so; null: as usual. */
  const sortBy = (next: readonly CrudSort[] | null) => {
    setSorters([...(next ?? baseOf(screen, view).sorters)]);
    setCurrent(1);
  };
  const search = (filters: CrudFilter[]) => {
    setFilters(filters, "replace");
    setCurrent(1);
    // The same question again is a wish for fresh data.
    if (JSON.stringify(filters) === JSON.stringify(table.filters) && current === 1) void tableQuery.refetch();
  };

  return {
    /** How its columns are arranged. */
    own,
    /** All that it is looked at with, and how much room there is for rows. */
    look,
    fit,
    openView,
    /** The look is that of a view which was saved just now. */
    nameView: (id: string) => {
      setViewId(id);
      setCols(null);
    },
    /** The address named a view that the user has not. */
    isViewMissing: opened.isMissing,
    group,
    /** The column that rows are put together by; null: they are not. */
    groupColumn: screen.columns.find(({ field }) => field === group) ?? null,
    setGroup,
    /** The call that its rows come from. */
    source,
    query: tableQuery,
    /** Those of the page; of all rows those that are there. */
    rows: all?.rows ?? first?.rows ?? NO_ROWS,
    /** All rows, as they are read while one scrolls; null: it is looked at page by page. */
    all,
    total: all?.total ?? first?.total ?? 0,
    footer: all?.footer ?? first?.footer ?? NO_SUMS,
    current,
    pageSize,
    sizeOptions: useMemo(() => pageSizeOptions(fit, pageSize), [fit, pageSize]),
    sorters,
    isUsualOrder: isUsualOrder({ view, sorters }, screen),
    sortBy,
    filters: table.filters,
    onChange,
    /** Another page of the same rows. */
    turnTo: setCurrent,
    search,
  };
}

/** What the drawing parts of a list get. */
export type ListState = ReturnType<typeof useList>;

const NO_ROWS: readonly WireRow[] = [];
const NO_SUMS: Readonly<Record<string, string>> = {};

/** refine knows nothing of sums. */
const sumsOf = (footer: unknown) => (footer ?? NO_SUMS) as typeof NO_SUMS;

type ColumnSort = Pick<SorterResult<WireRow>, "columnKey" | "order">;

/** The server sorts by no more fields than this. */
const MOST_SORTS = 5;

/**
 * The sort after a click. The column just clicked comes first and the earlier ones break its ties, as in a stable sort; a column
 * clicked off is dropped. Nothing sorted any more: the screen's own order.
 */
export function nextSorters(
  previous: readonly CrudSort[],
  reported: ColumnSort | readonly ColumnSort[],
  initial: readonly CrudSort[],
): CrudSort[] {
  const wanted = [reported].flat().flatMap(({ columnKey, order }): CrudSort[] => {
    return order ? [{ field: String(columnKey), order: order === "ascend" ? "asc" : "desc" }] : [];
  });
  if (wanted.length === 0) return [...initial];
  const rank = (sort: CrudSort) => previous.findIndex(({ field, order }) => field === sort.field && order === sort.order);
  return wanted.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_SORTS);
}

const FACTORS = [2, 5, 10] as const;

/** The sizes on offer: what fits, 2×, 5×, 10× and all. A size from elsewhere (an address made in another window) is offered too. */
export function pageSizeOptions(fit: number, current: number) {
  const sizes = new Set([fit, ...FACTORS.map((factor) => factor * fit), current]);
  sizes.delete(ALL_ROWS);
  const numbers = [...sizes].sort((a, b) => a - b).map((value) => ({ value, label: `${value} 条/页` }));
  return [...numbers, { value: ALL_ROWS, label: "全部" }];
}
