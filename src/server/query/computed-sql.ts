import { type RawBuilder, sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { cellFromLiteral } from "../../shared/domain/cell.ts";
import type { Computed, Field } from "../../shared/registry/model.ts";
import { calcSql } from "./calc-sql.ts";
import { predicateSql } from "./predicate-sql.ts";
import { countSql, lookupSql, totalSql, unreadSql } from "./related-sql.ts";
import type { AtRow } from "./scoped.ts";
import { bound, CAST, dayOfInstant, familyOf, sqlTypeOf } from "./sql-type.ts";

/** A computed field as an expression of its field's type. */
export function computedSql(field: Field, computed: Computed, at: AtRow): RawBuilder<unknown> {
  switch (computed.kind) {
    case "calc":
      return calcSql(computed.calc, at.columns, scaleOf(field));
    case "cases":
      return casesSql(field, computed, at);
    case "daysUntil":
      return daysUntilSql(computed.field, at);
    case "lookup":
      return lookupSql(computed, at);
    case "count":
      return countSql(computed, at);
    case "total":
      return totalSql(field, computed, at);
    case "unread":
      return unreadSql(at);
    default:
      throw new Error(`${at.entity.name}.${field.name} exists only after reading`);
  }
}

function casesSql(field: Field, { when, else: otherwise }: Extract<Computed, { kind: "cases" }>, at: AtRow): RawBuilder<unknown> {
  const value = (literal: string | number | boolean) => {
    const cell = cellFromLiteral(field, literal);
    return cell === null ? CAST[sqlTypeOf(field)](sql`null`) : bound(sqlTypeOf(field), cell);
  };
  const cases = when.map((each) => sql`when ${predicateSql(each.if, at.columns, at.scope.env)} then ${value(each.then)}`);
  return sql`(case ${sql.join(cases, sql` `)} else ${value(otherwise)} end)`;
}

function daysUntilSql(name: string, at: AtRow): RawBuilder<unknown> {
  const field = at.columns.fields[name];
  const value = at.columns.expr(name);
  const day = field && familyOf(field) === "instant" ? dayOfInstant(value) : value;
  return sql`(${day} - ${bound("date", at.scope.env.today)})`;
}
