import { cellFromLiteral, cellToDb } from "../../shared/domain/cell.ts";
import { remembered } from "../../shared/domain/remembered.ts";
import type { Entity, Field, Registry } from "../../shared/registry/model.ts";
import { KEY, ROW_VERSION, SHOP } from "../base/technical.ts";
import { type SqlType, sqlTypeOf } from "../query/sql-type.ts";

/** A table as the registry wants it. */
export interface Table {
  readonly name: string;
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
}

export interface Column {
  readonly name: string;
  readonly type: SqlType;
  readonly isIdentity: boolean;
  readonly isNotNull: boolean;
  /** Value of a new row, and of old rows when the column is added; null: none. */
  readonly initial: string | number | boolean | null;
}

/** Every table the registry wants: one for each entity that is no view. */
export function tablesOf(registry: Pick<Registry, "entities">): Table[] {
  return Object.values(registry.entities)
    .filter((entity) => entity.view === null)
    .map((entity) => ({
      name: entity.table,
      entity,
      columns: storedFields(entity).map((field) => columnOf(entity, field)),
      primaryKey: entity.tenancy === "global" ? [KEY] : [SHOP, KEY],
    }));
}

/** The fields that are columns. */
export const storedFields = remembered(({ fields }: Entity): readonly Field[] =>
  Object.values(fields).filter((field) => field.computed === null),
);

function columnOf(entity: Entity, field: Field): Column {
  const isIdentity = field.name === KEY;
  const isVersion = field.name === ROW_VERSION;
  const isTenant = field.name === SHOP && entity.tenancy !== "global";
  return {
    name: field.name,
    type: sqlTypeOf(field),
    isIdentity,
    isNotNull: isIdentity || isVersion || isTenant || field.type === "bool",
    initial: isIdentity ? null : initialOf(field, isVersion),
  };
}

function initialOf(field: Field, isVersion: boolean): string | number | boolean | null {
  if (field.initial !== null) return cellToDb(cellFromLiteral(field, field.initial));
  if (isVersion) return 1;
  return field.type === "bool" ? false : null;
}
