import { sql } from "kysely";
import type { Row } from "../../shared/domain/cell.ts";
import { timeOf } from "../../shared/domain/day.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { PrintDocument } from "../../shared/protocol/print.ts";
import type { Entity, Module, PrintTemplate } from "../../shared/registry/model.ts";
import { isInSql } from "./columns.ts";
import type { QueryContext } from "./context.ts";
import { inLineOrder } from "./line-order.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { neededFields } from "./needed-fields.ts";
import { type PrintRows, printDocuments } from "./print-document.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";
import { readByIds } from "./rows-by-ids.ts";
import { WireProblems } from "./wire-problems.ts";

/**
 * The sheets of these rows by one of the module's templates, with the watermark. All rows or Code 404. The caller counts
 * the print ({@link raiseDegree}).
 */
export async function printModule(ctx: QueryContext, module: Module, key: string, ids: readonly number[]): Promise<PrintDocument> {
  const plan = listPlan(ctx, module);
  const { template, title } = templateOf(plan, key);
  const { entity, readable, scope } = plan;
  const all = Object.values(entity.fields).filter(isInSql);
  const heads = await readByIds(
    plan,
    [...new Set(ids)],
    all.map(({ name }) => name),
  );
  const lineEntity = template.lines === null ? entity : scope.entity(template.lines);
  const rules = { entity, env: scope.env, labels: module.labels };
  const mayPrintHead = (name: string) => readable.fields.has(name);
  const time = timeOf(ctx.now).slice(0, "2025-06-30 09:30".length);
  const data = printDocuments(await documentsOf(plan, template, lineEntity, heads), {
    template,
    title: `${ctx.viewer.shopName}${title}`,
    numberField: entity.number?.field ?? module.titleField,
    head: rules,
    line: template.lines === null ? rules : { entity: lineEntity, env: scope.env, labels: {} },
    mayPrint: { head: mayPrintHead, line: template.lines === null ? mayPrintHead : (name) => !readable.isHidden(name) },
    printedAt: time,
  });
  return { data, watermark: `${ctx.viewer.shopName} ${ctx.viewer.userId} ${time}` };
}

function templateOf({ ctx, module }: ListPlan, key: string): { template: PrintTemplate; title: string } {
  const use = module.prints.find(({ template }) => template === key);
  const template = ctx.registry.prints[key];
  if (use && template) return { template, title: use.title };
  const problems = new WireProblems();
  problems.addUnknown(
    "printtyp",
    "打印模板",
    key,
    module.prints.map(({ template: known }) => known),
  );
  problems.throwIfAny();
  throw new ApiError(CODE.badInput, key);
}

/** A document for each row with its lines; or, where the rows are the lines, one for each supplier. */
async function documentsOf(plan: ListPlan, template: PrintTemplate, lineEntity: Entity, heads: readonly Row[]): Promise<PrintRows[]> {
  if (template.lines === null) {
    const party = plan.entity.supplierField ?? "";
    return [...grouped(heads, party).values()].map((rows) => ({ heads: rows, lines: rows }));
  }
  const head = lineEntity.head;
  if (head === null) throw new Error(`${lineEntity.name} is no line entity: the registry must have refused the template`);
  const keys = heads.map((row) => String(row[head.key] ?? ""));
  const lines = grouped(await readLinesOf(plan, template, lineEntity, { field: head.field, keys }), head.field);
  return heads.map((row, index) => ({ heads: [row], lines: lines.get(keys[index] ?? "") ?? [] }));
}

async function readLinesOf(
  { scope }: ListPlan,
  template: PrintTemplate,
  entity: Entity,
  { field, keys }: { readonly field: string; readonly keys: readonly string[] },
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const columns = scope.columns(entity, "l");
  const names = template.columns.map((column) => column.field);
  const fields = inSql([...neededFields(names, entity, {}, []), ...template.pageSum, ...template.total, field], columns);
  const rows = scope.rows(entity, "l").where(sql<boolean>`${columns.expr(field)} in (${sql.join(keys)})`);
  const answers = await selectFields(inLineOrder(rows, entity, columns), fields, columns).execute();
  return answers.map((answer) => readCells(answer, fields));
}

type SomeRows = [Row, ...Row[]];

/** Rows by the text of a field, in their order. */
function grouped(rows: readonly Row[], field: string): Map<string, SomeRows> {
  const groups = new Map<string, SomeRows>();
  for (const row of rows) {
    const key = String(row[field] ?? "");
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
