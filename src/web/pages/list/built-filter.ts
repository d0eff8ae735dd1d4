import type { ConditionalFilter, CrudFilter, LogicalFilter } from "@refinedev/core";
import { type Operator, WAITS, type WireValue } from "../../../shared/protocol/list.ts";
import type { ColumnFormat, ScreenColumn } from "../../../shared/protocol/screen.ts";
import { comparisonText } from "./filter-codec.ts";

/* What the user has built of conditions with and/or, beside the quick filters: one group among the filters of the list. */

export const BUILT = "built";

/** Groups within groups; as deep as the server reads. */
export const DEEPEST = 4;

/** A comparison as it is entered: `values` are texts; which of them count the operator says. */
export interface TestDraft {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export interface GroupDraft {
  readonly operator: "and" | "or";
  readonly parts: readonly FilterDraft[];
}

export type FilterDraft = TestDraft | GroupDraft;

export const isGroup = (draft: FilterDraft): draft is GroupDraft => "parts" in draft;

/** Whether it is what was built, and not a quick filter that does not hide what waits. */
export function isBuilt(filter: CrudFilter): filter is ConditionalFilter {
  return !("field" in filter) && !filter.value.some((one) => "field" in one && one.field === WAITS);
}

const NUMBERS: readonly Operator[] = ["eq", "ne", "gt", "gte", "lt", "lte", "between", "null", "nnull"];
const DAYS: readonly Operator[] = ["eq", "gte", "lte", "between", "null", "nnull"];
const CODES: readonly Operator[] = ["in", "nin", "null", "nnull"];

/** What the values of a format may be compared by; of others nothing is asked. */
const OPERATORS_OF: Partial<Record<ColumnFormat, readonly Operator[]>> = {
  text: ["contains", "startswith", "eq", "ne", "null", "nnull"],
  integer: NUMBERS,
  money: NUMBERS,
  price: NUMBERS,
  quantity: NUMBERS,
  rate: NUMBERS,
  date: DAYS,
  datetime: DAYS,
  status: CODES,
  flag: ["eq"],
};

export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  eq: "等于",
  ne: "不等于",
  lt: "小于",
  lte: "不大于（不晚于）",
  gt: "大于",
  gte: "不小于（不早于）",
  in: "是其中之一",
  nin: "都不是",
  contains: "包含",
  startswith: "开头是",
  between: "介于",
  null: "未填",
  nnull: "已填",
};

export const operatorsOf = ({ format }: ScreenColumn): readonly Operator[] => OPERATORS_OF[format] ?? [];

/** How many values the operator compares with; null: any number. */
export function valuesOf(operator: Operator): 0 | 1 | 2 | null {
  if (operator === "null" || operator === "nnull") return 0;
  if (operator === "in" || operator === "nin") return null;
  return operator === "between" ? 2 : 1;
}

/** An empty comparison with the first of these columns. */
export function emptyTest(columns: readonly ScreenColumn[]): TestDraft {
  const [column] = columns;
  return { field: column?.field ?? "", operator: (column && operatorsOf(column)[0]) ?? "eq", values: [] };
}

/** What was built as it is entered; comparisons with what is no column of the list stay out of the editor, and are gone once it is applied. */
export function draftOfBuilt(filters: readonly CrudFilter[], columns: readonly ScreenColumn[]): GroupDraft {
  const built = filters.find(isBuilt);
  const draftOf = (filter: CrudFilter): FilterDraft[] => {
    if (!("field" in filter)) return [groupOf(filter)];
    const known = columns.some(({ field }) => field === filter.field);
    const values = [filter.value as WireValue | readonly WireValue[]].flat().map(String);
    return known
      ? [{ field: filter.field, operator: filter.operator as Operator, values: valuesOf(filter.operator as Operator) === 0 ? [] : values }]
      : [];
  };
  const groupOf = ({ operator, value }: ConditionalFilter): GroupDraft => ({ operator, parts: value.flatMap(draftOf) });
  return built === undefined ? { operator: "and", parts: [emptyTest(columns)] } : groupOf(built);
}

/** What is entered as a filter; what is not complete is left out. null: nothing is. */
export function builtOf(draft: GroupDraft, columns: readonly ScreenColumn[]): ConditionalFilter | null {
  const value = draft.parts.flatMap((part): CrudFilter[] => {
    const made = isGroup(part)
      ? builtOf(part, columns)
      : testOf(
          part,
          columns.find(({ field }) => field === part.field),
        );
    return made === null ? [] : [made];
  });
  // refine tells groups apart by their keys.
  return value.length === 0 ? null : { key: BUILT, operator: draft.operator, value: value as ConditionalFilter["value"] };
}

function testOf({ field, operator, values }: TestDraft, column: ScreenColumn | undefined): LogicalFilter | null {
  if (column === undefined) return null;
  const wanted = valuesOf(operator);
  const given = values.map((value) => value.trim()).filter((value) => value !== "");
  if (wanted === 0) return { field, operator, value: true };
  if (given.length === 0 || (wanted !== null && given.length < wanted)) return null;
  const typed = given.map((value) => typedValue(value, column));
  return { field, operator, value: wanted === 1 ? typed[0] : typed };
}

/** Codes and yes/no travel as what they are, everything else as text. */
function typedValue(text: string, { labels, format }: ScreenColumn): string | number | boolean {
  const label = labels.find(({ value }) => String(value) === text);
  return label?.value ?? (format === "flag" ? text === "true" : text);
}

/** What was built, in words. */
export function builtText(filter: CrudFilter, columns: readonly ScreenColumn[]): string {
  if (!("field" in filter)) {
    const parts = filter.value.map((part) => ("field" in part ? builtText(part, columns) : `（${builtText(part, columns)}）`));
    return parts.join(filter.operator === "and" ? " 且 " : " 或 ");
  }
  const column = columns.find(({ field }) => field === filter.field);
  const word = filter.operator === "contains" || filter.operator === "startswith" ? ` ${OPERATOR_WORDS[filter.operator]}` : "";
  return `${column?.title ?? "来自其他页面"}${word} ${comparisonText(filter.operator, filter.value, column)}`;
}
