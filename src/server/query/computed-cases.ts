import { sql } from "kysely";
import { casesCell, fieldsOfCases } from "../../shared/domain/cases.ts";
import { cellFromLiteral } from "../../shared/domain/cell.ts";
import type { Scalar } from "../../shared/registry/language.ts";
import type { ComputedDef } from "./computed-def.ts";
import { predicateSql } from "./predicate-sql.ts";
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
