import { type Cell, CellError, cellFromWire, isScaled } from "../../shared/domain/cell.ts";
import type { Operator } from "../../shared/protocol/list.ts";
import type { Field } from "../../shared/registry/model.ts";
import { type Family, familyOf } from "./sql-type.ts";

/** `isDay`: a day compared with instants, so the whole of it counts. */
export interface FilterValue {
  readonly cell: Exclude<Cell, null>;
  readonly isDay: boolean;
}

const TEXT_ONLY: readonly Operator[] = ["contains", "startswith"];
const ORDERED: readonly Operator[] = ["lt", "lte", "gt", "gte", "between"];
const UNORDERED: readonly Family[] = ["boolean"];
const BIGINT_LIMIT = 2n ** 63n;
const DAY_LENGTH = "2025-06-30".length;

/** Whether the comparison means anything for the field's type. */
export function isOperatorFor(operator: Operator, field: Field): boolean {
  const family = familyOf(field);
  if (TEXT_ONLY.includes(operator)) return family === "text";
  return !ORDERED.includes(operator) || !UNORDERED.includes(family);
}

/** A value of a filter as a cell. Throws CellError with what is wrong with it. */
export function filterValueOf(field: Field, value: unknown): FilterValue {
  const isDay = field.type === "datetime" && typeof value === "string" && value.length === DAY_LENGTH;
  const cell = cellFromWire(isDay ? { ...field, type: "date" } : field, value);
  if (cell === null) throw new CellError("缺少值");
  if (isScaled(field.type) && (BigInt(cell) >= BIGINT_LIMIT || BigInt(cell) <= -BIGINT_LIMIT)) throw new CellError("超出范围");
  return { cell, isDay };
}
