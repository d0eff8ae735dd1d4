import type { CrudFilter } from "@refinedev/core";
import { useMemo } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useFilters } from "../../pages/list/use-filters.ts";
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
  const filters = useFilters(bar, list, screen.columns);
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
