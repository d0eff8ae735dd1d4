import type { CrudFilter, CrudSort } from "@refinedev/core";

/** What a list keeps in the address: page, size, sort and filter. */
export interface TableState {
  readonly current?: number;
  readonly pageSize?: number;
  readonly sorters?: CrudSort[];
  readonly filters?: CrudFilter[];
}

type PackedFilter = readonly [field: string, operator: string, value: unknown];

/**
 * The address of a list: `current=2&pageSize=19&sorters=busdate.desc&filters=[["Billid","contains","JS"]]`.
 * refine's own binding writes values unencoded (an `&` is lost), reads numbers as text and lists above 20 items as objects.
 */
export function writeTableState(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (key === "sorters") search.set(key, (value as CrudSort[]).map(({ field, order }) => `${field}.${order}`).join(","));
    else if (key === "filters") search.set(key, JSON.stringify((value as CrudFilter[]).flatMap(pack)));
    else search.set(key, String(value));
  }
  return search;
}

/** Reads what {@link writeTableState} wrote; what is not understood counts as not given. */
export function readTableState(search: string): TableState {
  const params = new URLSearchParams(search);
  const current = readCount(params.get("current"));
  const pageSize = readCount(params.get("pageSize"));
  const sorters = params.get("sorters");
  const filters = params.get("filters");
  return {
    ...(current !== undefined && { current }),
    ...(pageSize !== undefined && { pageSize }),
    ...(sorters !== null && { sorters: sorters.split(",").flatMap(unpackSorter) }),
    ...(filters !== null && { filters: unpackFilters(filters) }),
  };
}

function pack(filter: CrudFilter): PackedFilter[] {
  return "field" in filter ? [[filter.field, filter.operator, filter.value as unknown]] : [];
}

function unpackSorter(text: string): CrudSort[] {
  const dot = text.lastIndexOf(".");
  const order = text.slice(dot + 1);
  return dot > 0 && (order === "asc" || order === "desc") ? [{ field: text.slice(0, dot), order }] : [];
}

function unpackFilters(text: string): CrudFilter[] {
  try {
    const packed: unknown = JSON.parse(text);
    return Array.isArray(packed)
      ? packed.filter(isPacked).map(([field, operator, value]) => ({ field, operator, value }) as CrudFilter)
      : [];
  } catch {
    return [];
  }
}

function isPacked(item: unknown): item is PackedFilter {
  return Array.isArray(item) && typeof item[0] === "string" && typeof item[1] === "string" && item[1] !== "and" && item[1] !== "or";
}

function readCount(text: string | null): number | undefined {
  const count = Number(text);
  return text !== null && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
