import { WAITS } from "../../protocol/list.ts";
import type { ScreenFilter } from "../../protocol/screen.ts";
import { cleanValue, type FilterValue } from "./filter-values.ts";
import type { ListClause, ListFilter, ListGroup } from "./list-state.ts";

/** What the filter bar shows: a value for each filter that has one, by {@link filterKey}. */
export type FilterDraft = Readonly<Record<string, FilterValue | undefined>>;

/** Two filters may look at one field with different operators. */
export const filterKey = ({ field, operator }: { readonly field: string; readonly operator: string }): string => `${field}.${operator}`;

/** The ready values of a new page. */
export function initialDraft(filters: readonly ScreenFilter[]): FilterDraft {
  return Object.fromEntries(filters.map((filter) => [filterKey(filter), cleanValue(filter, filter.initial)]));
}

/** The bar's values as filters; empty ones are left out. */
export function filtersOf(filters: readonly ScreenFilter[], draft: FilterDraft): ListClause[] {
  return filters.flatMap((filter) => {
    const value = cleanValue(filter, draft[filterKey(filter)]);
    return value === undefined ? [] : [{ field: filter.field, operator: filter.operator, value }];
  });
}

/** How ready values are meant (docs/decisions/114). */
export interface ReadyValues {
  /** Something waits for the viewer on this page: no ready value hides it. */
  readonly waits: boolean;
  /** Of filters, by {@link filterKey}: their value is the user's own, even where it is the ready one. */
  readonly own: ReadonlySet<string>;
}

/**
 * What a list asks for, of what its bar holds. A ready value, such as the last 31 days, hides nothing that waits for the viewer, and nothing
 * at all where a number is asked for; a value of his own is asked for as it is.
 */
export function askedOf(filters: readonly ScreenFilter[], draft: FilterDraft, { waits, own }: ReadyValues): ListFilter[] {
  const byNumber = isByNumber(filters, draft);
  return filters.flatMap((filter): ListFilter[] => {
    const [clause] = filtersOf([filter], draft);
    if (clause === undefined) return [];
    if (own.has(filterKey(filter)) || !isReady(filter, clause.value)) return [clause];
    if (byNumber) return [];
    return waits ? [openTo(clause)] : [clause];
  });
}

/** Whether a number is asked for. */
export function isByNumber(filters: readonly ScreenFilter[], draft: FilterDraft): boolean {
  return filters.some((filter) => filter.isNumber && cleanValue(filter, draft[filterKey(filter)]) !== undefined);
}

/** Whether the value is the one that a new page has. */
const isReady = (filter: ScreenFilter, value: unknown) =>
  filter.initial !== null && JSON.stringify(value) === JSON.stringify(cleanValue(filter, filter.initial));

/** The clause, or what waits for the viewer. */
const openTo = (clause: ListClause): ListGroup => ({
  key: filterKey(clause),
  operator: "or",
  value: [clause, { field: WAITS, operator: "eq", value: true }],
});
