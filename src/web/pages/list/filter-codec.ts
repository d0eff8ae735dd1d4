import type { ConditionalFilter, CrudFilter, LogicalFilter } from "@refinedev/core";
import { FLAG_TEXT } from "../../../shared/domain/value-text.ts";
import { WAITS } from "../../../shared/protocol/list.ts";
import type { ScreenColumn, ScreenFilter } from "../../../shared/protocol/screen.ts";
import type { FilterValue } from "../../kinds/filters/filter-kind.ts";
import { FILTER_KINDS } from "../../kinds/filters/filter-kinds.ts";

/** What the filter bar shows: a value for each filter that has one, by {@link filterKey}. */
export type FilterDraft = Readonly<Record<string, FilterValue | undefined>>;

/** Two filters may look at one field with different operators. */
export const filterKey = ({ field, operator }: Pick<ScreenFilter, "field" | "operator">): string => `${field}.${operator}`;

/** The ready values of a new page. */
export function initialDraft(filters: readonly ScreenFilter[]): FilterDraft {
  return Object.fromEntries(filters.map((filter) => [filterKey(filter), clean(filter, filter.initial)]));
}

/** The bar's values as refine filters; empty ones are left out. */
export function filtersOf(filters: readonly ScreenFilter[], draft: FilterDraft): LogicalFilter[] {
  return filters.flatMap((filter) => {
    const value = clean(filter, draft[filterKey(filter)]);
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
export function askedOf(filters: readonly ScreenFilter[], draft: FilterDraft, { waits, own }: ReadyValues): CrudFilter[] {
  const byNumber = isByNumber(filters, draft);
  return filters.flatMap((filter): CrudFilter[] => {
    const [clause] = filtersOf([filter], draft);
    if (clause === undefined) return [];
    if (own.has(filterKey(filter)) || !isReady(filter, clause.value)) return [clause];
    if (byNumber) return [];
    return waits ? [openTo(clause)] : [clause];
  });
}

/** Whether a number is asked for. */
export function isByNumber(filters: readonly ScreenFilter[], draft: FilterDraft): boolean {
  return filters.some((filter) => filter.isNumber && clean(filter, draft[filterKey(filter)]) !== undefined);
}

/** Filters with a ready value that is left off because a number is asked for. */
export function leftOff(filters: readonly ScreenFilter[], draft: FilterDraft): ScreenFilter[] {
  if (!isByNumber(filters, draft)) return [];
  return filters.filter((filter) => filter.initial !== null && clean(filter, draft[filterKey(filter)]) === undefined);
}

/** Keys of filters whose ready value stands as the user's own: alone, although something waits for him or a number is asked for. */
export function ownOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[], waits: boolean): ReadonlySet<string> {
  const asked = waits || isByNumber(filters, draftOf(filters, active));
  const plain = new Set(active.filter((item) => "field" in item).map(filterKeyOf));
  return new Set(asked ? filters.map(filterKey).filter((key) => plain.has(key)) : []);
}

/** Whether the value is the one that a new page has. */
const isReady = (filter: ScreenFilter, value: unknown) =>
  filter.initial !== null && JSON.stringify(value) === JSON.stringify(clean(filter, filter.initial));

/** The clause, or what waits for the viewer. */
const openTo = (clause: LogicalFilter): ConditionalFilter => ({
  key: filterKeyOf(clause),
  operator: "or",
  value: [clause, { field: WAITS, operator: "eq", value: true }],
});

/** The clause of a filter of the bar: alone, or with what waits beside it. */
function clauseOf(item: CrudFilter): LogicalFilter | undefined {
  if ("field" in item) return item;
  const clauses = item.value.filter((one) => "field" in one);
  return clauses.some(({ field }) => field === WAITS) ? clauses.find(({ field }) => field !== WAITS) : undefined;
}

/** refine filters as the bar's values. */
export function draftOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[]): FilterDraft {
  const clauses = active.flatMap((item) => clauseOf(item) ?? []);
  return Object.fromEntries(
    filters.map((filter) => {
      const match = clauses.find((item) => filterKeyOf(item) === filterKey(filter));
      return [filterKey(filter), clean(filter, match?.value)];
    }),
  );
}

/** Keys of filters whose clause has what waits for the viewer beside it. */
export function openedOf(active: readonly CrudFilter[]): ReadonlySet<string> {
  return new Set(active.flatMap((item) => ("field" in item ? [] : (clauseOf(item) ?? []))).map(filterKeyOf));
}

const filterKeyOf = ({ field, operator }: LogicalFilter): string => `${field}.${operator}`;

/** Active filters that the bar has no place for: another page led here with them. They stay until they are taken away. */
export function extrasOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[]): LogicalFilter[] {
  const known = new Set(filters.map(filterKey));
  return active.filter((item) => "field" in item).filter((item) => !known.has(`${item.field}.${item.operator}`));
}

/** They in words. A field that is no column of the list is told by its value alone. */
export function extraChips(extras: readonly LogicalFilter[], columns: readonly ScreenColumn[]) {
  return extras.map(({ field, operator, value }) => {
    const column = columns.find((one) => one.field === field);
    return { key: `${field}.${operator}`, title: column?.title ?? "来自其他页面", text: comparisonText(operator, value, column) };
  });
}

/** The active filters in words, in the order of the bar; `opened`: those that do not hide what waits. */
export function chipsOf(filters: readonly ScreenFilter[], draft: FilterDraft, opened: ReadonlySet<string> = NONE) {
  return filters.flatMap((filter) => {
    const value = clean(filter, draft[filterKey(filter)]);
    if (value === undefined) return [];
    const [key, text] = [filterKey(filter), FILTER_KINDS[filter.control].describe(value, filter)];
    return [{ key, title: filter.title, text: opened.has(key) ? `${text}，待处理的不限` : text }];
  });
}

const NONE: ReadonlySet<string> = new Set();

const clean = (filter: ScreenFilter, value: unknown) => FILTER_KINDS[filter.control].clean(value, filter);

/** How a comparison reads before its value; an operator that is not here says nothing. */
const WORDS: Partial<Record<LogicalFilter["operator"], string>> = { ne: "不是", nin: "不是", lt: "<", lte: "≤", gt: ">", gte: "≥" };
const DAY_WORDS: Partial<Record<LogicalFilter["operator"], string>> = { lt: "早于", lte: "不晚于", gt: "晚于", gte: "不早于" };

/** A comparison that no filter of the bar made, in words: codes by their texts, days as days. */
export function comparisonText(operator: LogicalFilter["operator"], value: unknown, column: ScreenColumn | undefined): string {
  if (operator === "null") return "未填";
  if (operator === "nnull") return "已填";
  const texts = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((one) => valueText(one, column));
  const isDay = column?.format === "date" || column?.format === "datetime";
  const word = (isDay ? DAY_WORDS[operator] : undefined) ?? WORDS[operator];
  return [...(word === undefined ? [] : [word]), texts.join(operator === "between" ? " 至 " : "、")].join(" ");
}

function valueText(value: unknown, column: ScreenColumn | undefined): string {
  const label = column?.labels.find((one) => String(one.value) === String(value))?.text;
  if (label !== undefined) return label;
  return typeof value === "boolean" ? (value ? FLAG_TEXT.yes : FLAG_TEXT.no) : String(value);
}
