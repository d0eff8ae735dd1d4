import { sql } from "kysely";
import { type Cell, cellFromDb, type Row } from "../../shared/domain/cell.ts";
import type { Entity, Field } from "../../shared/registry/model.ts";
import { KEY, LINE_NUMBER } from "../base/technical.ts";
import { isInSql } from "./computed-kinds.ts";
import type { Columns, Rows } from "./scoped.ts";

/** Of these fields, and of what they are made of, those that SQL can give. */
export function inSql(names: Iterable<string>, columns: Columns): Field[] {
  return [...new Set(names)].flatMap((name) => {
    const field = columns.fields[name];
    return field && isInSql(field) ? [field] : [];
  });
}

/** Adds the fields to what is selected. */
export function selectFields(rows: Rows, fields: readonly Field[], columns: Columns): Rows {
  if (fields.length === 0) return rows.select(sql`1`.as("one"));
  return rows.select(fields.map((field) => columns.expr(field.name).as(field.name)));
}

/** An answer of the database as cells. */
export function readCells(answer: Readonly<Record<string, unknown>>, fields: readonly Field[]): Row {
  const row: Record<string, Cell> = {};
  for (const field of fields) row[field.name] = cellFromDb(field, answer[field.name]);
  return row;
}

/** Lines by their number where they have one, else as they were written. */
export function inLineOrder(rows: Rows, entity: Entity, columns: Columns): Rows {
  const numbered = entity.fields[LINE_NUMBER] ? rows.orderBy(columns.expr(LINE_NUMBER)) : rows;
  return numbered.orderBy(columns.expr(KEY));
}
