import { useEffect, useMemo, useState } from "react";
import type { ScreenFilter } from "../../../shared/protocol/screen.ts";
import type { FilterValue } from "../../kinds/filter-kind.ts";
import { chipsOf, draftOf, type FilterDraft, filtersOf, initialDraft } from "./filter-codec.ts";
import type { ListState } from "./use-list.ts";

/** What is being entered in the filter bar, and what is in force. */
export function useFilters(filters: readonly ScreenFilter[], list: Pick<ListState, "filters" | "search">) {
  const active = useMemo(() => draftOf(filters, list.filters), [filters, list.filters]);
  const [draft, setDraft] = useState<FilterDraft>(active);
  // A filter taken away by its chip, or a new address, shows in the bar.
  useEffect(() => setDraft(active), [active]);
  const apply = (next: FilterDraft) => {
    setDraft(next);
    list.search(filtersOf(filters, next));
  };
  return {
    draft,
    chips: useMemo(() => chipsOf(filters, active), [filters, active]),
    edit: (key: string, value: FilterValue | undefined) => setDraft((old) => ({ ...old, [key]: value })),
    search: () => apply(draft),
    reset: () => apply(initialDraft(filters)),
    remove: (key: string) => apply({ ...active, [key]: undefined }),
    clear: () => apply({}),
  };
}
