import type { CrudFilter, CrudOperators } from "@refinedev/core";
import type { FilterNode, Operator } from "../../shared/protocol/list.ts";

/** refine's operators the server knows. simple-rest's own `mapOperator` knows four and drops the rest. */
const WIRE_OPERATORS: Partial<Record<CrudOperators, Operator>> = {
  eq: "eq",
  ne: "ne",
  lt: "lt",
  lte: "lte",
  gt: "gt",
  gte: "gte",
  in: "in",
  nin: "nin",
  contains: "contains",
  startswith: "startswith",
  between: "between",
  null: "null",
  nnull: "nnull",
};

/** refine filters as the wire's filter list. An operator the server does not know is an error, never ignored. */
export function wireFilters(filters: readonly CrudFilter[]): FilterNode[] {
  return filters.map(wireNode);
}

function wireNode(filter: CrudFilter): FilterNode {
  if (filter.operator === "and" || filter.operator === "or") return { operator: filter.operator, value: wireFilters(filter.value) };
  if (!("field" in filter)) throw new Error(`filter without a field: ${filter.operator}`);
  const operator = WIRE_OPERATORS[filter.operator];
  if (operator === undefined) throw new Error(`unknown filter operator "${filter.operator}" on field "${filter.field}"`);
  if (operator === "null" || operator === "nnull") return { field: filter.field, operator };
  return { field: filter.field, operator, value: filter.value as unknown };
}
