import { type RawBuilder, sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { remembered } from "../../shared/domain/remembered.ts";
import type { Entity, Field, Window } from "../../shared/registry/model.ts";
import { KEY, SHOP } from "../base/technical.ts";
import { quotientSql, rescaleSql } from "./calc-sql.ts";
import type { Columns, Rows, Scoped } from "./scoped.ts";
import { familyOf } from "./sql-type.ts";
import { ownFields } from "./view-rows.ts";

/** Whether some field looks at the rows around it. */
export const hasWindows = remembered(({ fields }: Entity): boolean => Object.values(fields).some(({ window }) => window !== null));

/**
 * Adds the window fields to the rows of a view. The rows must be all that the viewer may see and nothing but that: what a
 * page chooses comes later, so a running balance is the same on every page and no rank counts a foreign row.
 */
export function withWindows(scope: Scoped, entity: Entity, visible: Rows, alias: string): Rows {
  const reach = { entity, alias, columns: scope.columns(entity, alias) };
  const own = ownFields(entity).map(({ name }) => name);
  const names = entity.view?.groupBy.length === 0 ? [...new Set([...own, KEY])] : own;
  const plain = names.map((name) => ref(alias, name).as(name));
  const windows = Object.values(entity.fields).flatMap((field) =>
    field.window === null ? [] : [windowSql(field, field.window, reach).as(field.name)],
  );
  return visible.select([...plain, ...windows]);
}

function ref(alias: string, name: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${name}`);
}

/** The rows that window fields look at. */
interface WindowReach {
  readonly entity: Entity;
  readonly alias: string;
  readonly columns: Columns;
}

/** A field over the rows around it, of its own type: exact, and rounded once, half away from zero. */
function windowSql(field: Field, window: Window, reach: WindowReach): RawBuilder<unknown> {
  const rows = sql`over (${partition(window, reach)}${order(window, reach)})`;
  if (window.field === null) return window.of === "rank" ? sql`rank() ${rows}` : sql`count(*) ${rows}`;
  const from = reach.columns.fields[window.field];
  const value = reach.columns.expr(window.field);
  const sum = sql`coalesce(sum(${value}) ${rows}, 0)`;
  switch (window.of) {
    case "sum":
      return rescaleSql({ value: sum, scale: scaleOf(from) }, scaleOf(field));
    case "avg": {
      const exact = sql`cast(${sum} as numeric)`;
      const count = { value: sql`cast(count(${value}) ${rows} as numeric)`, scale: 0 };
      return quotientSql({ value: exact, scale: scaleOf(from) }, count, scaleOf(field));
    }
    case "min":
      return sql`min(${sorted(value, from)}) ${rows}`;
    case "max":
      return sql`max(${sorted(value, from)}) ${rows}`;
    default:
      throw new Error(`${field.name}: a ${window.of} is over no field; the registry must have refused it`);
  }
}

/** Never over rows of several shops, even where a market's are in reach. */
function partition({ by }: Window, { entity, columns }: WindowReach): RawBuilder<unknown> {
  const isOfShops = entity.tenancy !== "global" && entity.fields[SHOP] !== undefined;
  const names = [...new Set([...(isOfShops ? [SHOP] : []), ...by])];
  return sql`partition by ${sql.join(names.map((name) => columns.expr(name)))}`;
}

/** Empty values come last. A sum runs from row to row, so it needs an order without ties; equal rows share a rank. */
function order({ of, order: parts }: Window, { entity, alias, columns }: WindowReach): RawBuilder<unknown> {
  if (parts.length === 0) return sql``;
  const asked = parts.map(({ field, descending }) => {
    const value = sorted(columns.expr(field), columns.fields[field]);
    return descending ? sql`${value} desc nulls last` : sql`${value} nulls last`;
  });
  if (of === "rank") return sql` order by ${sql.join(asked)}`;
  const groupBy = entity.view?.groupBy ?? [];
  const last = (groupBy.length > 0 ? groupBy : [KEY]).map((name) => sql.ref(`${alias}.${name}`));
  return sql` order by ${sql.join([...asked, ...last])} rows between unbounded preceding and current row`;
}

function sorted(value: RawBuilder<unknown>, field: Field | undefined): RawBuilder<unknown> {
  return field && familyOf(field) === "text" ? sql`${value} collate "C"` : value;
}
