import type { CrudFilter, LogicalFilter } from "@refinedev/core";
import { type FilterDraft, filterKey, initialDraft, isByNumber } from "../../../shared/domain/list/asked-filters.ts";
import { cleanValue } from "../../../shared/domain/list/filter-values.ts";
import { FLAG_TEXT } from "../../../shared/domain/value-text.ts";
import { WAITS } from "../../../shared/protocol/list.ts";
import type { ScreenColumn, ScreenFilter } from "../../../shared/protocol/screen.ts";
import { FILTER_TEXTS } from "../../kinds/filters/filter-texts.ts";

/** Filters with a ready value that is left off because a number is asked for. */
export function leftOff(filters: readonly ScreenFilter[], draft: FilterDraft): ScreenFilter[] {
  if (!isByNumber(filters, draft)) return [];
  return filters.filter((filter) => filter.initial !== null && cleanValue(filter, draft[filterKey(filter)]) === undefined);
}

/** Keys of filters whose ready value stands as the user's own: alone, although something waits for him or a number is asked for. */
export function ownOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[], waits: boolean): ReadonlySet<string> {
  const asked = waits || isByNumber(filters, draftOf(filters, active));
  const plain = new Set(active.filter((item) => "field" in item).map(filterKey));
  return new Set(asked ? filters.map(filterKey).filter((key) => plain.has(key)) : []);
}

/** The clause of a filter of the bar: alone, or with what waits beside it. */
function clauseOf(item: CrudFilter): LogicalFilter | undefined {
  if ("field" in item) return item;
  const clauses = item.value.filter((one) => "field" in one);
  return clauses.some(({ field }) => field === WAITS) ? clauses.find(({ field }) => field !== WAITS) : undefined;
}

/** Filters as the bar asks them: one value, which a group or a point of a chart asks for, is a choice of one, or a range from it to itself. */
export function askedByBar(filters: readonly ScreenFilter[], active: readonly CrudFilter[]): CrudFilter[] {
  const byKey = new Map(filters.map((filter) => [filterKey(filter), filter]));
  return active.map((item): CrudFilter => {
    if (!("field" in item) || item.operator !== "eq" || byKey.has(filterKey(item))) return item;
    const { field, value } = item;
    const ways: LogicalFilter[] = [
      { field, operator: "in", value: [value] },
      { field, operator: "between", value: [value, value] },
    ];
    return ways.find((way) => holds(byKey.get(filterKey(way)), way.value)) ?? item;
  });
}

const holds = (filter: ScreenFilter | undefined, value: unknown) => filter !== undefined && cleanValue(filter, value) !== undefined;

/** refine filters as the bar's values. */
export function draftOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[]): FilterDraft {
  const clauses = active.flatMap((item) => clauseOf(item) ?? []);
  return Object.fromEntries(
    filters.map((filter) => {
      const match = clauses.find((item) => filterKey(item) === filterKey(filter));
      return [filterKey(filter), cleanValue(filter, match?.value)];
    }),
  );
}

/** Keys of filters whose clause has what waits for the viewer beside it. */
export function openedOf(active: readonly CrudFilter[]): ReadonlySet<string> {
  return new Set(active.flatMap((item) => ("field" in item ? [] : (clauseOf(item) ?? []))).map(filterKey));
}

/** Active filters that the bar has no place for: another page led here with them. They stay until they are taken away. */
export function extrasOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[]): LogicalFilter[] {
  const known = new Set(filters.map(filterKey));
  return active.filter((item) => "field" in item).filter((item) => !known.has(filterKey(item)));
}

/** What a list is narrowed to, in one sentence. */
export function inWords(chips: readonly { readonly title: string; readonly text: string }[]): string {
  return chips.map(({ title, text }) => `${title}：${text}`).join("；");
}

/** They in words. A field that is no column of the list is told by its value alone. */
export function extraChips(extras: readonly LogicalFilter[], columns: readonly ScreenColumn[]) {
  return extras.map(({ field, operator, value }) => {
    const column = columns.find((one) => one.field === field);
    return { key: filterKey({ field, operator }), title: column?.title ?? "来自其他页面", text: comparisonText(operator, value, column) };
  });
}

/** The active filters in words, in the order of the bar; `opened`: those that do not hide what waits. */
export function chipsOf(filters: readonly ScreenFilter[], draft: FilterDraft, opened: ReadonlySet<string> = NONE) {
  return filters.flatMap((filter) => {
    const value = cleanValue(filter, draft[filterKey(filter)]);
    if (value === undefined) return [];
    const [key, text] = [filterKey(filter), FILTER_TEXTS[filter.control](value, filter)];
    return [{ key, title: filter.title, text: opened.has(key) ? `${text}，待处理的不限` : text }];
  });
}

const NONE: ReadonlySet<string> = new Set();

/** What the filter bar makes of the filters of a list. `columns` name those that another page brought. */
export function barOf(filters: readonly ScreenFilter[], active: readonly CrudFilter[], columns: readonly ScreenColumn[]) {
  const asked = askedByBar(filters, active);
  const [draft, extras] = [draftOf(filters, asked), extrasOf(filters, asked)];
  return {
    asked,
    /** What the bar shows as long as nothing else is entered. */
    active: draft,
    extras,
    chips: [...chipsOf(filters, draft, openedOf(asked)), ...extraChips(extras, columns)],
    /** Ready values that are not in force because a number is asked for. */
    aside: chipsOf(filters, initialDraft(leftOff(filters, draft))),
  };
}

/** What is told of a ready value that is not in force. */
export const asideText = (title: string): string => `${title}：按单号查找，不限日期`;

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
