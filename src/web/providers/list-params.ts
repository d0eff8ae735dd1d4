import type { CrudFilter, CrudSort } from "@refinedev/core";
import { generateSort } from "@refinedev/simple-rest";
import type { FormParams } from "../api/send.ts";
import { wireFilters } from "./wire-filter.ts";

export interface ListQuery {
  readonly sorters: readonly CrudSort[];
  readonly filters: readonly CrudFilter[];
}

/** Sort and filter of a list as GetPage parameters; page and size are added by the caller. */
export function listParams({ sorters, filters }: ListQuery): FormParams {
  const sort = generateSort([...sorters]);
  return {
    sort: sort?._sort.join(","),
    order: sort?._order.join(","),
    filter: filters.length === 0 ? undefined : JSON.stringify(wireFilters(filters)),
  };
}
