import { sql } from "kysely";
import { KEEPS_PLAN } from "../db/driver/kept-plan.ts";
import type { ListPlan } from "./list-plan.ts";
import { grouped, groupName, measureName, type Part, type Question, scanned, selected } from "./parts.ts";
import type { Condition } from "./predicate-sql.ts";
import { rolled } from "./rolled.ts";
import type { RollupTable } from "./rollup-table.ts";
import type { Rows } from "./scoped.ts";

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

function added({ scope }: ListPlan, { by, measures }: Question, first: Rows, others: readonly Rows[]): Rows {
  const parts = others.reduce((all, part) => all.unionAll(part), first);
  const alias = scope.nextAlias();
  const ref = (name: string) => sql.ref(`${alias}.${name}`);
  const groups = by.map((_, index) => ref(groupName(index)).as(groupName(index)));
  const values = measures.map((_, index) => sql`coalesce(sum(${ref(measureName(index))}), 0)`.as(measureName(index)));
  return grouped(scope.over(parts, alias).select([...groups, ...values]), by);
}
