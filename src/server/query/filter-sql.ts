import { type RawBuilder, sql } from "kysely";
import type { Columns } from "./columns.ts";
import type { FilterValue } from "./filter-value.ts";
import type { Filter, FilterTest } from "./parse-filter.ts";
import { allOf, anyOf, type Condition, FALSE, isSetSql, negated } from "./predicate-sql.ts";
import { bound, familyOf, midnightOf, sqlTypeOf } from "./sql-type.ts";

/** A filter of a list as SQL. Like conditions of the registry it is two-valued: an empty field equals nothing and differs from everything. */
export function filterSql(filter: Filter, columns: Columns): Condition {
  if (!("parts" in filter)) return testSql(filter, columns);
  const parts = filter.parts.map((part) => filterSql(part, columns));
  return filter.operator === "and" ? allOf(parts) : anyOf(parts);
}

function testSql({ field, operator, values }: FilterTest, columns: Columns): Condition {
  const expression = columns.expr(field.name);
  // Looked-up and computed texts have no collation of their own.
  const text = familyOf(field) === "text" ? sql`${expression} collate "C"` : expression;
  const [first, second] = values;
  const point = (value: FilterValue | undefined) => pointOf(field, value);
  switch (operator) {
    case "null":
      return negated(isSetSql(columns, field.name));
    case "nnull":
      return isSetSql(columns, field.name);
    case "eq":
      return equals(expression, point(first));
    case "ne":
      return negated(equals(expression, point(first)));
    case "in":
      return among(expression, values.map(point));
    case "nin":
      return negated(among(expression, values.map(point)));
    case "lt":
      return sql`${text} < ${point(first).start}`;
    case "gte":
      return sql`${text} >= ${point(first).start}`;
    case "lte":
      return upTo(text, point(first));
    case "gt":
      return after(text, point(first));
    case "between":
      return allOf([sql`${text} >= ${point(first).start}`, upTo(text, point(second))]);
    case "contains":
      return like(text, `%${escaped(first)}%`);
    case "startswith":
      return like(text, `${escaped(first)}%`);
  }
}

/** A value to compare with; a day among instants lasts from its midnight until before the next. */
interface Point {
  readonly start: RawBuilder<unknown>;
  readonly end: RawBuilder<unknown> | null;
}

function pointOf(field: FilterTest["field"], value: FilterValue | undefined): Point {
  if (value === undefined) throw new Error(`filter on ${field.name} without a value`);
  if (!value.isDay) return { start: bound(sqlTypeOf(field), value.cell), end: null };
  const day = bound("date", value.cell);
  return { start: midnightOf(day), end: midnightOf(sql`(${day} + 1)`) };
}

function equals(expression: RawBuilder<unknown>, { start, end }: Point): Condition {
  return end === null ? sql`${expression} = ${start}` : sql`(${expression} >= ${start} and ${expression} < ${end})`;
}

function among(expression: RawBuilder<unknown>, points: readonly Point[]): Condition {
  if (points.length === 0) return FALSE;
  if (points.every(({ end }) => end === null)) return sql`${expression} in (${sql.join(points.map(({ start }) => start))})`;
  return anyOf(points.map((point) => equals(expression, point)));
}

function upTo(expression: RawBuilder<unknown>, { start, end }: Point): Condition {
  return end === null ? sql`${expression} <= ${start}` : sql`${expression} < ${end}`;
}

function after(expression: RawBuilder<unknown>, { start, end }: Point): Condition {
  return end === null ? sql`${expression} > ${start}` : sql`${expression} >= ${end}`;
}

function escaped(value: FilterValue | undefined): string {
  return String(value?.cell).replace(/[\\%_]/g, "\\$&");
}

/** Upper and lower case are the same where there are any; LIKE is several times faster than ILIKE. */
function like(text: RawBuilder<unknown>, pattern: string): Condition {
  return /[A-Za-z]/.test(pattern) ? sql`${text} ilike ${pattern}` : sql`${text} like ${pattern}`;
}
