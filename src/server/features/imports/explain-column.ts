import { dayOf } from "../../../shared/domain/day.ts";
import type { ImportColumn } from "../../engine/import/spec.ts";

type FieldType = ImportColumn["type"];

/** What may stand in a cell, by the type of its field. */
const FORMS: Readonly<Partial<Record<FieldType, string>>> = {
  int: "整数",
  money: "金额，如 1234.50",
  price: "单价，如 12.5000",
  quantity: "数量，如 10 或 2.5",
  rate: "比率，如 13% 或 0.13",
  date: "日期，如 2026-11-25",
  datetime: "时间，如 2026-11-25 08:30:00",
  bool: "是 或 否",
};

/** Most choices that an explanation names; the sheet of choices has all. */
const MOST_NAMED = 12;

/** The form of a column's cells in words. */
export function formOf({ type, length, choices, lookup }: ImportColumn): string {
  if (lookup !== null) return `${lookup.title}的${lookup.fields.join("或")}`;
  if (choices !== null) {
    const titles = choices.map(({ title }) => title);
    return `选项：${titles.slice(0, MOST_NAMED).join("、")}${titles.length > MOST_NAMED ? " 等" : ""}`;
  }
  const form = FORMS[type];
  if (form !== undefined) return form;
  return length === null ? "文字" : `文字，最长 ${length} 个字`;
}

const SAMPLES: Readonly<Partial<Record<FieldType, string>>> = {
  int: "1",
  money: "1234.50",
  price: "12.5",
  quantity: "10",
  rate: "13%",
  bool: "是",
};

/** A cell as it may be typed. */
export function sampleOf({ title, type, choices, lookup }: ImportColumn, now: Date): string {
  if (lookup !== null) return `（${lookup.title}已有的${lookup.fields[0] ?? "编号"}）`;
  if (choices !== null) return choices[0]?.title ?? "";
  if (type === "date") return dayOf(now);
  if (type === "datetime") return `${dayOf(now)} 08:30:00`;
  return SAMPLES[type] ?? `（${title}）`;
}
