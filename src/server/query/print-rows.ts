import type { Row } from "../../shared/domain/cell.ts";
import { minuteOf } from "../../shared/domain/day.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { PrintPage } from "../../shared/protocol/print.ts";
import type { Entity, Module, PrintTemplate } from "../../shared/registry/model.ts";
import { PLANS_ONCE } from "../db/driver/kept-plan.ts";
import type { QueryContext } from "./context.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { holdsAnyOf, predicateSql } from "./predicate-sql.ts";
import { neededFields } from "./present.ts";
import { printDocuments } from "./print-document.ts";
import { groupRows, type PrintRows, type PrintRules, wordingOf } from "./print-value.ts";
import { inLineOrder, inSql, readCells, selectFields } from "./read-cells.ts";
import { readByIds } from "./rows-by-ids.ts";
import { WireProblems } from "./wire-problems.ts";

/**
 * The sheets of these rows by one of the module's templates. All rows or Code 404. The caller counts the print ({@link raiseDegree}).
 */
export async function printModule(ctx: QueryContext, module: Module, key: string, ids: readonly number[]): Promise<PrintPage[]> {
  const plan = listPlan(ctx, module);
  const { template, title } = templateOf(plan, key);
  const { entity, readable, scope } = plan;
  const all = inSql(Object.keys(entity.fields), plan.columns).map(({ name }) => name);
  const heads = await readByIds(plan, [...new Set(ids)], all);
  const lineEntity = template.lines === null ? entity : scope.entity(template.lines);
  const rules = { entity, env: scope.env, labels: module.labels };
  const mayPrintHead = (name: string) => readable.fields.has(name);
  return printDocuments(await documentsOf(plan, { template, title, lineEntity, rules }, heads), {
    template,
    shopName: ctx.viewer.shopName,
    numberField: entity.number?.field ?? module.titleField,
    head: rules,
    line: template.lines === null ? rules : { entity: lineEntity, env: scope.env, labels: {} },
    mayPrint: { head: mayPrintHead, line: template.lines === null ? mayPrintHead : (name) => !readable.isHidden(name) },
    printedAt: minuteOf(ctx.now),
  });
}

function templateOf({ ctx, module }: ListPlan, key: string): { template: PrintTemplate; title: string } {
  const use = module.prints.find(({ template }) => template === key);
  const template = ctx.registry.prints[key];
  if (use && template) return { template, title: use.title };
  const problems = new WireProblems();
  const known = module.prints.map((print) => print.template);
  problems.addUnknown("printtyp", "打印模板", key, known);
  problems.throwIfAny();
  throw new ApiError(CODE.badInput, key);
}

interface Printed {
  readonly template: PrintTemplate;
  /** As the module calls it. */
  readonly title: string;
  readonly lineEntity: Entity;
  readonly rules: PrintRules;
}

/** A document for each row with its lines; or, where the rows are the lines, one for each supplier, title, stamp and draft. */
async function documentsOf(plan: ListPlan, printed: Printed, heads: readonly Row[]): Promise<PrintRows[]> {
  const { template, title, lineEntity, rules } = printed;
  const worded = (row: Row) => wordingOf(template, title, row, rules);
  if (template.lines === null) {
    const party = plan.entity.supplierField ?? "";
    const documents = groupRows(heads, (row) => JSON.stringify([String(row[party] ?? ""), worded(row)]));
    return [...documents.values()].map((rows) => ({ heads: rows, lines: rows, wording: worded(rows[0]) }));
  }
  const head = lineEntity.head;
  if (head === null) throw new Error(`${lineEntity.name} is no line entity: the registry must have refused the template`);
  const keyOf = (row: Row) => String(row[template.via ?? head.key] ?? "");
  const lines = await readPrintLines(plan, template, lineEntity, { field: head.field, keys: heads.map(keyOf) });
  const byDocument = groupRows(lines, (line) => String(line[head.field] ?? ""));
  return heads.map((row) => ({ heads: [row], lines: byDocument.get(keyOf(row)) ?? [], wording: worded(row) }));
}

/** Which lines: those whose `field` names one of these documents. */
interface LinesOf {
  readonly field: string;
  readonly keys: readonly string[];
}

/** The lines of some documents that the viewer may see, with what the template prints of them. */
async function readPrintLines({ scope }: ListPlan, template: PrintTemplate, entity: Entity, { field, keys }: LinesOf): Promise<Row[]> {
  const known = keys.filter((key) => key !== "");
  if (known.length === 0) return [];
  const columns = scope.columns(entity, "l");
  const { group, sums } = template;
  const names = [...template.columns.map((column) => column.field), ...(group === null ? [] : [group.by, ...group.sums])];
  const fields = inSql([...neededFields(names, entity, {}, []), ...sums, field], columns);
  let rows = scope.rows(entity, "l").where(holdsAnyOf(columns, field, known));
  if (template.where !== null) rows = rows.where(predicateSql(template.where, columns, scope.env));
  const answers = await selectFields(inLineOrder(rows, entity, columns), fields, columns)
    .withPlugin(PLANS_ONCE)
    .execute();
  return answers.map((answer) => readCells(answer, fields));
}
