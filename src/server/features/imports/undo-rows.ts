import { sql } from "kysely";
import { cellFromDb, type Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { ABOUT, KEY, ROW_VERSION, SHOP, TASK_STATE } from "../../base/technical.ts";
import { writeEvents } from "../../engine/event-log.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { duplicateOf, type UserWork } from "../../engine/run-work.ts";
import { askGuards, runSaveEffectsOn } from "../../engine/save/finish-save.ts";
import type { Store } from "../../engine/store/store.ts";
import { changesText } from "../../engine/values/changes.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import type { ImportRunRow } from "../../generated/entities.ts";
import { rowsInTheWay, transactionOf } from "./in-the-way.ts";
import { inSavepoint } from "./savepoint.ts";
import { waysBack } from "./ways-back.ts";

/** What taking rows back needs: the store, and as whose work it is done. */
export type UndoAt = Pick<UserWork, "store" | "work">;

/** How far a piece of it has come. */
export interface Undone {
  readonly undone: number;
  /** Rows that keep it from going on, and why; then nothing was undone. */
  readonly inTheWay: readonly string[];
}

/** Rows that are taken back in one transaction. */
export const UNDONE_AT_ONCE = 500;

/** A row as the run has noted it. */
interface Noted {
  readonly seq: string;
  readonly row_id: string;
  readonly action: "created" | "updated";
  readonly before: Readonly<Record<string, string | number | boolean | null>> | null;
}

/** Refuses (422) to undo a run of which anything was changed or is referred to, naming the first of it. */
export async function refuseUndo({ store, work }: UndoAt, run: ImportRunRow): Promise<void> {
  const entity = entityOf(work.registry, run.entity ?? "");
  if ((await leftToUndo(store, run)) === 0) throw new ApiError(CODE.rule, "不能撤销：这次导入的明细已过保存期");
  const told = run.created === 0 ? null : whyKept(entity);
  const inTheWay = told === null ? await rowsInTheWay(store, work.registry, { run: run.Billid ?? "", entity, from: 0 }) : [told];
  if (inTheWay.length > 0) throw new ApiError(CODE.rule, `不能撤销：${inTheWay.join("；")}`);
}

/** Why new rows of the entity stay, whatever is done; null: they can be taken back. What followed from them only a rule of deletion undoes. */
function whyKept({ title, save }: Entity): string | null {
  const hasFollowed = (save.create?.effects ?? []).length > 0;
  return save.delete === null && hasFollowed ? `${title}新增时产生了其他数据，又没有删除规则` : null;
}

/** How many rows of a run are still to be taken back. */
export async function leftToUndo(store: Store, run: ImportRunRow): Promise<number> {
  const { rows } = await sql<{ left: string }>`
    select count(*) as left from _import_row where "SHOP_ID" = ${store.shopId} and run = ${run.Billid}`.execute(transactionOf(store));
  return Number(rows[0]?.left ?? 0);
}

/** Takes back the rows that a run has written last: deletes the new ones, gives the others their former values. All of them, or none. */
export async function undoLatest(at: UndoAt, run: ImportRunRow): Promise<Undone> {
  const { store, work } = at;
  const entity = entityOf(work.registry, run.entity ?? "");
  const noted = await latestOf(store, run);
  const last = noted.at(-1);
  if (last === undefined) return { undone: 0, inTheWay: [] };
  const stored = await store.lock<string>(
    entity,
    noted.map(({ row_id }) => Number(row_id)),
  );
  const inTheWay = await rowsInTheWay(store, work.registry, { run: run.Billid ?? "", entity, from: Number(last.seq) });
  if (inTheWay.length > 0) return { undone: 0, inTheWay };
  const byId = new Map(stored.map((row) => [Number(row[KEY]), row]));
  const of = (action: Noted["action"]) =>
    noted.flatMap((one) => {
      const row = byId.get(Number(one.row_id));
      return one.action === action && row !== undefined ? [{ row, before: one.before }] : [];
    });
  const isAll = () => true;
  try {
    await inSavepoint(transactionOf(store), isAll, async () => {
      await restore(at, entity, of("updated"), run);
      const made = of("created").map(({ row }) => row);
      await removeNew(at, entity, made, run);
    });
  } catch (error) {
    // A guard's refusal, e.g. of a row that was settled meanwhile, or a former value that another row has now.
    const refusal = error instanceof ApiError ? error : duplicateOf(work.registry, error);
    if (refusal === null || refusal.code === CODE.unavailable) throw error;
    return { undone: 0, inTheWay: [refusal.message] };
  }
  await sql`delete from _import_row where "SHOP_ID" = ${store.shopId} and run = ${run.Billid} and seq >= ${last.seq}`.execute(
    transactionOf(store),
  );
  return { undone: noted.length, inTheWay: [] };
}

async function latestOf(store: Store, run: ImportRunRow): Promise<readonly Noted[]> {
  const { rows } = await sql<Noted>`
    select seq, row_id, action, before from _import_row
    where "SHOP_ID" = ${store.shopId} and run = ${run.Billid} order by seq desc limit ${UNDONE_AT_ONCE}`.execute(transactionOf(store));
  return rows;
}

/** Gives changed rows what they held before, with what follows from a change of them. */
async function restore(
  { store, work }: UndoAt,
  entity: Entity,
  changed: readonly { readonly row: Row; readonly before: Noted["before"] }[],
  run: ImportRunRow,
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ row, before }) => {
    const former = formerCells(before).map(([name, value]) => [name, cellFromDb(entityField(entity, name), value)] as const);
    return { was: row, row: { ...row, ...Object.fromEntries(former) } };
  });
  const rule = entity.save.edit;
  if (rule !== null) for (const { was } of rows) await askGuards({ store, work }, entity, rule, was);
  const fields = [...new Set(changed.flatMap(({ before }) => formerCells(before).map(([name]) => name)))];
  await store.updateEach<string>(
    entity,
    fields,
    rows.map(({ row }) => row),
  );
  const left = rule === null ? rows.map(({ row }) => row) : await runSaveEffectsOn({ store, work }, entity, rule.effects, rows);
  const events = rows.map(({ row, was }, n) => ({
    row: left[n] ?? row,
    action: "edit",
    from: null,
    to: null,
    reason: changesText(work.registry, entity, was, row, [], reasonOf(run)),
  }));
  await writeEvents(store, work, entity, events);
  await leaveToEarlier(store, entity, changed);
}

