import { type RawBuilder, sql } from "kysely";
import { cellToDb } from "../../../shared/domain/cell.ts";
import type { Entity, Field, Registry } from "../../../shared/registry/model.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { KEY, SHOP } from "../../base/technical.ts";
import { referencesTo } from "../../engine/save/write-draft.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { sqlTypeOf } from "../../query/sql-type.ts";
import { waysBack } from "./ways-back.ts";

/** The rows of a run from a place in it on, by the order in which they were written. */
export interface NotedPart {
  readonly run: string;
  readonly entity: Entity;
  /** The first of them. */
  readonly from: number;
}

const MOST_NAMED = 5;

/**
 * Names the first rows of a run that keep it from being undone, and why: they were changed since, have gone through what nothing leads back
 * from, or something refers to them. One statement for each reason, whatever the number of rows.
 */
export async function rowsInTheWay(store: Store, registry: Registry, part: NotedPart): Promise<string[]> {
  const { entity } = part;
  const found = await changedRows(store, part);
  if (carriersOf(registry.entities)?.user.entity === entity.name)
    found.push(...(await rowsWhere(store, part, sql`n.action = 'created' and t.lastlogin is not null`, "已登录过")));
  for (const { done, undo } of waysBack(entity)) {
    const isDone = sql`n.action = 'created' and t.${sql.id(done.field)} = ${cellToDb(done.to)}`;
    if (undo === null) found.push(...(await rowsWhere(store, part, isDone, `已${done.title}，没有相反的操作`)));
  }
  for (const { from, field, key } of referencesTo(registry, entity)) {
    if (found.length >= MOST_NAMED) break;
    const named = sql`exists (select 1 from ${sql.id(from.table)} f where f.${sql.id(SHOP)} = t.${sql.id(SHOP)}
      and f.${sql.id(field.name)} = ${asText(entity, key, sql`t.${sql.id(key)}`)} ${from.name === entity.name ? notOfRun(part) : sql``})`;
    found.push(...(await rowsWhere(store, part, sql`n.action = 'created' and ${named}`, `已被${from.title}引用`)));
  }
  for (const name of entity.lines) {
    const lines = entityOf(registry, name);
    if (lines.head === null) continue;
    const { head } = lines;
    for (const { from, field, key } of referencesTo(registry, lines)) {
      if (found.length >= MOST_NAMED) break;
      const named = sql`exists (select 1 from ${sql.id(lines.table)} l join ${sql.id(from.table)} f
        on f.${sql.id(SHOP)} = l.${sql.id(SHOP)} and f.${sql.id(field.name)} = ${asText(lines, key, sql`l.${sql.id(key)}`)}
        where l.${sql.id(SHOP)} = t.${sql.id(SHOP)} and l.${sql.id(head.field)} = t.${sql.id(head.key)})`;
      found.push(...(await rowsWhere(store, part, sql`n.action = 'created' and ${named}`, `的${lines.title}已被${from.title}引用`)));
    }
  }
  return found.slice(0, MOST_NAMED);
}

/** Rows that are another than the run has left them. Those that are gone are in nobody's way. */
function changedRows(store: Store, part: NotedPart): Promise<string[]> {
  const { entity } = part;
  const isChanged = entity.fields.rowver
    ? sql`coalesce(t.rowver, 0) <> n.rowver`
    : sql`to_jsonb(jsonb_populate_record(t, n.after)) <> to_jsonb(t)`;
  return rowsWhere(store, part, isChanged, "导入后已被修改");
}

async function rowsWhere(store: Store, { run, entity, from }: NotedPart, condition: RawBuilder<unknown>, why: string): Promise<string[]> {
  const label = entity.fields[entity.number?.field ?? entity.label ?? KEY]?.name ?? KEY;
  const named = [...new Set([...(entity.import?.key ?? []), label])].map((name) => sql`t.${sql.id(name)}::text`);
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', ${sql.join(named)}) as name
    from _import_row n join ${sql.id(entity.table)} t on t.${sql.id(KEY)} = n.row_id and t.${sql.id(SHOP)} = n."SHOP_ID"
    where n."SHOP_ID" = ${store.shopId} and n.run = ${run} and n.entity = ${entity.name} and n.seq >= ${from} and ${condition}
    order by n.seq limit ${MOST_NAMED}`.execute(transactionOf(store));
  return rows.map(({ name }) => `${entity.title} ${name} ${why}`);
}

/** Rows of the same run go with it. */
function notOfRun({ run, entity }: NotedPart): RawBuilder<unknown> {
  return sql`and not exists (select 1 from _import_row m
    where m."SHOP_ID" = f.${sql.id(SHOP)} and m.run = ${run} and m.entity = ${entity.name} and m.row_id = f.${sql.id(KEY)} and m.action = 'created')`;
}

/** A ref is text, also where it names a row by its Id. */
function asText(entity: Entity, key: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const field: Field | undefined = entity.fields[key];
  return field === undefined || sqlTypeOf(field) !== "text" ? sql`${column}::text` : column;
}

export function transactionOf({ trx }: Store) {
  if (trx === null) throw new Error("an import is undone in a database");
  return trx;
}
