import { sql } from "kysely";
import { WAITS } from "../../shared/protocol/list.ts";
import { filterSql } from "./filter-sql.ts";
import { type ListPlan, PLAN_ALIAS } from "./list-plan.ts";
import type { MeantTodo } from "./meant-todos.ts";
import { type Measured, overGroups } from "./measured.ts";
import type { Filter } from "./parse-filter.ts";
import { ofRows, type Part, type Question, scanned, selected } from "./parts.ts";
import { allOf, anyOf, type Condition, negated } from "./predicate-sql.ts";
import { ROWS, type RollupTable, rollupTablesOf } from "./rollup-table.ts";
import { kept } from "./scoped.ts";
import { asksForWaits, ofWaiting } from "./waiting.ts";

/** What a rollup tells: parts that no row is in twice. */
export interface Rolled {
  readonly table: RollupTable;
  readonly parts: readonly Part[];
}

/** The answer by the smallest rollup that tells what is asked (docs/decisions/126); null: the rows are read. */
export function rolled(plan: ListPlan, question: Question): Rolled | null {
  const { filter } = question;
  const tables = tablesFor(plan);
  for (const table of tables) {
    const parts = partsBy(plan, table, question, null);
    if (parts !== null) return { table, parts };
  }
  if (filter === null || !asksForWaits(filter) || !isMoreByWaiting(filter)) return null;
  for (const { table, told, others } of byTodosLeft(plan, tables)) {
    const parts = partsBy(plan, table, question, told);
    if (parts === null) continue;
    // What waits by something that the rollup does not tell is looked for beyond what it counts: there is little of it.
    const [groups] = parts;
    const measures = question.measures.filter((measure) => groups?.measure(measure) !== null);
    return { table, parts: [...parts, ofRows(plan, plan.besides(filter, told, others), measures)] };
  }
  return null;
}

/** Rollups with the viewer's to-dos of which they tell: first those that leave the fewest others to be looked for, of as many the smallest. */
function byTodosLeft(plan: ListPlan, tables: readonly RollupTable[]) {
  const asked = tables.flatMap((table) => {
    const split = kept(() => plan.toldBy(table));
    return split === null ? [] : [{ table, told: split[0], others: split[1] }];
  });
  return asked.toSorted((a, b) => a.others.length - b.others.length);
}

/** Those that the database lets the viewer read (docs/decisions/85), which tells of the others that there is nothing. */
function tablesFor({ ctx: { viewer }, entity, scope }: ListPlan): readonly RollupTable[] {
  // A market's rows are of many shops, and its mall reads them as another role.
  if (scope.isMarket) return [];
  const { supplierField } = entity;
  const isForSuppliers = ({ by }: RollupTable) => supplierField === null || by.some(({ name }) => name === supplierField);
  return rollupTablesOf(entity).filter((table) => viewer.side === "shop" || isForSuppliers(table));
}

/** To-dos by which rows wait; null: all of the viewer's. */
type Todos = readonly MeantTodo[] | null;

/** The groups that fulfil the filter, and rows that tell what a rollup does not keep; null: it does not tell. */
function partsBy(plan: ListPlan, table: RollupTable, question: Question, todos: Todos): readonly Part[] | null {
  const groups = groupsBy(plan, table, question, todos);
  const [some] = groups ?? [];
  if (groups === null || some === undefined) return null;
  const others = question.measures.filter((measure) => some.measure(measure) === null);
  const rest = restOf(plan, question, others);
  return rest === null ? null : [...groups, ...rest];
}

/**
 * The groups that fulfil the filter; null: the rollup does not tell. Where it asks what waits, these are of the smallest rollup that tells, and the others
 * stand apart: some days are found by the key, which does not find what waits on any day.
 */
function groupsBy(plan: ListPlan, table: RollupTable, question: Question, todos: Todos): readonly Part[] | null {
  const { filter, measures } = question;
  if (filter === null || !asksForWaits(filter)) {
    const all = groupsOf(plan, table, question, { todos, wait: null });
    return all && [all];
  }
  const those = (from: RollupTable, wait: boolean) =>
    groupsOf(plan, from, { ...question, filter: ofWaiting(filter, wait) }, { todos, wait });
  const others = those(table, false);
  if (others === null) return null;
  for (const from of tablesFor(plan)) {
    const waiting = those(from, true);
    const keepsAsMuch = waiting !== null && measures.every((each) => (waiting.measure(each) === null) === (others.measure(each) === null));
    if (keepsAsMuch) return [others, waiting];
  }
  return null;
}

/** The groups of a rollup that fulfil the filter, of those that wait, of the others, or (null) of both; null: it does not tell. */
function groupsOf(
  plan: ListPlan,
  table: RollupTable,
  question: Question,
  { todos, wait }: { readonly todos: Todos; readonly wait: boolean | null },
): Part | null {
  const { filter, by } = question;
  return kept(() => {
    const { rows, columns } = plan.rolled(table, todos);
    const waits = () => columns.expr(WAITS) as Condition;
    const conditions = [
      ...(filter === null ? [] : [filterSql(filter, columns)]),
      ...(wait === null ? [] : [wait ? waits() : negated(waits())]),
    ];
    const found = conditions.length === 0 ? rows : rows.where(allOf(conditions));
    // Groups that no row is in any more stay, as zeros.
    const there = by.length === 0 ? found : found.having(sql<boolean>`sum(${sql.ref(`${PLAN_ALIAS}.${ROWS}`)}) > 0`);
    const groups: Part = { rows: there, columns, measure: (each) => overGroups(each, table, PLAN_ALIAS, columns) };
    // Whether it is put together by what the rows are to be, and tells of which rows it counts: where it is not, this throws.
    selected(groups, question);
    return groups;
  });
}

/** What other rows decide is summed of the few rows that it is of; null: of which rows it is nobody knows. */
function restOf(plan: ListPlan, question: Question, others: readonly Measured[]): readonly Part[] | null {
  if (others.length === 0) return [];
  const adding = others.flatMap(({ of, field }) => {
    return (of === "sum" && field !== null && plan.columns.adding?.(field)) || [];
  });
  if (adding.length < others.length) return null;
  return scanned(plan, question).map(({ rows }) => ofRows(plan, rows.where(anyOf(adding)), others));
}

/** Whether a row that waits is found wherever it would be found if it did not: the filter asks for what waits, and never for what does not. */
function isMoreByWaiting(filter: Filter): boolean {
  if ("parts" in filter) return filter.parts.every(isMoreByWaiting);
  return filter.field.name !== WAITS || (filter.operator === "eq" && filter.values[0] === true);
}
