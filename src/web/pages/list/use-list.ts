import { type CrudFilter, type HttpError, useTable } from "@refinedev/core";
import type { TableProps } from "antd";
import { useEffect, useMemo, useRef } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { filtersOf, initialDraft } from "./filter-codec.ts";
import { pageSizeOptions, useFitPageSize } from "./page-size.ts";
import { nextSorters } from "./sort-order.ts";

/** State and data of a list, kept in the address. Holds no drawing. `url`: where its rows come from; left out: the module's own page. */
export function useList(screen: ScreenModel, url?: string) {
  const fit = useFitPageSize(screen.footer !== null);
  const table = useTable<WireRow, HttpError>({
    resource: String(screen.MdlId),
    ...(url !== undefined && { meta: { url } }),
    syncWithLocation: true,
    pagination: { pageSize: fit },
    sorters: { initial: [...screen.defaultSort] },
    filters: { initial: filtersOf(screen.filters, initialDraft(screen.filters)), defaultBehavior: "replace" },
  });
  const { current, setCurrent, pageSize, setPageSize, sorters, setSorters, setFilters, tableQuery } = table;
  useFollowFit(fit, pageSize, setPageSize);

  const onChange: TableProps<WireRow>["onChange"] = (page, _filters, sorter, { action }) => {
    if (action === "sort") {
      setSorters(nextSorters(sorters, sorter, screen.defaultSort));
      setCurrent(1);
    } else if (action === "paginate") {
      setCurrent(page.pageSize === pageSize ? (page.current ?? 1) : 1);
      setPageSize(page.pageSize ?? fit);
    }
  };
  const search = (filters: CrudFilter[]) => {
    setFilters(filters, "replace");
    setCurrent(1);
    // The same question again is a wish for fresh data.
    if (JSON.stringify(filters) === JSON.stringify(table.filters) && current === 1) void tableQuery.refetch();
  };

  return {
    query: tableQuery,
    rows: tableQuery.data?.data ?? NO_ROWS,
    total: tableQuery.data?.total ?? 0,
    footer: (tableQuery.data?.footer ?? NO_SUMS) as Readonly<Record<string, string>>,
    current,
    pageSize,
    sizeOptions: useMemo(() => pageSizeOptions(fit, pageSize), [fit, pageSize]),
    sorters,
    filters: table.filters,
    onChange,
    search,
  };
}

/** What the drawing parts of a list get. */
export type ListState = ReturnType<typeof useList>;

const NO_ROWS: readonly WireRow[] = [];
const NO_SUMS = {};

/** A list that shows as many rows as fit keeps doing so when the window changes. */
function useFollowFit(fit: number, pageSize: number, setPageSize: (size: number) => void): void {
  const last = useRef(fit);
  useEffect(() => {
    if (last.current !== fit && pageSize === last.current) setPageSize(fit);
    last.current = fit;
  }, [fit, pageSize, setPageSize]);
}
