import { type RawBuilder, sql } from "kysely";
import type { Entity } from "../../shared/registry/model.ts";
import { KEY } from "../base/technical.ts";
import type { Rows, Scoped } from "./scoped.ts";
import { ownFields } from "./view-rows.ts";
import { windowSql } from "./window-sql.ts";

/** Whether some field looks at the rows around it. */
export function hasWindows(entity: Entity): boolean {
  return Object.values(entity.fields).some(({ window }) => window !== null);
}

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
