import { sql } from "kysely";
import type { Row } from "../../shared/domain/cell.ts";
import type { Entity, PrintTemplate } from "../../shared/registry/model.ts";
import { inLineOrder } from "./line-order.ts";
import type { ListPlan } from "./list-plan.ts";
import { neededFields } from "./needed-fields.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";

/** Which lines: those whose `field` names one of these documents. */
export interface LinesOf {
  readonly field: string;
  readonly keys: readonly string[];
}

/** The lines of some documents that the viewer may see, with what the template prints of them. */
export async function readPrintLines(
  { scope }: ListPlan,
  template: PrintTemplate,
  entity: Entity,
  { field, keys }: LinesOf,
): Promise<Row[]> {
  const known = keys.filter((key) => key !== "");
  if (known.length === 0) return [];
  const columns = scope.columns(entity, "l");
  const { group, pageSum, total } = template;
  const names = [...template.columns.map((column) => column.field), ...(group === null ? [] : [group.by, ...group.sums])];
  const fields = inSql([...neededFields(names, entity, {}, []), ...pageSum, ...total, field], columns);
  const rows = scope.rows(entity, "l").where(sql<boolean>`${columns.expr(field)} in (${sql.join(known)})`);
  const answers = await selectFields(inLineOrder(rows, entity, columns), fields, columns).execute();
  return answers.map((answer) => readCells(answer, fields));
}
