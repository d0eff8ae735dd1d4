import { sql } from "kysely";
import { cellFromDb, cellToWire } from "../../shared/domain/cell.ts";
import type { GroupsResult } from "../../shared/protocol/list.ts";
import type { Field, Module } from "../../shared/registry/model.ts";
import { readableSums } from "../../shared/registry/rights/readable.ts";
import { badInput } from "../base/params.ts";
import type { QueryContext } from "./context.ts";
import { aggregatedInSteps } from "./in-steps.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { isGrouping, type ListParameters, parseListRequest } from "./parse-list-request.ts";
import { groupName } from "./parts.ts";
import { familyOf } from "./sql-type.ts";
import { listTotals, measuresOf, totalsOf } from "./sums.ts";
import { withNames } from "./with-names.ts";

/** As for GetPage, and the column that rows are put together by. */
export type GroupParameters = ListParameters & { readonly group?: unknown };

/**
 * The rows of a module's list put together by one column, see isGrouping: how many there are of each value, and their sums. One
 * statement reads all groups of a page, over the same plan as the list (docs/decisions/21), from a rollup where one tells (docs/decisions/126). `sort` may name the group alone. Throws
 * ApiError 400 for bad parameters.
 */
export async function listGroups(ctx: QueryContext, module: Module, { group, ...parameters }: GroupParameters): Promise<GroupsResult> {
  const plan = listPlan(ctx, module);
  const { readable, columns } = plan;
  const field = groupField(plan, group);
  // Groups stand in their own order, whether the list has one of that or not.
  const columnsOfGroups = module.columns.map((column) => (column.field === field.name ? { ...column, sortable: true } : column));
  const asked = parseListRequest(
    { sort: field.name, ...parameters, columns: field.name },
    { ...module, columns: columnsOfGroups },
    readable,
  );
  const filter = await withNames(plan, asked.filter);
  const sums = readableSums(module, readable);
  const order = asked.sort.find((by) => by.field === field.name)?.order ?? "asc";
  const direction = order === "asc" ? sql`asc nulls first` : sql`desc nulls last`;
  const groupedRows = await aggregatedInSteps(plan, { filter, by: [field], measures: measuresOf(sums) });
  const numbered = groupedRows.select(sql`count(*) over ()`.as(GROUPS));
  const answers = await numbered
    .orderBy(sql`1 ${direction}`)
    .limit(asked.size)
    .offset((asked.page - 1) * asked.size)
    .execute();
  // Beyond the last page no row tells how many there are.
  const [telling] = answers.length > 0 || asked.page === 1 ? answers : await numbered.limit(1).execute();
  const totals = await listTotals(plan, filter, sums);
  const read = groupRead(field);
  const labels = module.labels[field.name] ?? field.values;
  const groups = answers.map((answer) => {
    const cell = cellFromDb(read, answer[groupName(0)]);
    const label = labels.find(({ code }) => code === cell)?.shown;
    return { value: cellToWire(read, cell), ...(label !== undefined && { label }), ...totalsOf(answer, sums, columns) };
  });
  return { groups, total: Number(telling?.[GROUPS] ?? 0), count: totals.count, footer: totals.sums };
}

/** How many groups there are. */
const GROUPS = "groups";

function groupField({ module, readable }: ListPlan, group: unknown): Field {
  const name = typeof group === "string" ? group : "";
  const field = isGrouping(module, readable, name) ? readable.fields.get(name) : undefined;
  // guard key: tests/server/query/list-groups.test.ts
  if (field === undefined) throw badInput("参数 group 应为列表中可以排序的列或状态列");
  return field;
}

/** The field as {@link groupedBy} answers it. */
export function groupRead(field: Field): Field {
  return familyOf(field) === "instant" ? { ...field, type: "date" } : field;
}
