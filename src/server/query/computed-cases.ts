import { sql } from "kysely";
import { casesCell, fieldsOfCases } from "../../shared/domain/cases.ts";
import { type Cell, cellFromLiteral } from "../../shared/domain/cell.ts";
import type { Cases, Scalar } from "../../shared/registry/language.ts";
import type { Field } from "../../shared/registry/model.ts";
import type { ComputedDef } from "./computed-def.ts";
import { allOf, anyOf, type Condition, negated, predicateSql, TRUE } from "./predicate-sql.ts";
import type { AtRow } from "./scoped.ts";
import { bound, CAST, sqlTypeOf } from "./sql-type.ts";

/** The value of the first case whose condition holds. */
export const cases: ComputedDef<"cases"> = {
  inputs: fieldsOfCases,
  sql(said, at, field) {
    const value = (literal: Scalar) => {
      const cell = cellFromLiteral(field, literal);
      return cell === null ? CAST[sqlTypeOf(field)](sql`null`) : bound(sqlTypeOf(field), cell);
    };
    const each = said.map(({ when, value: literal }) =>
      when === undefined ? sql`else ${value(literal)}` : sql`when ${predicateSql(when, at.columns, at.scope.env)} then ${value(literal)}`,
    );
    return sql`(case ${sql.join(each, sql` `)} end)`;
  },
  fromRow: (said, row, { entity, env }, field) => casesCell(said, field, entity.fields, row, env),
};

/**
 * Whether the field has one of these values, as the conditions that lead to them: an index answers `Statu in (10, 20)`, and what other rows decide is
 * asked for those that are left. In `case … end = 1` all of it would be worked out for every row.
 */
export function casesAmong(
  said: Cases,
  field: Field,
  values: readonly Cell[],
  { columns, scope }: Pick<AtRow, "columns" | "scope">,
): Condition {
  const meant: Condition[] = [];
  const before: Condition[] = [];
  for (const { when, value } of said) {
    const holds = when === undefined ? TRUE : predicateSql(when, columns, scope.env);
    if (values.includes(cellFromLiteral(field, value))) meant.push(allOf([holds, ...before.map(negated)]));
    else before.push(holds);
  }
  return anyOf(meant);
}
