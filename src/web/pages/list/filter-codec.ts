import type { CrudFilter, LogicalFilter } from "@refinedev/core";
import { FLAG_TEXT } from "../../../shared/domain/value-text.ts";
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
export function filtersOf(filters: readonly ScreenFilter[], draft: FilterDraft): CrudFilter[] {
  return filters.flatMap((filter) => {
    const value = clean(filter, draft[filterKey(filter)]);
    return value === undefined ? [] : [{ field: filter.field, operator: filter.operator, value }];
  });
}

/** refine filters as the bar's values. */
export function draftOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[]): FilterDraft {
  return Object.fromEntries(
    filters.map((filter) => {
      const match = active.find((item) => "field" in item && item.field === filter.field && item.operator === filter.operator);
      return [filterKey(filter), clean(filter, match?.value)];
    }),
  );
}

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

/** The active filters in words, in the order of the bar. */
export function chipsOf(filters: readonly ScreenFilter[], draft: FilterDraft) {
  return filters.flatMap((filter) => {
    const value = clean(filter, draft[filterKey(filter)]);
    if (value === undefined) return [];
    return [{ key: filterKey(filter), title: filter.title, text: FILTER_KINDS[filter.control].describe(value, filter) }];
  });
}

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
