import type { WireRow } from "../../protocol/list.ts";
import { type ColumnFormat, labelKey } from "../../protocol/screen.ts";
import { IN_SHEET, valueText } from "../value-text.ts";

/** The column that rows are put together by. */
interface GroupColumn {
  readonly field: string;
  readonly format: ColumnFormat;
}

/** The server sorts by no more fields than this. */
const MOST_SORTS = 5;

/** A field that rows are sorted by. */
interface Sorter {
  readonly field: string;
  readonly order: "asc" | "desc";
}

/** The order in which rows of one group stand together, in the order of the list. */
export function groupedSort<S extends Sorter>(group: string | null, sorters: readonly S[]): readonly (S | Sorter)[] {
  if (group === null) return sorters;
  const order = sorters.find(({ field }) => field === group)?.order ?? "asc";
  return [{ field: group, order }, ...sorters.filter(({ field }) => field !== group)].slice(0, MOST_SORTS);
}

/** Whether two rows are of one group; instants are put together by their day, and an empty text is nothing. */
export function isSameGroup(group: GroupColumn, one: WireRow, other: WireRow): boolean {
  return keyOf(group, one) === keyOf(group, other);
}

/** What a row has in common with its group, in words. */
export function groupValueText(group: GroupColumn, row: WireRow): string {
  const { field, format } = group;
  const value = row[field];
  if (value === null || value === undefined || value === "") return "（空）";
  const label = row[labelKey(field)];
  return valueText(format === "datetime" ? "date" : format, value, IN_SHEET, label === undefined ? undefined : String(label));
}

const keyOf = ({ field, format }: GroupColumn, row: WireRow): string =>
  String(row[field] ?? "").slice(0, format === "datetime" ? "2025-06-30".length : undefined);
