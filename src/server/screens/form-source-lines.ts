import { sql } from "kysely";
import type { Cell, Row } from "../../shared/domain/cell.ts";
import { convertCell } from "../../shared/domain/convert-cell.ts";
import { isSet } from "../../shared/domain/predicate.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { WireRow } from "../../shared/protocol/list.ts";
import type { Entity, Module } from "../../shared/registry/model.ts";
import type { QueryContext } from "../query/context.ts";
import { inLineOrder, inSql, readCells, selectFields } from "../query/read-cells.ts";
import { fillOf, isChoice, refRows, refUseOf } from "../query/ref-rows.ts";
import { ROW_MISSING } from "../query/rows-by-ids.ts";
import { scoped } from "../query/scope.ts";
import type { Scoped } from "../query/scoped.ts";
import { fieldsOf, formOf, wireFill } from "./form-options.ts";
import { entityOf } from "./project-columns.ts";

const MOST_LINES = 2000;

/**
 * The lines a new document is proposed once its ref `value` is chosen: those of the other document, as lines of this one, with
 * what their own refs give them. Code 404 where the viewer may not choose that document.
 */
export async function formSourceLines(ctx: QueryContext, module: Module, name: string, value: string): Promise<WireRow[]> {
  const form = formOf(ctx, module);
  const [head, entity] = [entityOf(ctx.registry, module.entity), ctx.registry.entities[name]];
  const table = form.lines.find((lines) => lines.entity === name);
  const source = entity?.lineSource;
  if (!entity || !source || !table || table.sourceVia === null)
    throw new ApiError(CODE.badInput, `entity ${name.slice(0, 40)} 没有可带入的明细`);
  const scope = scoped(ctx, module);
  const document = await sourceDocument(ctx, scope, head, source.via, entityOf(ctx.registry, source.lines), value);
  const rows = await linesOf(scope, entityOf(ctx.registry, source.lines), document, Object.values(source.copy));
  const theirs = entityOf(ctx.registry, source.lines).fields;
  const copied = rows.map((row) => {
    const cells: Record<string, Cell> = {};
    for (const [own, from] of Object.entries(source.copy)) {
      const [to, field] = [entity.fields[own], theirs[from]];
      if (to && field) cells[own] = convertCell(row[from] ?? null, field, to);
    }
    return cells;
  });
  const fields = fieldsOf(form, module, entity);
  return (await withFills(ctx, scope, entity, copied)).map((row) => wireFill(fields, row));
}

/** The document the head would point to. */
async function sourceDocument(ctx: QueryContext, scope: Scoped, head: Entity, via: string, lines: Entity, value: string): Promise<Row> {
  const field = head.fields[via];
  const use = field ? refUseOf(ctx.registry, head, field) : null;
  if (use === null || lines.head === null) throw new Error(`${head.name}.${via} leads to no document: the registry must have refused it`);
  const found = (await refRows(scope, { ...use, needed: [...use.needed, lines.head.key] }, [value])).get(value);
  // guard predicate as !found: tests/server/flows/form-options.test.ts
  if (!found || !isChoice(use, found, () => null, scope.env)) throw new ApiError(CODE.missing, ROW_MISSING);
  return found;
}

async function linesOf(scope: Scoped, lines: Entity, document: Row, names: readonly string[]): Promise<Row[]> {
  if (lines.head === null) throw new Error(`${lines.name} is no line entity`);
  const columns = scope.columns(lines, "s");
  const fields = inSql(names, columns);
  const key = document[lines.head.key] ?? null;
  const rows = scope.rows(lines, "s").where(sql<boolean>`${columns.expr(lines.head.field)} = ${String(key)}`);
  const answers = await selectFields(inLineOrder(rows, lines, columns), fields, columns)
    .limit(MOST_LINES)
    .execute();
  return answers.map((answer) => readCells(answer, fields));
}

async function withFills(ctx: QueryContext, scope: Scoped, entity: Entity, rows: readonly Row[]): Promise<Row[]> {
  const filled = rows.map((row): Record<string, Cell> => ({ ...row }));
  for (const field of Object.values(entity.fields)) {
    const use = refUseOf(ctx.registry, entity, field);
    if (use === null || use.taken.length === 0) continue;
    const found = await refRows(
      scope,
      use,
      rows
        .map((row) => row[field.name] ?? null)
        .filter(isSet)
        .map(String),
    );
    for (const [index, row] of rows.entries()) {
      const target = found.get(String(row[field.name] ?? ""));
      // What the other document says goes before what is proposed.
      if (target) filled[index] = { ...fillOf(use, target), ...filled[index] };
    }
  }
  return filled;
}
