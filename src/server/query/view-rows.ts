import { type RawBuilder, sql } from "kysely";
import type { Entity, Field, View } from "../../shared/registry/model.ts";
import { KEY } from "../base/technical.ts";
import type { Rows, Scoped } from "./scoped.ts";
import { bound } from "./sql-type.ts";
import { partRows } from "./view-part.ts";

/**
 * The rows of a view, as a select over the scoped rows of what it is made of. Window fields are not in it: they look at the
 * rows the viewer may see, see window-rows.ts.
 */
export function viewRows(scope: Scoped, entity: Entity, view: View): Rows {
  const isNamed = ({ name }: Field) => view.parts.some(({ sources }) => sources[name] !== undefined);
  const fields = ownFields(entity).filter(isNamed);
  const hasKey = view.groupBy.length > 0 || fields.some(({ name }) => name === KEY);
  const [first, ...others] = view.parts.map((part, index) => {
    return partRows(scope, part, { fields, isUnion: view.parts.length > 1, key: hasKey ? null : keyOf(view, index) });
  });
  if (!first) throw new Error(`${entity.name} has no parts: the registry must have refused it`);
  const all = others.reduce((rows, part) => rows.unionAll(part), first);
  return view.groupBy.length > 0 ? groupedRows(scope, entity, view, all) : all;
}

/** The fields that a view's rows have by themselves. */
export function ownFields(entity: Entity): Field[] {
  return Object.values(entity.fields).filter((field) => field.computed === null && field.window === null);
}

/** The key of a row of a union is another one in every part: rows of two tables may have the same Id. */
function keyOf({ parts }: View, index: number): (id: RawBuilder<unknown>) => RawBuilder<unknown> {
  return (id) => (parts.length === 1 ? id : sql`${id} * ${bound("bigint", parts.length)} + ${bound("bigint", index)}`);
}

/** Groups over the plain values: a bound value is another one each time it is written, so no expression may be repeated. */
function groupedRows(scope: Scoped, entity: Entity, view: View, values: Rows): Rows {
  const alias = scope.nextAlias();
  return scope
    .over(values, alias)
    .select(ownFields(entity).map((field) => aggregated(field, view, sql.ref(`${alias}.${field.name}`)).as(field.name)))
    .groupBy(view.groupBy.map((name) => sql.ref(`${alias}.${name}`)));
}

function aggregated(field: Field, { parts }: View, value: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (field.aggregate) {
    case null:
      return value;
    case "sum":
      return sql`coalesce(sum(${value}), 0)`;
    case "count":
      return parts.some(({ sources }) => sources[field.name]) ? sql`count(${value})` : sql`count(*)`;
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
