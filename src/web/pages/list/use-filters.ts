import { useEffect, useMemo, useState } from "react";
import type { ScreenColumn, ScreenFilter } from "../../../shared/protocol/screen.ts";
import type { FilterValue } from "../../kinds/filters/filter-kind.ts";
import { chipsOf, draftOf, extraChips, extrasOf, type FilterDraft, filtersOf, initialDraft } from "./filter-codec.ts";
import type { ListState } from "./use-list.ts";

type FilteredList = Pick<ListState, "filters" | "search">;

/** What is being entered in the filter bar, and what is in force. `columns` name the filters that another page brought. */
export function useFilters(filters: readonly ScreenFilter[], list: FilteredList, columns: readonly ScreenColumn[] = NO_COLUMNS) {
  const active = useMemo(() => draftOf(filters, list.filters), [filters, list.filters]);
  const [draft, setDraft] = useState<FilterDraft>(active);
  // A filter taken away by its chip, or a new address, shows in the bar.
  useEffect(() => setDraft(active), [active]);
  const extras = useMemo(() => extrasOf(filters, list.filters), [filters, list.filters]);
  const apply = (next: FilterDraft, kept = extras) => {
    setDraft(next);
    list.search([...filtersOf(filters, next), ...kept]);
  };
  return {
    draft,
    chips: useMemo(() => [...chipsOf(filters, active), ...extraChips(extras, columns)], [filters, active, extras, columns]),
    edit: (key: string, value: FilterValue | undefined) => setDraft((old) => ({ ...old, [key]: value })),
    search: () => apply(draft),
    reset: () => apply(initialDraft(filters), []),
    remove: (key: string) =>
      apply(
        { ...active, [key]: undefined },
        extras.filter(({ field, operator }) => key !== `${field}.${operator}`),
      ),
    clear: () => apply({}, []),
  };
}

export type FilterState = ReturnType<typeof useFilters>;

const NO_COLUMNS: readonly ScreenColumn[] = [];
