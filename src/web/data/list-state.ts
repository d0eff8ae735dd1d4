import type { CrudFilter, CrudSort } from "@refinedev/core";
import { OPERATORS } from "../../shared/protocol/list.ts";
import type { ListLayout } from "../../shared/protocol/own-list.ts";
import { type FormParams, parse } from "../api/send.ts";
import { readLayout, writeLayout } from "./layout-codec.ts";

/*
 * The state of a list on its way from the address to the server. Whatever an address brings is checked here, and nowhere after:
 * in the program it is refine's table state, whose filters use the words of the wire.
 */

/** What a list keeps in the address; what is left out is as its view, or the page itself, begins. */
export interface ListState {
  readonly current?: number;
  readonly pageSize?: number;
  readonly sorters?: CrudSort[];
  readonly filters?: CrudFilter[];
  /** Id of a saved view, or {@link NO_VIEW}. */
  readonly view?: string;
  /** The column that rows are put together by; "": none. */
  readonly group?: string;
  /** How the columns are arranged, otherwise than the view or the user has them. */
  readonly cols?: ListLayout;
}

/** In the place of a view's id: the page as the module says, although the user's list opens with a view. */
export const NO_VIEW = "none";

/** The words of an address that are a list's. */
export const LIST_KEYS = ["current", "pageSize", "sorters", "filters", "view", "group", "cols"] as const satisfies (keyof ListState)[];

/** What of it decides which rows there are, and in which order. */
export interface ListQuery {
  readonly sorters: readonly CrudSort[];
  readonly filters: readonly CrudFilter[];
}

type PackedClause = readonly [field: string, operator: string, value: unknown];
/** Clauses of which one at least, or all, must hold; `key` tells groups apart. */
type PackedGroup = readonly [operator: "and" | "or", parts: readonly PackedFilter[], key?: string];
type PackedFilter = PackedClause | PackedGroup;

/** As deep as the server reads. */
const DEPTH = 5;

const KNOWN_OPERATORS: ReadonlySet<unknown> = new Set(OPERATORS);
/** They compare with nothing. */
const WITHOUT_VALUE: ReadonlySet<unknown> = new Set(["null", "nnull"]);

/**
 * The address of a list: `current=2&pageSize=19&sorters=busdate.desc&filters=[["Billid","contains","JS"]]`.
 * refine's own binding writes values unencoded (an `&` is lost), reads numbers as text and lists above 20 items as objects.
 */
export function writeListState(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (key === "sorters") search.set(key, (value as CrudSort[]).map(({ field, order }) => `${field}.${order}`).join(","));
    else if (key === "filters") search.set(key, JSON.stringify((value as CrudFilter[]).map(pack)));
    else if (key === "cols") search.set(key, writeLayout(value as ListLayout));
    else search.set(key, String(value));
  }
  return search;
}

/** Reads what {@link writeListState} wrote; what is not understood, such as an operator that the server does not know, counts as not given. */
export function readListState(search: string): ListState {
  const params = new URLSearchParams(search);
  const current = readCount(params.get("current"));
  const pageSize = readCount(params.get("pageSize"));
  const sorters = params.get("sorters");
  const filters = params.get("filters");
  const [view, group, cols] = [params.get("view"), params.get("group"), params.get("cols")];
  return {
    ...(current !== undefined && { current }),
    ...(pageSize !== undefined && { pageSize }),
    ...(sorters !== null && { sorters: sorters.split(",").flatMap(unpackSorter) }),
    ...(filters !== null && { filters: unpackFilters(filters) }),
    ...(view !== null && { view }),
    ...(group !== null && { group }),
    ...(cols !== null && { cols: readLayout(cols) }),
  };
}

/** Sort and filter as parameters of GetPage; page and size are added by the caller. */
export function listParams({ sorters, filters }: ListQuery): FormParams {
  return {
    sort: sorters.length === 0 ? undefined : sorters.map(({ field }) => field).join(","),
    order: sorters.length === 0 ? undefined : sorters.map(({ order }) => order).join(","),
    filter: filters.length === 0 ? undefined : wireFilter(filters),
  };
}

/** A filter as it travels: its clauses as JSON. */
export function wireFilter(filters: readonly CrudFilter[]): string {
  return JSON.stringify(filters.map(wireNode));
}

/** The key of a group is the browser's own. */
function wireNode(filter: CrudFilter): unknown {
  if (!("field" in filter)) return { operator: filter.operator, value: filter.value.map(wireNode) };
  return WITHOUT_VALUE.has(filter.operator) ? { ...filter, value: undefined } : filter;
}

function pack(filter: CrudFilter): PackedFilter {
  if ("field" in filter) return [filter.field, filter.operator, filter.value as unknown];
  const parts = filter.value.map(pack);
  return filter.key === undefined ? [filter.operator, parts] : [filter.operator, parts, filter.key];
}

function unpackSorter(text: string): CrudSort[] {
  const dot = text.lastIndexOf(".");
  const order = text.slice(dot + 1);
  return dot > 0 && (order === "asc" || order === "desc") ? [{ field: text.slice(0, dot), order }] : [];
}

function unpackFilters(text: string): CrudFilter[] {
  const packed = parse(text);
  return Array.isArray(packed) ? packed.flatMap((item) => unpack(item, 1)) : [];
}

function unpack(item: unknown, depth: number): CrudFilter[] {
  // refine's table forgets a clause whose value is null.
  if (isClause(item)) {
    const [field, operator, value] = item;
    return [{ field, operator, value: value ?? (WITHOUT_VALUE.has(operator) ? true : value) } as CrudFilter];
  }
  if (!isGroup(item) || depth >= DEPTH) return [];
  const [operator, parts, key] = item;
  const value = parts.flatMap((part) => unpack(part, depth + 1));
  return value.length === 0 ? [] : [{ operator, value, ...(typeof key === "string" && { key }) }];
}

function isClause(item: unknown): item is PackedClause {
  return Array.isArray(item) && typeof item[0] === "string" && KNOWN_OPERATORS.has(item[1]);
}

function isGroup(item: unknown): item is PackedGroup {
  return Array.isArray(item) && (item[0] === "or" || item[0] === "and") && Array.isArray(item[1]);
}

function readCount(text: string | null): number | undefined {
  const count = Number(text);
  return text !== null && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
