import { sql } from "kysely";
import { cellToDb, type Row } from "../../../shared/domain/cell.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { KEY, ROW_VERSION } from "../../base/technical.ts";
import type { UserWork } from "../run-work.ts";
import type { Kept } from "../save/keep-drafts.ts";
import { changedCells } from "../values/changes.ts";

/** A row as it was left. */
export type Left = Pick<Kept, "draft" | "row" | "rowver">;

/**
 * Notes rows that were written in `_import_row`, in the order in which that was done, so that the run can be undone as a whole: which row,
 * whether it was made or changed, its version since then, and of a changed one what its changed cells and its version were before, as the
 * database has it. Of an entity that counts no versions it is noted what the columns of an import held then.
 */
export async function noteRows({ ctx, store }: Pick<UserWork, "ctx" | "store">, run: string, written: readonly Left[]): Promise<void> {
  const [first] = written;
  if (first === undefined) return;
  const { entity } = first.draft.page;
  const isMade = first.draft.before === null;
  const isCounted = entity.fields[ROW_VERSION] !== undefined;
  const rows = written.map(({ draft: { before, head }, row, rowver }) => ({
    row_id: Number(row[KEY]),
    rowver,
    ...(before !== null && { before: formerOf(entity, before, head) }),
    ...(!isCounted && { after: cellsOf(row, entity.import?.columns ?? []) }),
  }));
  await sql`
    insert into _import_row ("SHOP_ID", run, entity, action, row_id, rowver, before, after)
    select ${store.shopId}, ${run}, ${entity.name}, ${isMade ? "created" : "updated"}, v.* from json_to_recordset(${JSON.stringify(rows)}::json)
      as v (row_id bigint, rowver integer, before jsonb, after jsonb)`.execute(ctx.db);
}

function formerOf(entity: Entity, before: Row, head: Row) {
  const version = entity.fields[ROW_VERSION] ? [ROW_VERSION] : [];
  return cellsOf(before, [...Object.keys(changedCells(entity, before, head)), ...version]);
}

function cellsOf(row: Row, names: readonly string[]): Readonly<Record<string, string | number | boolean | null>> {
  return Object.fromEntries(names.map((name) => [name, cellToDb(row[name] ?? null)]));
}
