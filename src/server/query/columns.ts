import { type RawBuilder, sql } from "kysely";
import type { Entity } from "../../shared/registry/model.ts";
import { computedSql, isInSql } from "./computed-kinds.ts";
import type { Columns, Scoped } from "./scoped.ts";

/** The columns of a stored or view entity under this alias. Expressions are made once and kept. */
export function columnsOf(scope: Scoped, entity: Entity, alias: string): Columns {
  const made = new Map<string, RawBuilder<unknown>>();
  const open = new Set<string>();
  const columns: Columns = {
    fields: entity.fields,
    expr(name) {
      const known = made.get(name);
      if (known) return known;
      if (open.has(name)) throw new Error(`${entity.name}.${name} is computed from itself: the registry must have refused it`);
      open.add(name);
      const expression = make(name);
      open.delete(name);
      made.set(name, expression);
      return expression;
    },
  };
  return columns;

  function make(name: string): RawBuilder<unknown> {
    const field = entity.fields[name];
    if (!field) throw new Error(`${entity.name} has no field ${name}`);
    if (!isInSql(field)) throw new Error(`${entity.name}.${name} exists only after reading`);
    if (field.computed === null) return sql.ref(`${alias}.${name}`);
    return computedSql(field, field.computed, { scope, entity, alias, columns });
  }
}
