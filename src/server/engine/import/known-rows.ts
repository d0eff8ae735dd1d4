import { type RawBuilder, sql } from "kysely";
import { type Cell, cellToDb, type Row } from "../../../shared/domain/cell.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { KEY } from "../../base/technical.ts";
import { type ListPlan, listPlan } from "../../query/list-plan.ts";
import { CAST_LIST, sqlTypeOf } from "../../query/sql-type.ts";
import type { UserWork } from "../run-work.ts";
import type { SavePage } from "../save/draft.ts";

/** Cells of a key as one text; an empty one is told from an empty text. */
export function keyText(key: readonly string[], row: Row): string {
  return JSON.stringify(key.map((name) => textOf(row[name] ?? null)));
}

const textOf = (cell: Cell): string | null => (cell === null ? null : String(cell));

/**
 * The rows of the page that have one of these keys, by the text of the key, locked. Found by what the viewer sees on the page alone:
 * another shop's or supplier's row, or one that the page does not show, is never found by its key.
 */
export async function findKnown(
  at: UserWork,
  { module, entity }: Pick<SavePage, "module" | "entity">,
  key: readonly string[],
  wanted: readonly Row[],
): Promise<ReadonlyMap<string, Row>> {
  const plan = listPlan(at.ctx, module);
  if (wanted.length === 0 || plan.key === null) return new Map();
  const ids: number[] = [];
  for (const some of byPattern(key, wanted)) {
    const rows = plan.rows().where(isOneOf(plan, key, some));
    const found = await rows.select(plan.key.as(KEY)).execute();
    ids.push(...found.map((answer) => Number(answer[KEY])));
  }
  const locked = ids.length === 0 ? [] : await at.store.lock<string>(entity, ids);
  return new Map(locked.map((row) => [keyText(key, row), row]));
}

/** Keys that are empty in the same places: what is empty is asked for otherwise. */
function byPattern(key: readonly string[], rows: readonly Row[]): readonly (readonly Row[])[] {
  const patterns = new Map<string, Row[]>();
  for (const row of rows) {
    const pattern = key.map((name) => (row[name] ?? null) === null).join();
    const own = patterns.get(pattern) ?? [];
    patterns.set(pattern, own);
    own.push(row);
  }
  return [...patterns.values()];
}

/** The values stand in one list for each part: the text of the statement is the same however many there are. */
function isOneOf({ columns, entity }: ListPlan, key: readonly string[], rows: readonly Row[]): RawBuilder<boolean> {
  const [first] = rows;
  const isEmpty = (name: string) => (first?.[name] ?? null) === null;
  const empty = key.filter(isEmpty).map((name) => sql`${columns.expr(name)} is null`);
  const set = key.filter((name) => !isEmpty(name));
  if (set.length === 0) return sql<boolean>`(${sql.join(empty, sql` and `)})`;
  const left = sql.join(set.map((name) => columns.expr(name)));
  const lists = sql.join(set.map((name) => listOf(entity, name, rows)));
  return sql<boolean>`(${sql.join([...empty, sql`(${left}) in (select * from unnest(${lists}))`], sql` and `)})`;
}

function listOf(entity: Entity, name: string, rows: readonly Row[]): RawBuilder<unknown> {
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}: the registry must have refused it`);
  const values = rows.map((row) => cellToDb(row[name] ?? null));
  return CAST_LIST[sqlTypeOf(field)](sql.val(values));
}
