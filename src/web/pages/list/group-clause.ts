import type { LogicalFilter } from "@refinedev/core";
import type { WireValue } from "../../../shared/protocol/list.ts";

/** Asks for the rows of one group: those with its value, of an instant those of its day; null: those without one. */
export function groupClause(field: string, value: WireValue): LogicalFilter {
  return value === null ? { field, operator: "null", value: true } : { field, operator: "eq", value };
}
