import type { Entity } from "../../shared/registry/model.ts";
import { KEY, LINE_NUMBER } from "../base/technical.ts";
import type { Columns, Rows } from "./scoped.ts";

/** Lines by their number where they have one, else as they were written. */
export function inLineOrder(rows: Rows, entity: Entity, columns: Columns): Rows {
  const numbered = entity.fields[LINE_NUMBER] ? rows.orderBy(columns.expr(LINE_NUMBER)) : rows;
  return numbered.orderBy(columns.expr(KEY));
}
