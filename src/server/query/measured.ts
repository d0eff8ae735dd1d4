import { type RawBuilder, sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import type { Field, Measure } from "../../shared/registry/model.ts";
import { allOf, type Condition } from "./predicate-sql.ts";
import { ROWS, type RollupTable, sumColumn } from "./rollup-table.ts";
import type { Columns } from "./scoped.ts";

/** A number over rows: how many they are, or what a field of theirs comes to. */
export interface Measured extends Pick<Measure, "of" | "field"> {
  /** Of which rows; left out: of all. */
  readonly where?: (columns: Columns) => Condition;
}

/** How many rows there are. */
export const COUNT: Measured = { of: "count", field: null };

/** Whether what parts of the rows come to, added up, is what all of them do. */
export const isAdditive = ({ of }: Measured): boolean => of === "count" || of === "sum";

/** The aggregate over rows. A mean is rounded to a whole number of its last decimal place. */
export function overRows({ of, field, where }: Measured, columns: Columns): RawBuilder<unknown> {
  const counted = where === undefined ? sql`` : sql` filter (where ${where(columns)})`;
  if (field === null) return sql`count(*)${counted}`;
  const value = columns.expr(field);
  switch (of) {
    case "count":
      return sql`count(${value})${counted}`;
    case "avg":
      return rounded(sql`avg(${value})${counted}`, columns.fields[field]);
    case "max":
      return sql`max(${value})${counted}`;
    case "sum":
      return sql`coalesce(sum(${value})${counted}, 0)`;
  }
}

/** A mean of scaled numbers as a whole number of its last decimal place. */
function rounded(mean: RawBuilder<unknown>, field: Field | undefined): RawBuilder<unknown> {
  return sql`round(${mean} * ${10 ** (decimalsOf("avg", field) - scaleOf(field))})`;
}

/** What is asked of each part of the rows where {@link ofParts} puts them together. */
export function inParts(measure: Measured): readonly Measured[] {
  return measure.of === "avg"
    ? [
        { ...measure, of: "sum" },
        { ...measure, of: "count" },
      ]
    : [measure];
}

/** The number over all rows, of what {@link inParts} is of parts of them. */
export function ofParts({ of, field }: Measured, [first, second]: readonly RawBuilder<unknown>[], columns: Columns): RawBuilder<unknown> {
  if (of === "max") return sql`max(${first})`;
  if (of === "avg") return rounded(sql`sum(${first}) / nullif(sum(${second}), 0)`, columns.fields[String(field)]);
  return sql`coalesce(sum(${first}), 0)`;
}

/**
 * The same number over the groups of a rollup under this alias, which has these columns; null: it does not keep it. Throws NOT_KEPT where a condition asks
 * what it has not.
 */
export function overGroups(
  { of, field, where }: Measured,
  table: RollupTable,
  alias: string,
  columns: Columns,
): RawBuilder<unknown> | null {
  const conditions = where === undefined ? [] : [where(columns)];
  if (of === "count" && field !== null) conditions.push(sql`${columns.expr(field)} is not null`);
  const kept = of === "count" ? ROWS : of === "sum" && table.sums.some(({ name }) => name === field) ? sumColumn(String(field)) : null;
  if (kept === null) return null;
  return sql`coalesce(sum(${sql.ref(`${alias}.${kept}`)})${conditions.length === 0 ? sql`` : sql` filter (where ${allOf(conditions)})`}, 0)`;
}

/** A mean of whole numbers is shown with one decimal. */
const MEAN_DECIMALS = 1;

/** Decimals of a measure: its field's; means of whole numbers have one. */
export function decimalsOf(of: Measure["of"], field: Field | undefined): number {
  if (of === "count") return 0;
  return of === "avg" ? scaleOf(field) || MEAN_DECIMALS : scaleOf(field);
}
