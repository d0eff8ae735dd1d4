import { sql } from "kysely";
import { cellToWire } from "../../../../shared/domain/cell.ts";
import type { WireValue } from "../../../../shared/protocol/list.ts";
import type { Entity, Field, Lines, Module, Registry } from "../../../../shared/registry/model.ts";
import { readableBy, readableOfLines } from "../../../../shared/registry/rights/readable.ts";
import { oneByOne } from "../../../base/one-by-one.ts";
import { KEY } from "../../../base/technical.ts";
import type { Viewer } from "../../../base/viewer.ts";
import { entityOf } from "../../../engine/values/names.ts";
import { isInSql } from "../../../query/computed-kinds.ts";
import type { QueryContext } from "../../../query/context.ts";
import { type ListPlan, listPlan } from "../../../query/list-plan.ts";
import { inLineOrder, readCells, selectFields } from "../../../query/read-cells.ts";

/** A table of lines of a document as programs are told it. */
export interface ToldLines {
  /** Of the document: `lines`, of a further table its entity's name. */
  readonly property: string;
  readonly entity: Entity;
  readonly head: NonNullable<Entity["head"]>;
  readonly fields: readonly Field[];
}

/** What programs are told of a page's rows: what the page names for their side, as far as the rows themselves say it. */
export interface Told {
  readonly fields: readonly Field[];
  readonly tables: readonly ToldLines[];
}

/** A row as programs are told it: field to value, with its lines. */
export type ToldRow = Readonly<Record<string, WireValue | readonly Readonly<Record<string, WireValue>>[]>>;

/** The property that holds the lines of a document. */
export const LINES = "lines";

export function toldOf(registry: Registry, viewer: Viewer, module: Module): Told {
  const entity = entityOf<string>(registry, module.entity);
  const readable = readableBy(viewer, module, entity);
  const fields = [...readable.fields.values()].filter(isTold);
  const tables = linesFirst(module, entity).flatMap((lines, index): ToldLines[] => {
    const of = entityOf<string>(registry, lines.entity);
    const columns = readableOfLines(lines.columns, readable).flatMap(({ field }) => of.fields[field] ?? []);
    return of.head === null ? [] : [{ property: index === 0 ? LINES : of.name, entity: of, head: of.head, fields: columns.filter(isTold) }];
  });
  return { fields, tables };
}

/** Those that come in with the document come first. */
function linesFirst({ lines }: Module, { import: taken }: Entity): Lines[] {
  const isTaken = ({ entity }: Lines) => entity === taken?.lines?.entity;
  return [...lines.filter(isTaken), ...lines.filter((table) => !isTaken(table))];
}

/** Counters of unread marks are somebody's, not the row's. */
function isTold(field: Field): boolean {
  return field.name !== KEY && isInSql(field) && field.computed?.kind !== "unread";
}

/** So many lines at once, of all documents together. */
const MOST_LINES = 20_000;

/**
 * These rows of a page, by id, as programs are told them; of ids that the viewer may not see none. Where their lines would be more than are
 * good at once, only the first ids are read, at least one: `read` says how many of them.
 */
export async function readTold(
  ctx: QueryContext,
  module: Module,
  ids: readonly number[],
): Promise<{ readonly read: number; readonly rows: ReadonlyMap<number, ToldRow> }> {
  const plan = listPlan(ctx, module);
  const told = toldOf(ctx.registry, ctx.viewer, module);
  const heads = told.tables.map(({ head }) => head.key);
  const fields = [...new Set([...told.fields.map(({ name }) => name), ...heads, KEY])].flatMap((name) => plan.entity.fields[name] ?? []);
  const key = sql.ref(`t.${KEY}`);
  const answers = await selectFields(plan.rows().where(sql<boolean>`${key} = any(${ids}::bigint[])`), fields, plan.columns).execute();
  const found = new Map(answers.map((answer) => [Number(answer[KEY]), readCells(answer, fields)]));
  const counts = await oneByOne(told.tables, (table) => {
    const names = [...found.values()].map((cells) => String(cells[table.head.key] ?? ""));
    return countLines(plan, table, names);
  });
  const linesOf = (id: number) => {
    const cells = found.get(id);
    return cells === undefined
      ? 0
      : told.tables.reduce((sum, { head }, n) => sum + (counts[n]?.get(String(cells[head.key] ?? "")) ?? 0), 0);
  };
  const read = fitting(ids.map(linesOf));
  const shown = ids.slice(0, read).filter((id) => found.has(id));
  const lines = await oneByOne(told.tables, (table) => {
    const names = shown.map((id) => String(found.get(id)?.[table.head.key] ?? ""));
    return readLines(plan, table, names);
  });
  const rows = shown.map((id): [number, ToldRow] => {
    const cells = found.get(id) ?? {};
    const own = told.fields.map((field) => [field.name, cellToWire(field, cells[field.name] ?? null)] as const);
    const tablesOfRow = told.tables.map(({ property, head }, n) => [property, lines[n]?.get(String(cells[head.key] ?? "")) ?? []] as const);
    return [id, Object.fromEntries<ToldRow[string]>([...own, ...tablesOfRow])];
  });
  return { read, rows: new Map(rows) };
}

/** How many of the first come to no more lines than are good at once; at least one. */
function fitting(counts: readonly number[]): number {
  let sum = 0;
  const over = counts.findIndex((count) => {
    sum += count;
    return sum > MOST_LINES;
  });
  return over === -1 ? counts.length : Math.max(1, over);
}

const LINE = "t";

/** Lines by what they call their head. */
const linesNamed = ({ scope }: ListPlan, { entity, head }: ToldLines, names: readonly string[]) => {
  const columns = scope.columns(entity, LINE);
  // Whatever type it is of: the database reads the names as values of it.
  const rows = scope.rows(entity, LINE).where(sql<boolean>`${columns.expr(head.field)} = any(${names.filter(Boolean)})`);
  return { columns, named: sql<string>`${columns.expr(head.field)}::text`, rows };
};

async function countLines(plan: ListPlan, table: ToldLines, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { named, rows } = linesNamed(plan, table, names);
  const counted = await rows
    .select([named.as("head"), sql`count(*)`.as("count")])
    .groupBy(named)
    .execute();
  return new Map(counted.map(({ head, count }) => [String(head), Number(count)]));
}

async function readLines(
  plan: ListPlan,
  table: ToldLines,
  names: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, WireValue>>[]>> {
  const { columns, named, rows } = linesNamed(plan, table, names);
  const answers = await selectFields(inLineOrder(rows, table.entity, columns), table.fields, columns)
    .select(named.as("_head"))
    .execute();
  const lines = new Map<string, Readonly<Record<string, WireValue>>[]>();
  for (const answer of answers) {
    const cells = readCells(answer, table.fields);
    const line = Object.fromEntries(table.fields.map((field) => [field.name, cellToWire(field, cells[field.name] ?? null)]));
    const head = String(answer._head);
    lines.set(head, [...(lines.get(head) ?? []), line]);
  }
  return lines;
}
