import { type RawBuilder, sql } from "kysely";
import type { Field } from "../../shared/registry/model.ts";
import { type Filter, type FilterTest, type FilterValue, isWholeDay } from "./parse-filter.ts";
import { allOf, anyOf, type Condition, FALSE, isSetSql, negated } from "./predicate-sql.ts";
import type { Columns } from "./scoped.ts";
import { bound, familyOf, midnightOf, sqlTypeOf } from "./sql-type.ts";
import { textVariants } from "./text-variants.ts";

/** A filter of a list as SQL. Like conditions of the registry it is two-valued: an empty field equals nothing and differs from everything. */
export function filterSql(filter: Filter, columns: Columns): Condition {
  if (!("parts" in filter)) return testSql(filter, columns);
  const parts = filter.parts.map((part) => filterSql(part, columns));
  return filter.operator === "and" ? allOf(parts) : anyOf(parts);
}

/** What only some rows can fulfil is asked of those: what other rows decide is not worked out for all. */
function testSql(test: FilterTest, columns: Columns): Condition {
  const rows = isApartFromZero(test) ? columns.adding?.(test.field.name) : null;
  return rows ? allOf([rows, valueSql(test, columns)]) : valueSql(test, columns);
}

/** Whether nothing that is 0 is found. */
function isApartFromZero({ field, operator, values: [value] }: FilterTest): boolean {
  if (familyOf(field) !== "number") return false;
  const limit = Number(value);
  return (
    (operator === "gt" && limit >= 0) ||
    (operator === "gte" && limit > 0) ||
    (operator === "lt" && limit <= 0) ||
    (operator === "lte" && limit < 0)
  );
}

function valueSql({ field, operator, values }: FilterTest, columns: Columns): Condition {
  const chosen = operator === "eq" || operator === "in" ? columns.among?.(field.name, values) : null;
  if (chosen) return chosen;
  const expression = columns.expr(field.name);
  // Looked-up and computed texts have no collation of their own.
  const text = familyOf(field) === "text" ? sql`${expression} collate "C"` : expression;
  const value = (index: number) => {
    const found = values[index];
    if (found === undefined) throw new Error(`filter on ${field.name} without a value`);
    return found;
  };
  switch (operator) {
    case "null":
      return negated(isSetSql(columns, field.name));
    case "nnull":
      // An index finds what is more than nothing, and not what differs from it.
      return familyOf(field) === "text" && field.computed === null ? sql`${expression} > ''` : isSetSql(columns, field.name);
    case "eq":
      return familyOf(field) === "text"
        ? among(field, expression, [...new Set([String(value(0)), ...variantsOf(value(0))])])
        : equals(field, expression, value(0));
    case "ne":
      return negated(equals(field, expression, value(0)));
    case "in":
      return among(field, expression, values);
    case "nin":
      return negated(among(field, expression, values));
    case "lt":
      return sql`${text} < ${start(field, value(0))}`;
    case "gte":
      return sql`${text} >= ${start(field, value(0))}`;
    case "lte":
      return upTo(field, text, value(0));
    case "gt":
      return isWholeDay(field, value(0)) ? sql`${text} >= ${dayAfter(value(0))}` : sql`${text} > ${start(field, value(0))}`;
    case "between":
      return allOf([sql`${text} >= ${start(field, value(0))}`, upTo(field, text, value(1))]);
    case "contains":
      return anyOf(variantsOf(value(0)).map((one) => like(text, `%${escaped(one)}%`)));
    case "startswith":
      return anyOf(variantsOf(value(0)).map((one) => like(text, `${escaped(one)}%`)));
  }
}

/** Where a value begins: a day among instants lasts from its midnight until before the next one's. */
function start(field: Field, value: FilterValue): RawBuilder<unknown> {
  return isWholeDay(field, value) ? midnightOf(bound("date", value)) : bound(sqlTypeOf(field), value);
}

function dayAfter(day: FilterValue): RawBuilder<unknown> {
  return midnightOf(sql`(${bound("date", day)} + 1)`);
}

function upTo(field: Field, expression: RawBuilder<unknown>, value: FilterValue): Condition {
  return isWholeDay(field, value) ? sql`${expression} < ${dayAfter(value)}` : sql`${expression} <= ${start(field, value)}`;
}

function equals(field: Field, expression: RawBuilder<unknown>, value: FilterValue): Condition {
  const begin = start(field, value);
  if (!isWholeDay(field, value)) return sql`${expression} = ${begin}`;
  return sql`(${expression} >= ${begin} and ${expression} < ${dayAfter(value)})`;
}

function among(field: Field, expression: RawBuilder<unknown>, values: readonly FilterValue[]): Condition {
  if (values.length === 0) return FALSE;
  if (values.some((value) => isWholeDay(field, value))) return anyOf(values.map((value) => equals(field, expression, value)));
  return sql`${expression} in (${sql.join(values.map((value) => start(field, value)))})`;
}

/** Blanks alone are looked for as they are. */
function variantsOf(value: FilterValue): string[] {
  const variants = textVariants(String(value));
  return variants.length === 0 ? [String(value)] : variants;
}

function escaped(value: FilterValue): string {
  // guard check as String(value): tests/server/query/filter.test.ts
  return String(value).replace(/[\\%_]/g, "\\$&");
}

/** Upper and lower case are the same where there are any; LIKE is several times faster than ILIKE. */
function like(text: RawBuilder<unknown>, pattern: string): Condition {
  return /[A-Za-z]/.test(pattern) ? sql`${text} ilike ${pattern}` : sql`${text} like ${pattern}`;
}
