import { WAITS } from "../../shared/protocol/list.ts";
import { addingRows } from "./adding-rows.ts";
import { filterSql } from "./filter-sql.ts";
import { type ListPlan, PLAN_ALIAS } from "./list-plan.ts";
import type { Filter } from "./parse-filter.ts";
import { anyOf } from "./predicate-sql.ts";
import { type RollupTable, rollupTablesOf } from "./rollup-table.ts";
import { type Columns, NotKept, type Rows } from "./scoped.ts";
import { addTotals, type Summed, summedFields, type Totals, withRolledTotals, withSums, withTotals } from "./sums.ts";
import { asksForWaits, knowingWaits } from "./waiting.ts";

/** The rows that a filter finds, in parts that have none in common. */
type Scan = () => readonly Rows[];

/**
 * How many rows a filter finds, and what they come to: from the smallest rollup that tells, else of the rows themselves (docs/decisions/126). Both say
 * the same to the last digit.
 */
export function listTotals(plan: ListPlan, filter: Filter | null, sums: readonly Summed[], scan: Scan): Promise<Totals> {
  const { columns } = plan;
  const parts = rolledTotals(plan, filter, sums, scan) ?? scan().map((rows) => withTotals(rows, sums, columns));
  return addTotals(parts, sums, columns);
}

function rolledTotals(plan: ListPlan, filter: Filter | null, sums: readonly Summed[], scan: Scan): Rows[] | null {
  const tables = tablesFor(plan);
  for (const table of tables) {
    const rest = restOf(plan, table, sums, scan);
    const groups = rest && groupsWhere(plan, table, (columns) => (filter === null ? null : filterSql(filter, columns)));
    if (groups !== null) return [withRolledTotals(groups, sums, table, PLAN_ALIAS), ...(rest ?? [])];
  }
  if (filter === null || !asksForWaits(filter) || !isMoreByWaiting(filter)) return null;
  for (const table of tables) {
    const rest = restOf(plan, table, sums, scan);
    const groups = rest && groupsWhere(plan, table, (columns) => filterSql(filter, knowingWaits(columns, false)));
    if (groups === null) continue;
    // What waits by something that the rollup does not know is looked for beyond what it counts: there is little of it.
    const besides = withTotals(plan.waitsBesides(filter), sums, plan.columns, keptOf(table, sums));
    return [withRolledTotals(groups, sums, table, PLAN_ALIAS), besides, ...(rest ?? [])];
  }
  return null;
}

/** Those that the database lets the viewer read (docs/decisions/85), which tells of the others that there is nothing. */
function tablesFor({ ctx: { viewer }, entity, scope }: ListPlan): readonly RollupTable[] {
  // A market's rows are of many shops, and its mall reads them as another role.
  if (scope.isMarket) return [];
  const { supplierField } = entity;
  const isForSuppliers = ({ by }: RollupTable) => supplierField === null || by.some(({ name }) => name === supplierField);
  return rollupTablesOf(entity).filter((table) => viewer.side === "shop" || isForSuppliers(table));
}

const keptOf = ({ sums: kept }: RollupTable, sums: readonly Summed[]) =>
  summedFields(sums).filter((name) => kept.some((field) => field.name === name));

/** What other rows decide is summed of the few rows that it is of; null: of which rows it is nobody knows. */
function restOf(plan: ListPlan, table: RollupTable, sums: readonly Summed[], scan: Scan): Rows[] | null {
  const kept = keptOf(table, sums);
  const others = summedFields(sums).filter((name) => !kept.includes(name));
  if (others.length === 0) return [];
  const adding = others.flatMap((name) => addingRows(plan.entity, name, plan.columns, plan.scope) ?? []);
  if (adding.length < others.length) return null;
  return scan().map((rows) => withSums(rows.where(anyOf(adding)), sums, plan.columns, others));
}

/** The groups that fulfil the condition; null: the rollup does not tell which. */
function groupsWhere(
  plan: ListPlan,
  table: RollupTable,
  condition: (columns: Columns) => ReturnType<typeof filterSql> | null,
): Rows | null {
  try {
    const { rows, columns } = plan.rolled(table);
    const where = condition(columns);
    return where === null ? rows : rows.where(where);
  } catch (error) {
    if (error instanceof NotKept) return null;
    throw error;
  }
}

/** Whether a row that waits is found wherever it would be found if it did not: the filter asks for what waits, and never for what does not. */
function isMoreByWaiting(filter: Filter): boolean {
  if ("parts" in filter) return filter.parts.every(isMoreByWaiting);
  return filter.field.name !== WAITS || (filter.operator === "eq" && filter.values[0] === true);
}
