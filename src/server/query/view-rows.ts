import { type RawBuilder, sql } from "kysely";
import type { Entity, Field, View } from "../../shared/registry/model.ts";
import type { Columns } from "./columns.ts";
import { allOf, type Condition, predicateSql } from "./predicate-sql.ts";
import type { Rows, Scoped } from "./scope.ts";
import { KEY, SHOP } from "./technical.ts";

/**
 * The rows of a view, as a select over the scoped rows of what it is made of. Rows of `of` appear one for one even where a
 * joined entity has none, so joins are left joins within the shop.
 */
export function viewRows(scope: Scoped, entity: Entity, view: View): Rows {
  const base = scope.entity(view.of);
  const baseAlias = scope.nextAlias();
  const baseColumns = scope.columns(base, baseAlias);
  const sources = new Map<string, Columns>();
  let rows = scope.rows(base, baseAlias);
  for (const join of view.joins) {
    const joined = scope.entity(join.entity);
    const alias = scope.nextAlias();
    const columns = scope.columns(joined, alias);
    const on: Condition[] = join.on.map(({ joined: theirs, own }) => sql`${columns.expr(theirs)} = ${baseColumns.expr(own)}`);
    if (joined.fields[SHOP] && base.fields[SHOP]) on.push(sql`${columns.expr(SHOP)} = ${baseColumns.expr(SHOP)}`);
    rows = scope.join(rows, joined, alias, allOf(on));
    sources.set(join.alias, columns);
  }
  if (view.where !== null) rows = rows.where(predicateSql(view.where, baseColumns, scope.env));

  const stored = Object.values(entity.fields).filter((field) => field.computed === null && field.source !== null);
  const selected = rows.select(stored.map((field) => sourceOf(field, baseColumns, sources).as(field.name)));
  if (view.groupBy.length > 0) return groupedRows(scope, entity, view, selected);
  return entity.fields[KEY] ? selected : selected.select(baseColumns.expr(KEY).as(KEY));
}

/** Groups over the plain values: a bound value is another one each time it is written, so no expression may be repeated. */
function groupedRows(scope: Scoped, entity: Entity, view: View, values: Rows): Rows {
  const alias = scope.nextAlias();
  const stored = Object.values(entity.fields).filter((field) => field.computed === null);
  return scope
    .over(values, alias)
    .select(stored.map((field) => aggregated(field, sql.ref(`${alias}.${field.name}`)).as(field.name)))
    .groupBy(view.groupBy.map((name) => sql.ref(`${alias}.${name}`)));
}

function sourceOf({ name, source }: Field, base: Columns, joined: ReadonlyMap<string, Columns>): RawBuilder<unknown> {
  const columns = source?.alias ? joined.get(source.alias) : base;
  if (!source || !columns) throw new Error(`${name} of a view comes from nowhere: the registry must have refused it`);
  return columns.expr(source.field);
}

function aggregated(field: Field, value: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (field.aggregate) {
    case null:
      return value;
    case "sum":
      return sql`coalesce(sum(${value}), 0)`;
    case "count":
      return field.source === null ? sql`count(*)` : sql`count(${value})`;
    case "countDistinct":
      return sql`count(distinct ${value})`;
    case "min":
      return sql`min(${value})`;
    case "max":
      return sql`max(${value})`;
    case "mostFrequent":
      return sql`mode() within group (order by ${value})`;
  }
}