function formerCells(before: Noted["before"]) {
  return Object.entries(before ?? {}).filter(([name]) => name !== ROW_VERSION);
}

/** The run that left these rows as they are now again can be undone in its turn: it is told their version. */
async function leaveToEarlier(
  store: Store,
  entity: Entity,
  changed: readonly { readonly row: Row; readonly before: Noted["before"] }[],
): Promise<void> {
  const versions = changed.flatMap(({ row, before }) =>
    before?.[ROW_VERSION] === undefined ? [] : [{ id: row[KEY], former: before[ROW_VERSION] }],
  );
  if (versions.length === 0) return;
  await sql`
    update _import_row n set rowver = coalesce(t.rowver, 0)
    from json_to_recordset(${JSON.stringify(versions)}::json) as v (id bigint, former integer), ${sql.id(entity.table)} t
    where n."SHOP_ID" = ${store.shopId} and n.entity = ${entity.name} and n.row_id = v.id and n.rowver = v.former
      and t.${sql.id(KEY)} = v.id and t.${sql.id(SHOP)} = n."SHOP_ID"`.execute(transactionOf(store));
}

/** Deletes new rows with their lines; what was run on them at once is taken back before. */
async function removeNew({ store, work }: UndoAt, entity: Entity, rows: readonly Row[], run: ImportRunRow): Promise<void> {
  const rule = entity.save.delete;
  if (rows.length === 0) return;
  const back = waysBack(entity);
  const left: Row[] = [];
  for (const row of rows) {
    let now = row;
    for (const { done, undo } of back)
      if ((now[done.field] ?? null) === done.to)
        for (const transition of undo ?? [])
          now = await runTransition(store, { ...work, entity, transition, id: Number(row[KEY]), reason: reasonOf(run) });
    if (rule !== null) await askGuards({ store, work }, entity, rule, now);
    left.push(now);
  }
  await runSaveEffectsOn(
    { store, work },
    entity,
    rule?.effects ?? [],
    left.map((row) => ({ row, was: null })),
  );
  for (const name of entity.lines) {
    const lines = entityOf<string>(work.registry, name);
    const { head } = lines;
    if (head !== null)
      await store.removeIn(
        lines,
        head.field,
        left.map((row) => row[head.key] ?? null),
      );
  }
  const ids = left.map((row) => Number(row[KEY]));
  await store.removeIn<string>(entityOf<string>(work.registry, TASK_STATE), ABOUT.row, ids.map(String), { [ABOUT.entity]: entity.name });
  await store.removeIn<string>(entity, KEY, ids);
  const events = left.map((row) => ({ row, action: "delete", from: null, to: null, reason: reasonOf(run) }));
  await writeEvents(store, work, entity, events);
}

const reasonOf = ({ Billid }: ImportRunRow): string => `撤销导入 ${Billid}`;
