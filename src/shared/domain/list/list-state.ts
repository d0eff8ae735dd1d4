import { OPERATORS, type Operator } from "../../protocol/list.ts";
import type { ListLayout } from "../../protocol/own-list.ts";
import { readLayout } from "./layout-codec.ts";

/*
 * The state of a list on its way from the address to the server. Whatever an address brings is checked here, and nowhere after: in the
 * browser it is refine's table state, which the types below are made to fit; the server reads it, too, where it answers a first page before it
 * is asked for.
 */

/** One comparison that a list asks for. */
export interface ListClause {
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
}

/** Comparisons of which one at least, or all, must hold; `key` tells groups apart. */
export interface ListGroup {
  readonly key?: string;
  readonly operator: "and" | "or";
  readonly value: ListFilter[];
}

export type ListFilter = ListClause | ListGroup;

export interface ListSort {
  readonly field: string;
  readonly order: "asc" | "desc";
}

/** Filters as they are written: ours, and refine's own, which knows more operators. */
export type AnyFilter =
  | { readonly field: string; readonly operator: string; readonly value?: unknown }
  | { readonly key?: string | undefined; readonly operator: "and" | "or"; readonly value: readonly AnyFilter[] };

/** What a list keeps in the address; what is left out is as its view, or the page itself, begins. */
export interface ListState<Filter = ListFilter> {
  readonly current?: number;
  readonly pageSize?: number;
  readonly sorters?: ListSort[];
  readonly filters?: Filter[];
  /** Id of a saved view, or {@link NO_VIEW}. */
  readonly view?: string;
  /** The column that rows are put together by; "": none. */
  readonly group?: string;
  /** How the columns are arranged, otherwise than the view or the user has them. */
  readonly cols?: ListLayout;
}

/** In the place of a view's id: the page as the module says, although the user's list opens with a view. */
export const NO_VIEW = "none";

/** What of it decides which rows there are, and in which order. */
export interface ListQuery {
  readonly sorters: readonly ListSort[];
  readonly filters: readonly AnyFilter[];
}

/** It as parameters of GetPage; what is undefined is left out. */
export interface ListParams {
  readonly sort: string | undefined;
  readonly order: string | undefined;
  readonly filter: string | undefined;
}

type PackedClause = readonly [field: string, operator: string, value: unknown];
/** Clauses of which one at least, or all, must hold; `key` tells groups apart. */
type PackedGroup = readonly [operator: "and" | "or", parts: readonly PackedFilter[], key?: string];
/** A filter as an address holds it. */
export type PackedFilter = PackedClause | PackedGroup;

/** As deep as the server reads. */
const DEPTH = 5;

const KNOWN_OPERATORS: ReadonlySet<unknown> = new Set(OPERATORS);
/** They compare with nothing. */
const WITHOUT_VALUE: ReadonlySet<unknown> = new Set(["null", "nnull"]);

/** Reads the words of an address (src/web/data/list-state.ts writes them); what is not understood, such as an operator that the server does not know, counts as not given. */
export function listStateOf(words: { readonly get: (key: string) => string | null }): ListState {
  const current = readCount(words.get("current"));
  const pageSize = readCount(words.get("pageSize"));
  const sorters = words.get("sorters");
  const filters = words.get("filters");
  const [view, group, cols] = [words.get("view"), words.get("group"), words.get("cols")];
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
export function listParams({ sorters, filters }: ListQuery): ListParams {
  return {
    sort: sorters.length === 0 ? undefined : sorters.map(({ field }) => field).join(","),
    order: sorters.length === 0 ? undefined : sorters.map(({ order }) => order).join(","),
    filter: filters.length === 0 ? undefined : wireFilter(filters),
  };
}

/** A filter as it travels: its clauses as JSON. */
export function wireFilter(filters: readonly AnyFilter[]): string {
  return JSON.stringify(filters.map(wireNode));
}

/** The key of a group is the browser's own. */
function wireNode(filter: AnyFilter): unknown {
  if (!("field" in filter)) return { operator: filter.operator, value: filter.value.map(wireNode) };
  return WITHOUT_VALUE.has(filter.operator) ? { ...filter, value: undefined } : filter;
}

function unpackSorter(text: string): ListSort[] {
  const dot = text.lastIndexOf(".");
  const order = text.slice(dot + 1);
  return dot > 0 && (order === "asc" || order === "desc") ? [{ field: text.slice(0, dot), order }] : [];
}

function unpackFilters(text: string): ListFilter[] {
  const packed = packedOf(text);
  return Array.isArray(packed) ? packed.flatMap((item) => unpack(item, 1)) : [];
}

function packedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unpack(item: unknown, depth: number): ListFilter[] {
  // refine's table forgets a clause whose value is null.
  if (isClause(item)) {
    const [field, operator, value] = item;
    return [{ field, operator, value: value ?? (WITHOUT_VALUE.has(operator) ? true : value) }];
  }
  if (!isGroup(item) || depth >= DEPTH) return [];
  const [operator, parts, key] = item;
  const value = parts.flatMap((part) => unpack(part, depth + 1));
  return value.length === 0 ? [] : [{ operator, value, ...(typeof key === "string" && { key }) }];
}

function isClause(item: unknown): item is readonly [field: string, operator: Operator, value: unknown] {
  return Array.isArray(item) && typeof item[0] === "string" && KNOWN_OPERATORS.has(item[1]);
}

function isGroup(item: unknown): item is PackedGroup {
  return Array.isArray(item) && (item[0] === "or" || item[0] === "and") && Array.isArray(item[1]);
}

function readCount(text: string | null): number | undefined {
  const count = Number(text);
  return text !== null && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
