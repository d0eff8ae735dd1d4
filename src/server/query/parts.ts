import { type AliasedRawBuilder, type RawBuilder, sql } from "kysely";
import type { Field } from "../../shared/registry/model.ts";
import { isInParts, type ListPlan } from "./list-plan.ts";
import { isAdditive, type Measured, overRows } from "./measured.ts";
import type { Filter } from "./parse-filter.ts";
import type { Columns, Rows } from "./scoped.ts";
import { dayOfInstant, familyOf } from "./sql-type.ts";
import { asksForWaits } from "./waiting.ts";

/** What is asked of the rows of a plan. */
export interface Question {
  readonly filter: Filter | null;
  /** The fields whose values rows are put together by, two at most; none: all of them are one group. */
  readonly by: readonly Field[];
  readonly measures: readonly Measured[];
}

/** What the value that a group has in common is called, and what a measure is. */
export const groupName = (index: number): string => `g${index}`;
export const measureName = (index: number): string => `m${index}`;

/** Rows, or groups of them, that no other part has. */
export interface Part {
  readonly rows: Rows;
  readonly columns: Columns;
  /** null: other parts tell it. */
  readonly measure: (measure: Measured) => RawBuilder<unknown> | null;
}

/** A part put together by what is asked, with {@link groupName} and {@link measureName}; what other parts tell is 0. */
export function selected({ rows, columns, measure }: Part, { by, measures }: Question): Rows {
  const values = measures.map((each, index) => (measure(each) ?? sql`0`).as(measureName(index)));
  return groupedRows(
    rows,
    by.map((field) => ({ field, value: columns.expr(field.name) })),
    values,
  );
}

/** Rows put together by what they have in common; `by` are columns with their values there. */
export function groupedRows(
  rows: Rows,
  by: readonly { readonly field: Field; readonly value: RawBuilder<unknown> }[],
  values: readonly AliasedRawBuilder<unknown, string>[],
): Rows {
  const groups = by.map(({ field, value }, index) => groupedBy(field, value).as(groupName(index)));
  return grouped(rows.select([...groups, ...values]), by);
}

/** The first columns that are selected: what is bound in an expression is another value each time it is written. */
const FIRST = [sql`1`, sql`2`] as const;

/** Selections put together by their first columns. */
export function grouped(rows: Rows, by: readonly unknown[]): Rows {
  if (by.length > FIRST.length) throw new Error("rows are put together by two columns at most");
  return by.length === 0 ? rows : rows.groupBy(FIRST.slice(0, by.length));
}

/** What rows have in common that are put together by a field: instants their day in Shanghai; an empty text is nothing. */
function groupedBy(field: Field, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (familyOf(field) === "instant") return dayOfInstant(value);
  return familyOf(field) === "text" ? sql`nullif(${value}, '') collate "C"` : value;
}

/** The rows in the parts that they are found in, and by, best. */
export function scanned(plan: ListPlan, { filter, measures }: Question): readonly Part[] {
  const isDivided = asksForWaits(filter) && isInParts(plan) && measures.every(isAdditive);
  return (isDivided ? plan.parts(filter) : [plan.rows(filter)]).map((rows) => ofRows(plan, rows));
}

/** Rows of the plan as a part that tells some measures; left out: all. */
export function ofRows({ columns }: ListPlan, rows: Rows, of: readonly Measured[] | null = null): Part {
  return { rows, columns, measure: (each) => (of === null || of.includes(each) ? overRows(each, columns) : null) };
}
