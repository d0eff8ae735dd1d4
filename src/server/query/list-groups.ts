import { type RawBuilder, sql } from "kysely";
import { cellFromDb, cellToWire } from "../../shared/domain/cell.ts";
import type { GroupsResult } from "../../shared/protocol/list.ts";
import type { Field, Module } from "../../shared/registry/model.ts";
import { readableSums } from "../../shared/registry/rights/readable.ts";
import { badInput } from "../base/params.ts";
import { KEEPS_PLAN } from "../db/driver/kept-plan.ts";
import type { QueryContext } from "./context.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { listTotals } from "./list-totals.ts";
import { type ListParameters, parseListRequest, sortsOf } from "./parse-list-request.ts";
import { dayOfInstant, familyOf } from "./sql-type.ts";
import { totalsOf, withTotals } from "./sums.ts";
import { withNames } from "./with-names.ts";

/** As for GetPage, and the column that rows are put together by. */
export type GroupParameters = ListParameters & { readonly group?: unknown };

/**
 * The rows of a module's list put together by one column that it can be sorted by: how many there are of each value, and their sums. One
 * statement reads all groups of a page, over the same plan as the list (docs/decisions/21). `sort` may name the group alone. Throws
 * ApiError 400 for bad parameters.
 */
export async function listGroups(ctx: QueryContext, module: Module, { group, ...parameters }: GroupParameters): Promise<GroupsResult> {
  const plan = listPlan(ctx, module);
  const { entity, readable, columns } = plan;
  const field = groupField(plan, group);
  const asked = parseListRequest({ sort: field.name, ...parameters, columns: field.name }, module, readable);
  const filter = await withNames(plan, asked.filter);
  const sums = readableSums(module, readable);
  const order = asked.sort.find((by) => by.field === field.name)?.order ?? "asc";
  const direction = order === "asc" ? sql`asc nulls first` : sql`desc nulls last`;
  const rows = plan.rows(filter);
  const grouped = withTotals(rows.select(groupedBy(field, columns.expr(field.name)).as(GROUP)), sums, columns)
    .select(sql`count(*) over ()`.as(GROUPS))
    .groupBy(sql`1`)
    .orderBy(sql`1 ${direction}`)
    .limit(asked.size)
    .offset((asked.page - 1) * asked.size);
  const planned = (entity.view?.parts.length ?? 0) > 1 ? grouped.withPlugin(KEEPS_PLAN) : grouped;
  const answers = await planned.execute();
  const totals = await listTotals(plan, filter, sums, () => [rows]);
  const read = groupRead(field);
  const labels = module.labels[field.name] ?? field.values;
  const groups = answers.map((answer) => {
    const cell = cellFromDb(read, answer[GROUP]);
    const label = labels.find(({ code }) => code === cell)?.shown;
    return { value: cellToWire(read, cell), ...(label !== undefined && { label }), ...totalsOf(answer, sums, columns) };
  });
  return { groups, total: Number(answers[0]?.[GROUPS] ?? 0), count: totals.count, footer: totals.sums };
}

/** What a group has in common, and how many groups there are. */
const GROUP = "g";
const GROUPS = "groups";

function groupField({ module, readable }: ListPlan, group: unknown): Field {
  const name = typeof group === "string" ? group : "";
  const offered = sortsOf(module, readable);
  const field = offered.get(name) === name ? readable.fields.get(name) : undefined;
  // guard key: tests/server/query/list-groups.test.ts
  if (field === undefined || !module.columns.some((column) => column.field === name)) throw badInput("参数 group 应为列表中可以排序的列");
  return field;
}

/** What rows have in common that are put together by a field: instants their day in Shanghai; an empty text is nothing. */
export function groupedBy(field: Field, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (familyOf(field) === "instant") return dayOfInstant(value);
  return familyOf(field) === "text" ? sql`nullif(${value}, '') collate "C"` : value;
}

/** The field as {@link groupedBy} answers it. */
export function groupRead(field: Field): Field {
  return familyOf(field) === "instant" ? { ...field, type: "date" } : field;
}
