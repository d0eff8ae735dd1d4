import { type RawBuilder, sql } from "kysely";
import { remembered } from "../../shared/domain/remembered.ts";
import { WAITS } from "../../shared/protocol/list.ts";
import type { Field } from "../../shared/registry/model.ts";
import type { Readable } from "../../shared/registry/rights/readable.ts";
import { filterSql } from "./filter-sql.ts";
import { type MeantTodo, meantTodos, type PageOfViewer } from "./meant-todos.ts";
import type { Filter, FilterTest } from "./parse-filter.ts";
import { anyOf } from "./predicate-sql.ts";
import { type Columns, kept } from "./scoped.ts";

/*
 * What waits for the viewer, as if it were a field of the page's rows: true where one of his to-dos counts the row (docs/decisions/114).
 * So a list may begin with it, and have it whatever its age, in the words of filters and sorts that everything else is asked in.
 */

/** The columns of a page's rows, with what waits for the viewer among them. */
export function withWaits(page: PageOfViewer, columns: Columns): Columns {
  return waitingBy(() => meantTodos(page), columns);
}

/** Columns in which those rows wait that some to-dos mean. */
export function waitingBy(todos: () => readonly MeantTodo[], columns: Columns): Columns {
  let made: RawBuilder<unknown> | undefined;
  return {
    ...columns,
    fields: fieldsWithWaits(columns.fields),
    expr: (name) => {
      if (name !== WAITS) return columns.expr(name);
      made ??= anyOf(todos().map(({ filter }) => filterSql(filter, columns)));
      return made;
    },
  };
}

/** The viewer's to-dos that groups of the rows tell of, which have these columns, and the others. */
export function todosToldBy(page: PageOfViewer, groups: Columns): readonly [told: readonly MeantTodo[], others: readonly MeantTodo[]] {
  const todos = meantTodos(page);
  const told = todos.filter(({ filter }) => kept(() => filterSql(filter, groups)) !== null);
  return [told, todos.filter((todo) => !told.includes(todo))];
}

const fieldsWithWaits = remembered((fields: Columns["fields"]): Columns["fields"] => ({
  ...fields,
  [WAITS]: waitsField(Object.values(fields)),
}));

/** What a filter asks of rows of which it is known whether they wait. */
export function ofWaiting(filter: Filter, waits: boolean): Filter {
  if (!("parts" in filter)) return filter.field.name !== WAITS ? filter : holds(filter, waits) ? ALL : NONE;
  const [neutral, decisive] = filter.operator === "and" ? [ALL, NONE] : [NONE, ALL];
  const parts = filter.parts.map((part) => ofWaiting(part, waits)).filter((part) => part !== neutral);
  if (parts.includes(decisive)) return decisive;
  return parts.length === 0 ? neutral : { ...filter, parts };
}

const ALL: Filter = { operator: "and", parts: [] };
const NONE: Filter = { operator: "or", parts: [] };

/** Whether a test of a truth value is met. */
function holds({ operator, values }: FilterTest, value: boolean): boolean {
  if (operator === "null" || operator === "nnull") return operator === "nnull";
  const isAmong = values.includes(value);
  return operator === "ne" || operator === "nin" ? !isAmong : isAmong;
}

/** Whether a filter asks for it. */
export function asksForWaits(filter: Filter | null): boolean {
  if (filter === null) return false;
  return "parts" in filter ? filter.parts.some(asksForWaits) : filter.field.name === WAITS;
}

/** It as something to sort by: what a condition leaves open is not waited for. */
export const waitsOrder = ({ expr }: Columns): RawBuilder<unknown> => sql`(${expr(WAITS)}) is true`;

/** What the viewer may read of a page, with what waits for him, which he may ask for and no answer holds. */
export function withWaitsReadable(readable: Readable): Readable {
  return { ...readable, find: (name) => (name === WAITS ? waitsField(readable.fields.values()) : readable.find(name)) };
}

/** A truth value that is stored nowhere. What a field says besides, it says as the first one of its row. */
function waitsField(fields: Iterable<Field>): Field {
  const [some] = fields;
  if (some === undefined) throw new Error("an entity without fields: the registry must have refused it");
  const plain = { isIdentity: false, isState: false, computed: null, derived: null, ref: null, check: null, values: [] } as const;
  return { ...some, ...plain, name: WAITS, title: "待处理", type: "bool" };
}
