import type { CrudFilter } from "@refinedev/core";
import type { ScreenFilter } from "../../../shared/protocol/screen.ts";
import type { FilterValue } from "../../kinds/filter-kind.ts";
import { FILTER_KINDS } from "../../kinds/filter-kinds.ts";

/** What the filter bar shows: a value for each filter that has one, by {@link filterKey}. */
export type FilterDraft = Readonly<Record<string, FilterValue | undefined>>;

/** An active filter in words. */
export interface FilterChip {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

/** Two filters may look at one field with different operators. */
export const filterKey = ({ field, operator }: Pick<ScreenFilter, "field" | "operator">): string => `${field}.${operator}`;

/** The ready values of a new page. */
export function initialDraft(filters: readonly ScreenFilter[]): FilterDraft {
  return Object.fromEntries(filters.map((filter) => [filterKey(filter), clean(filter, filter.initial)]));
}

/** The bar's values as refine filters; empty ones are left out. */
export function filtersOf(filters: readonly ScreenFilter[], draft: FilterDraft): CrudFilter[] {
  return filters.flatMap((filter) => {
    const value = clean(filter, draft[filterKey(filter)]);
    return value === undefined ? [] : [{ field: filter.field, operator: filter.operator, value }];
  });
}

/** refine filters as the bar's values. Filters the screen does not have are dropped: they come from an old address. */
export function draftOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[]): FilterDraft {
  return Object.fromEntries(
    filters.map((filter) => {
      const match = active.find((item) => "field" in item && item.field === filter.field && item.operator === filter.operator);
      return [filterKey(filter), clean(filter, match?.value)];
    }),
  );
}

/** The active filters in words, in the order of the bar. */
export function chipsOf(filters: readonly ScreenFilter[], draft: FilterDraft): FilterChip[] {
  return filters.flatMap((filter) => {
    const value = clean(filter, draft[filterKey(filter)]);
    if (value === undefined) return [];
    return [{ key: filterKey(filter), title: filter.title, text: FILTER_KINDS[filter.control].describe(value, filter) }];
  });
}

const clean = (filter: ScreenFilter, value: unknown) => FILTER_KINDS[filter.control].clean(value, filter);
