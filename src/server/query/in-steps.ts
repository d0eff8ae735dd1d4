import { sql } from "kysely";
import type { Steps } from "../db/driver/steps.ts";
import { aggregated, aggregatedWithin, rollupFor } from "./aggregated.ts";
import type { ListPlan } from "./list-plan.ts";
import { inParts, type Measured, ofParts } from "./measured.ts";
import { groupedRows, groupName, measureName, type Question } from "./parts.ts";
import type { Condition } from "./predicate-sql.ts";
import type { Rows } from "./scoped.ts";
import { familyOf, JSON_COLUMN, type SqlType, sqlTypeOf } from "./sql-type.ts";
import { hasWindows } from "./window-rows.ts";

/** A table that never had more rows is read at once. */
const FEW = 20_000;
/** What the engine takes for more work than this lasts longer than others should wait: some 20 ms. */
const COSTLY = 1000;
/** How long a step should take, in ms: a small list asks three or four statements, and may wait for a step before each. */
const STEP_MS = 20;
/** Rows of the first step; each step tells how many the next one may have. */
const FIRST = 5000;
const LEAST = 1000;
const MOST_FASTER = 4;
/** More groups than this are put together by the database at once. */
const MOST_GROUPS = 20_000;
/** Rows that change meanwhile are read anew so many times; then all at once. */
const TRIES = 2;

/**
 * As {@link aggregated}. In an engine whose one connection everybody waits for, what would take long is read in steps, and the statement that comes back
 * adds them up: of one moment, or it is the statement that reads all at once (docs/decisions/134).
 */
export async function aggregatedInSteps(plan: ListPlan, question: Question): Promise<Rows> {
  const whole = aggregated(plan, question);
  const { steps } = plan.scope;
  if (steps === null || !isDivisible(plan) || rollupFor(plan, question) !== null) return whole;
  const statement = whole.compile();
  const tables = Object.values(plan.scope.entities).flatMap(({ view, table }) => {
    return view === null && statement.sql.includes(`"${table}"`) ? [table] : [];
  });
  if ((await steps.last(tables)) <= FEW || (await steps.cost(statement)) <= COSTLY) return whole;
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await steps.state(tables);
    const parts = await partsUpTo(before.last, plan, question, steps);
    if (parts === null) return whole;
    if ((await steps.state(tables)).changes === before.changes) return added(plan, question, parts);
  }
  return whole;
}

type Part = Readonly<Record<string, unknown>>;

/** Rows are told apart by a number that an index finds them by, and each is looked at by itself. */
function isDivisible({ key, entity }: ListPlan): boolean {
  const isOfOneTable = entity.view === null || (entity.view.parts.length === 1 && entity.view.groupBy.length === 0);
  return key !== null && isOfOneTable && !hasWindows(entity);
}

/** What steps of the rows come to; null: there are too many groups. */
async function partsUpTo(last: number, plan: ListPlan, question: Question, steps: Steps): Promise<readonly Part[] | null> {
  const divided = { ...question, measures: question.measures.flatMap(inParts) };
  const parts: Part[] = [];
  let width = FIRST;
  for (let from = 0; from < last; ) {
    const to = from + width;
    const { rows, ms } = await steps.run(aggregatedWithin(plan, divided, between(plan, from, to < last ? to : null)).compile());
    parts.push(...rows);
    if (parts.length > MOST_GROUPS) return null;
    from = to;
    width = Math.max(LEAST, Math.round(width * Math.min(MOST_FASTER, STEP_MS / Math.max(ms, 1))));
  }
  return parts;
}

/** The first step has no lower end, and the last one no upper end: no row is in none. */
function between({ key }: ListPlan, from: number, to: number | null): Condition {
  if (to === null) return sql`${key} > ${from}`;
  return from === 0 ? sql`${key} <= ${to}` : sql`${key} > ${from} and ${key} <= ${to}`;
}

const PARTS = "p";

/** One statement that puts parts together as {@link aggregated} does rows. */
function added({ scope, columns }: ListPlan, question: Question, parts: readonly Part[]): Rows {
  const { by, measures } = question;
  const typeOfMeasure = ({ of, field }: Measured): SqlType | "numeric" => {
    const own = field === null ? undefined : columns.fields[field];
    return of === "max" && own !== undefined ? sqlTypeOf(own) : "numeric";
  };
  // Of instants it is their days that rows have in common.
  const fields = by.map((field) => (familyOf(field) === "instant" ? { ...field, type: "date" as const } : field));
  const groups = fields.map((field, index) => JSON_COLUMN[sqlTypeOf(field)](sql.id(groupName(index))));
  const divided = measures.flatMap(inParts);
  const told = divided.map((measure, index) => {
    const [name, type] = [sql.id(measureName(index)), typeOfMeasure(measure)];
    return type === "numeric" ? sql`${name} numeric` : JSON_COLUMN[type](name);
  });
  const rows = scope.told(parts, PARTS, [...groups, ...told]);
  let at = 0;
  const values = measures.map((measure, index) => {
    const own = inParts(measure).map(() => sql.ref(`${PARTS}.${measureName(at++)}`));
    return ofParts(measure, own, columns).as(measureName(index));
  });
  return groupedRows(
    rows,
    fields.map((field, index) => ({ field, value: sql.ref(`${PARTS}.${groupName(index)}`) })),
    values,
  );
}
