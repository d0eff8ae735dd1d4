import type { ToneName } from "../registry/generated/raw.ts";
import type { Operator } from "../registry/language.ts";

export { OPERATORS, type Operator } from "../registry/language.ts";

/** One comparison. `value` is a scalar, a list for in/nin, a pair for between, absent for null/nnull. */
export interface FilterClause {
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

/**
 * Names no field of a row: in filters and sorts what waits for the viewer, the rows that his to-dos of the page count (docs/decisions/114).
 * No field of an entity begins so.
 */
export const WAITS = "_waits";

/** Clauses joined by and/or, nested at will. */
export interface FilterGroup {
  readonly operator: "and" | "or";
  readonly value: readonly FilterNode[];
}
export type FilterNode = FilterClause | FilterGroup;

/** "All data": the page size that means no paging. */
export const ALL_ROWS = 999_999_999;

/** A row as it travels: money, quantities and rates as decimal strings, dates as `yyyy-MM-dd`, times as `yyyy-MM-dd HH:mm:ss`. */
export type WireValue = string | number | boolean | null;
export type WireRow = Readonly<Record<string, WireValue>>;

/** Result of GetPage. `footer` sums the whole filter, not the page. `truncated`: the server capped the page size. */
export interface PageResult {
  readonly rows: readonly WireRow[];
  readonly total: number;
  readonly footer: Readonly<Record<string, string>>;
  readonly truncated?: boolean;
}

/** Rows that have one value in common. */
export interface RowGroup {
  /** Of an instant its day; null: nothing is filled in. */
  readonly value: WireValue;
  /** The text of a coded value. */
  readonly label?: string;
  readonly count: number;
  /** By field, as those of {@link PageResult}. */
  readonly sums: Readonly<Record<string, string>>;
}

/** Result of GetGroups. `footer` sums the whole filter; `total`: number of groups, `count`: of rows. */
export interface GroupsResult {
  readonly groups: readonly RowGroup[];
  readonly total: number;
  readonly count: number;
  readonly footer: Readonly<Record<string, string>>;
}

/** The text and colour of a coded value, e.g. of a status. */
export interface StatusLabel {
  readonly value: string | number | boolean;
  readonly text: string;
  readonly tone: ToneName;
}
