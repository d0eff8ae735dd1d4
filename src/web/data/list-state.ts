import type { CrudFilter, LogicalFilter } from "@refinedev/core";
import { writeLayout } from "../../shared/domain/list/layout-codec.ts";
import { type AnyFilter, type ListSort, type ListState, listStateOf, type PackedFilter } from "../../shared/domain/list/list-state.ts";
import type { FilterClause } from "../../shared/protocol/list.ts";
import type { ListLayout } from "../../shared/protocol/own-list.ts";

/** The words of an address that are a list's. */
export const LIST_KEYS = ["current", "pageSize", "sorters", "filters", "view", "group", "cols"] as const satisfies (keyof ListState)[];

/**
 * The address of a list: `current=2&pageSize=19&sorters=busdate.desc&filters=[["Billid","contains","JS"]]`.
 * refine's own binding writes values unencoded (an `&` is lost), reads numbers as text and lists above 20 items as objects.
 */
export function writeListState(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (key === "sorters") search.set(key, (value as ListSort[]).map(({ field, order }) => `${field}.${order}`).join(","));
    else if (key === "filters") search.set(key, JSON.stringify((value as AnyFilter[]).map(pack)));
    else if (key === "cols") search.set(key, writeLayout(value as ListLayout));
    else search.set(key, String(value));
  }
  return search;
}

/** Reads what {@link writeListState} wrote. */
export const readListState = (search: string): ListState => listStateOf(new URLSearchParams(search));

/** Filters narrowed by a clause, which takes the place of what was said of its field. */
export function narrowed(filters: readonly (CrudFilter | FilterClause)[], clause: LogicalFilter): CrudFilter[] {
  return [...filters.filter((filter) => !("field" in filter && filter.field === clause.field)), clause] as CrudFilter[];
}

function pack(filter: AnyFilter): PackedFilter {
  if ("field" in filter) return [filter.field, filter.operator, filter.value];
  const parts = filter.value.map(pack);
  return filter.key === undefined ? [filter.operator, parts] : [filter.operator, parts, filter.key];
}
