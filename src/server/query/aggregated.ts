import { type AliasedRawBuilder, type RawBuilder, sql } from "kysely";
import { WAITS } from "../../shared/protocol/list.ts";
import type { Field } from "../../shared/registry/model.ts";
import { KEEPS_PLAN } from "../db/driver/kept-plan.ts";
import { filterSql } from "./filter-sql.ts";
import { isInParts, type ListPlan, PLAN_ALIAS, type RolledRows } from "./list-plan.ts";
import { isAdditive, type Measured, overGroups, overRows } from "./measured.ts";
import type { Filter } from "./parse-filter.ts";
import { anyOf, type Condition } from "./predicate-sql.ts";
import { ROWS, type RollupTable, rollupTablesOf } from "./rollup-table.ts";
import { type Columns, NOT_KEPT, type Rows } from "./scoped.ts";
import { dayOfInstant, familyOf } from "./sql-type.ts";
import { asksForWaits } from "./waiting.ts";

/** What is asked of the rows of a plan. */
export interface Question {
  readonly filter: Filter | null;
  /** The fields whose values rows are put together by, two at most; none: all of them are one group. */
  readonly by: readonly Field[];
  readonly measures: readonly Measured[];
}

/** What the value that a group has in common is called, and what a measure is. */
export const groupName = (index: number): string => `g${index}`;
export const measureName = (index: number): string => `m${index}`;

/**
 * What the rows come to that a filter finds, as one statement, so that all of it is of one moment: a row for each group in which there are any, with
 * {@link groupName} and {@link measureName}; one row where they are not put together. From the smallest rollup that tells, else from the rows themselves
 * (docs/decisions/126); both say the same to the last digit.
 */
export function aggregated(plan: ListPlan, question: Question): Rows {
  return together(plan, question, rolled(plan, question)?.parts ?? scanned(plan, question));
}

/** The same of some of the rows, from the rows themselves. */
export function aggregatedWithin(plan: ListPlan, question: Question, within: Condition): Rows {
  const parts = scanned(plan, question).map((part) => ({ ...part, rows: part.rows.where(within) }));
  return together(plan, question, parts);
}

function together(plan: ListPlan, question: Question, parts: readonly Part[]): Rows {
  const [first, ...others] = parts.map((part) => selected(part, question));
  if (first === undefined) throw new Error("rows have at least one part");
  const all = others.length === 0 ? first : added(plan, question, first, others);
  // A view of many tables takes PostgreSQL much longer to plan than to read.
  return (plan.entity.view?.parts.length ?? 0) > 1 ? all.withPlugin(KEEPS_PLAN) : all;
}

/** The rollup that tells what is asked; null: the rows are read. */
export function rollupFor(plan: ListPlan, question: Question): RollupTable | null {
  return rolled(plan, question)?.table ?? null;
}

/** What rows have in common that are put together by a field: instants their day in Shanghai; an empty text is nothing. */
function groupedBy(field: Field, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (familyOf(field) === "instant") return dayOfInstant(value);
  return familyOf(field) === "text" ? sql`nullif(${value}, '') collate "C"` : value;
}

/** Rows, or groups of them, that no other part has. */
interface Part {
  readonly rows: Rows;
  readonly columns: Columns;
  /** null: other parts tell it. */
  readonly measure: (measure: Measured) => RawBuilder<unknown> | null;
}

function selected({ rows, columns, measure }: Part, { by, measures }: Question): Rows {
  const values = measures.map((each, index) => (measure(each) ?? sql`0`).as(measureName(index)));
  return groupedRows(
    rows,
    by.map((field) => ({ field, value: columns.expr(field.name) })),
    values,
  );
}

/** Rows put together by what they have in common; `by` are columns with their values there. */
export function groupedRows(
  rows: Rows,
  by: readonly { readonly field: Field; readonly value: RawBuilder<unknown> }[],
  values: readonly AliasedRawBuilder<unknown, string>[],
): Rows {
  const groups = by.map(({ field, value }, index) => groupedBy(field, value).as(groupName(index)));
  return grouped(rows.select([...groups, ...values]), by);
}

