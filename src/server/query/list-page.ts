import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Row } from "../../shared/domain/cell.ts";
import type { PageResult } from "../../shared/protocol/list.ts";
import type { Entity, Field, Module, Sum } from "../../shared/registry/model.ts";
import type { QueryContext } from "./context.ts";
import { type ListPlan, listPlan, PLAN_ALIAS } from "./list-plan.ts";
import { neededFields } from "./needed-fields.ts";
import { actionsOf } from "./offered-actions.ts";
import { type ListParameters, type ListRequest, parseListRequest, type SortBy } from "./parse-list-request.ts";
import { presentRow } from "./present.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";
import type { Readable } from "./readable.ts";
import type { Rows } from "./scope.ts";
import { readTotals } from "./sums.ts";
import { KEY } from "./technical.ts";

/** One page of a module's rows, with their number and sums over the whole filter. Throws ApiError 400 for bad parameters. */
export async function listPage(ctx: QueryContext, module: Module, parameters: ListParameters): Promise<PageResult> {
  const plan = listPlan(ctx, module);
  const { entity, readable, scope, columns } = plan;
  const request = parseListRequest(parameters, module, readable);
  const actions = actionsOf(ctx.viewer, module, entity);
  const names = neededFields(
    request.columns.map(({ name }) => name),
    entity,
    module.labels,
    actions,
  );
  const fields = inSql([...names, ...groupedBy(entity)], columns);
  const [answers, totals] = await Promise.all([
    pageRows(plan, request, fields).execute(),
    readTotals(plan.rows(request.filter), readableSums(module, readable), columns),
  ]);
  const presentation = { entity, env: scope.env, fields: request.columns, labels: module.labels, actions };
  const rows = answers.map((answer) => {
    const cells = readCells(answer, fields);
    return presentRow(cells, keyOf(plan, answer, cells), presentation);
  });
  const isTruncated = request.isCapped && request.page * request.size < totals.count;
  return { rows, total: totals.count, footer: totals.sums, ...(isTruncated && { truncated: true }) };
}

/** The footer's sums that this side may read, down to the parts of a ratio. */
export function readableSums(module: Module, readable: Readable): Sum[] {
  const sums = module.footer?.sums ?? [];
  return sums.filter(({ field, ratio }) => [field, ...(ratio ?? [])].every((name) => readable.fields.has(name)));
}

const PAGE = "p";

/**
 * The page's rows. Its keys are found first and joined back: values that come from other rows are then computed for the
 * page alone, and a deep page skips over index entries instead of rows.
 */
function pageRows(plan: ListPlan, request: ListRequest, fields: readonly Field[]): Rows {
  const { columns, key, scope, entity } = plan;
  const start = (request.page - 1) * request.size;
  const limited = ordered(plan.rows(request.filter), plan, request).limit(request.size).offset(start);
  if (key === null) return selectFields(limited, fields, columns);
  const keys = limited.select(key.as(KEY));
  const found = scope
    .rows(entity, PLAN_ALIAS)
    .innerJoin(keys.as(PAGE), (join) => join.on(sql<boolean>`${sql.ref(`${PAGE}.${KEY}`)} = ${key}`));
  return selectFields(ordered(found as unknown as Rows, plan, request), fields, columns).select(key.as(KEY));
}

/** As asked for, and always down to a single row: pages must not overlap. */
function ordered(rows: Rows, { columns, key, entity }: ListPlan, { sort }: ListRequest): Rows {
  const own = (name: string) => (name === KEY && key !== null ? key : columns.expr(name));
  const last: readonly SortBy[] =
    key === null ? groupedBy(entity).map((field) => ({ field, order: "asc" })) : [{ field: KEY, order: "desc" }];
  const all = [...sort, ...last.filter(({ field }) => !sort.some((by) => by.field === field))];
  return all.reduce((sorted, { field, order }) => sorted.orderBy(own(field), order), rows);
}

function groupedBy(entity: Entity): readonly string[] {
  return entity.view?.groupBy ?? [];
}

/** The row's key; rows of a grouped view get one made of what they are grouped by, to tell them apart on the screen. */
function keyOf({ key, entity }: ListPlan, answer: Readonly<Record<string, unknown>>, cells: Row): string | number {
  if (key !== null) return Number(answer[KEY]);
  const values = groupedBy(entity).map((name) => String(cells[name] ?? ""));
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}
