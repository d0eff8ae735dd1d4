import type { LogicalFilter } from "@refinedev/core";
import type { WireValue } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";

/** Whether rows may be put together by a column: one that the list can be sorted by, or one of states. */
export const isGrouping = ({ sortable, labels, format }: ScreenColumn): boolean => sortable || (labels.length > 0 && format !== "flag");

/** Asks for the rows of one group: those with its value, of an instant those of its day; null: those without one. */
export function groupClause(field: string, value: WireValue): LogicalFilter {
  return value === null ? { field, operator: "null", value: true } : { field, operator: "eq", value };
}