/** The first columns that are selected: what is bound in an expression is another value each time it is written. */
const FIRST = [sql`1`, sql`2`] as const;

function grouped(rows: Rows, by: readonly unknown[]): Rows {
  if (by.length > FIRST.length) throw new Error("rows are put together by two columns at most");
  return by.length === 0 ? rows : rows.groupBy(FIRST.slice(0, by.length));
}

function added({ scope }: ListPlan, { by, measures }: Question, first: Rows, others: readonly Rows[]): Rows {
  const parts = others.reduce((all, part) => all.unionAll(part), first);
  const alias = scope.nextAlias();
  const ref = (name: string) => sql.ref(`${alias}.${name}`);
  const groups = by.map((_, index) => ref(groupName(index)).as(groupName(index)));
  const values = measures.map((_, index) => sql`coalesce(sum(${ref(measureName(index))}), 0)`.as(measureName(index)));
  return grouped(scope.over(parts, alias).select([...groups, ...values]), by);
}

/** The rows in the parts that they are found in, and by, best. */
function scanned(plan: ListPlan, { filter, measures }: Question): readonly Part[] {
  const isDivided = asksForWaits(filter) && isInParts(plan) && measures.every(isAdditive);
  return (isDivided ? plan.parts(filter) : [plan.rows(filter)]).map((rows) => ofRows(plan, rows));
}

function ofRows({ columns }: ListPlan, rows: Rows, of: readonly Measured[] | null = null): Part {
  return { rows, columns, measure: (each) => (of === null || of.includes(each) ? overRows(each, columns) : null) };
}

interface Rolled {
  readonly table: RollupTable;
  readonly parts: readonly Part[];
}

function rolled(plan: ListPlan, question: Question): Rolled | null {
  const { filter } = question;
  const tables = tablesFor(plan);
  for (const table of tables) {
    const parts = partsBy(plan, table, question, (rolled) => rolled.columns);
    if (parts !== null) return { table, parts };
  }
  if (filter === null || !asksForWaits(filter) || !isMoreByWaiting(filter)) return null;
  for (const table of tables) {
    const parts = partsBy(plan, table, question, (rolled) => rolled.telling());
    if (parts === null) continue;
    // What waits by something that the rollup does not tell is looked for beyond what it counts: there is little of it.
    const [groups] = parts;
    const kept = question.measures.filter((measure) => groups?.measure(measure) !== null);
    return { table, parts: [...parts, ofRows(plan, plan.rolled(table).besides(filter), kept)] };
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

/** The groups of a rollup that fulfil the filter, and rows that tell what it does not keep; null: it does not tell. */
function partsBy(plan: ListPlan, table: RollupTable, question: Question, known: (rolled: RolledRows) => Columns): readonly Part[] | null {
  try {
    const groups = groupsOf(plan, table, question, known);
    const others = question.measures.filter((measure) => groups.measure(measure) === null);
    // Whether it is put together by what the rows are to be: where it is not, this throws.
    selected(groups, question);
    const rest = restOf(plan, question, others);
    return rest === null ? null : [groups, ...rest];
  } catch (error) {
    if (error === NOT_KEPT) return null;
    throw error;
  }
}

function groupsOf(plan: ListPlan, table: RollupTable, { filter, by }: Question, known: (rolled: RolledRows) => Columns): Part {
  const rolled = plan.rolled(table);
  const { rows, columns } = rolled;
  const found = filter === null ? rows : rows.where(filterSql(filter, known(rolled)));
  // Groups that no row is in any more stay, as zeros.
  const there = by.length === 0 ? found : found.having(sql<boolean>`sum(${sql.ref(`${PLAN_ALIAS}.${ROWS}`)}) > 0`);
  return { rows: there, columns, measure: (each) => overGroups(each, table, PLAN_ALIAS, columns) };
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
