/**
 * The rows of another entity that a row's value comes from, for scalar subqueries. Everything goes through the scope: a supplier's
 * counts and totals see the supplier's own rows only, and no lookup crosses shops.
 */
import { type RawBuilder, sql } from "kysely";
import type { Predicate } from "../../shared/registry/language.ts";
import type { Entity } from "../../shared/registry/model.ts";
import { SHOP } from "../base/technical.ts";
import { type Condition, predicateSql } from "./predicate-sql.ts";
import type { AtRow, Columns, Reach, Rows } from "./scoped.ts";
import { familyOf } from "./sql-type.ts";

interface Related {
  readonly rows: Rows;
  readonly columns: Columns;
}

/** The rows whose field `theirs` has the value of the row's field `ours`. */
export function relatedRows(at: AtRow, entityName: string, theirs: string, ours: string, reach: Reach = "own"): Related {
  const other = at.scope.entity(entityName);
  const alias = at.scope.nextAlias();
  const columns = at.scope.columns(other, alias);
  const rows = at.scope.rows(other, alias, reach).where(sameKey(columns, theirs, at.columns, ours));
  return { rows: needsShopMatch(at, other) ? rows.where(sameKey(columns, SHOP, at.columns, SHOP)) : rows, columns };
}

/** Those of them that fulfil a condition. */
export function chosen({ rows, columns }: Related, where: Predicate | null, { scope }: AtRow): Rows {
  return where === null ? rows : rows.where(predicateSql(where, columns, scope.env));
}

/** Where rows of several shops are in reach (of a global entity, or of a market), one is only joined with rows of its own shop. */
function needsShopMatch({ entity, scope }: AtRow, other: Entity): boolean {
  if (scope.isMarket && entity.fields[SHOP] !== undefined && other.tenancy !== "global") return true;
  return entity.tenancy === "global" && entity.fields[SHOP] !== undefined && other.tenancy !== "global";
}

/** Two fields are equal; as text where one is a number and the other a code (a reference to a row's Id). */
function sameKey(columns: Columns, name: string, others: Columns, otherName: string): Condition {
  const [field, otherField] = [columns.fields[name], others.fields[otherName]];
  if (!field || !otherField) throw new Error(`${name} = ${otherName}: no such field; the registry must have refused it`);
  const [left, right] = [columns.expr(name), others.expr(otherName)];
  if ((familyOf(field) === "text") === (familyOf(otherField) === "text")) return sql`${left} = ${right}`;
  return sql`cast(${left} as text) = cast(${right} as text)`;
}

export function subquery(rows: Rows): RawBuilder<unknown> {
  return sql`(${rows})`;
}
