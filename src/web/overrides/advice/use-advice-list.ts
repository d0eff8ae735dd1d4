import type { CrudFilter } from "@refinedev/core";
import { useCallback, useMemo } from "react";
import { type To, useSearchParams } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useFilters } from "../../pages/list/Filters.tsx";
import { useList } from "../../pages/list/use-list.ts";
import { type Advice, adviceOf } from "./advice-row.ts";

const STATE = "state";
const NEWEST_FIRST = [{ field: "Id", order: "desc" as const }];

/**
 * The list of the page, with its state in the address as every list has it. The shop sees what waits for it first, as the module
 * says; a supplier its newest.
 */
export function useAdviceList(screen: ScreenModel, isSupplier: boolean) {
  const ordered = useMemo(() => (isSupplier ? { ...screen, defaultSort: NEWEST_FIRST } : screen), [screen, isSupplier]);
  const list = useList(ordered);
  const bar = useMemo(() => screen.filters.filter(({ field }) => field !== STATE), [screen.filters]);
  const filters = useFilters(bar, list, screen.columns, screen.waiting.length > 0);
  const advices = useMemo(() => list.rows.map(adviceOf), [list.rows]);
  const isOfState = (filter: CrudFilter) => "field" in filter && filter.field === STATE;
  const chosen = list.filters.find(isOfState);
  return {
    list,
    advices: advices as readonly Advice[],
    // The state that is shown has its tab.
    filters: { ...filters, chips: filters.chips.filter(({ key }) => !key.startsWith(`${STATE}.`)) },
    bar,
    /** The state that is shown alone; empty: all. */
    state: chosen === undefined ? "" : String(chosen.value),
    showState: (code: string) => {
      const others = list.filters.filter((filter) => !isOfState(filter));
      list.search(code === "" ? others : [...others, { field: STATE, operator: "in", value: [code] }]);
    },
    turnTo: (page: number, size: number) => {
      const extra = { action: "paginate" as const, currentDataSource: [] };
      list.onChange?.({ current: page, pageSize: size }, {}, {}, extra);
    },
  };
}

export type AdviceListState = ReturnType<typeof useAdviceList>;

const OPENED = "open";

/**
 * The opened suggestion, kept in the address beside page and filter of the list. Links replace the address, as the list does: what
 * a page shows is its tab's own state, and what is being written stays.
 */
export function useOpened() {
  const [params, setParams] = useSearchParams();
  const id = params.get(OPENED);
  const next = useCallback(
    (to: string | null): URLSearchParams => {
      const search = new URLSearchParams(params);
      if (to === null) search.delete(OPENED);
      else search.set(OPENED, to);
      return search;
    },
    [params],
  );
  return {
    /** null: none. */
    id: id !== null && /^\d{1,15}$/.test(id) ? id : null,
    linkTo: (to: string | null): To => ({ search: next(to).toString() }),
    close: () => setParams(next(null), { replace: true }),
  };
}
