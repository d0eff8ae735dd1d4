import type { LogicalFilter } from "@refinedev/core";
import { FLAG_TEXT } from "../../../shared/domain/value-text.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";

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
