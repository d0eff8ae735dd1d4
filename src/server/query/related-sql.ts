/**
 * Values that come from other rows, as scalar subqueries. Everything goes through the scope: a supplier's counts and totals see
 * the supplier's own rows only, and no lookup crosses shops.
 */
import { type RawBuilder, sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import type { Computed, Entity, Field } from "../../shared/registry/model.ts";
import { ABOUT, KEY, SHOP, TASK_STATE } from "../base/technical.ts";
import { rescaleSql } from "./calc-sql.ts";
import { type Condition, predicateSql } from "./predicate-sql.ts";
import type { AtRow, Columns, Reach, Rows } from "./scoped.ts";
import { familyOf } from "./sql-type.ts";

/**
 * A field of the row that a reference names. The reference itself is leave to read it, so an entity closed to suppliers
 * (a user group's name, say) can be looked up; rows of other suppliers and rows hidden from the side cannot.
 */
export function lookupSql(computed: Extract<Computed, { kind: "lookup" }>, at: AtRow): RawBuilder<unknown> {
  const { rows, columns } = related(at, computed.entity, computed.key, computed.via, "reference");
  return subquery(rows.select(columns.expr(computed.field).as("value")).limit(1));
}

/** How many rows of another entity name this row. */
export function countSql(computed: Extract<Computed, { kind: "count" }>, at: AtRow): RawBuilder<unknown> {
  const { rows, columns } = related(at, computed.of, computed.by, computed.key);
  const counted = computed.where === null ? rows : rows.where(predicateSql(computed.where, columns, at.scope.env));
  return subquery(counted.select(sql`count(*)`.as("value")));
}

/** The sum of a field over the rows of another entity that name this row; 0 when there is none. */
export function totalSql(field: Field, computed: Extract<Computed, { kind: "total" }>, at: AtRow): RawBuilder<unknown> {
  const { rows, columns } = related(at, computed.of, computed.by, computed.key);
  const summed = computed.where === null ? rows : rows.where(predicateSql(computed.where, columns, at.scope.env));
  const value = sql`coalesce(sum(${columns.expr(computed.field)}), 0)`;
  const total = rescaleSql({ value, scale: scaleOf(columns.fields[computed.field]) }, scaleOf(field));
  return subquery(summed.select(total.as("value")));
}

/** The viewer's side's unread counter of this row (docs/decisions/32). */
export function unreadSql({ scope, entity, columns }: AtRow): RawBuilder<unknown> {
  const task = scope.entity(TASK_STATE);
  const alias = scope.nextAlias();
  const own = scope.columns(task, alias);
  const counter = scope
    .rows(task, alias)
    .where(sql<boolean>`${own.expr(ABOUT.entity)} = ${entity.name}`)
    .where(sql<boolean>`${own.expr(ABOUT.row)} = cast(${columns.expr(KEY)} as text)`)
    .where(sql<boolean>`${own.expr("side")} = ${scope.env.actor.side}`)
    .select(own.expr("taskcount").as("value"));
  return sql`coalesce(${subquery(counter.limit(1))}, 0)`;
}

function related(at: AtRow, entityName: string, theirs: string, ours: string, reach: Reach = "own"): { rows: Rows; columns: Columns } {
  const other = at.scope.entity(entityName);
  const alias = at.scope.nextAlias();
  const columns = at.scope.columns(other, alias);
  const rows = at.scope.rows(other, alias, reach).where(sameKey(columns, theirs, at.columns, ours));
  return { rows: needsShopMatch(at, other) ? rows.where(sameKey(columns, SHOP, at.columns, SHOP)) : rows, columns };
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

function subquery(rows: Rows): RawBuilder<unknown> {
  return sql`(${rows})`;
}
