import { sql } from "kysely";
import { wireFromDb } from "../../shared/domain/cell.ts";
import type { Entity, Field, Registry } from "../../shared/registry/model.ts";
import { KEY, SHOP } from "../base/technical.ts";
import type { Db } from "../db/connect.ts";
import { lastRecords, sealedEntities, sealedValues } from "./sealed-rows.ts";

const MOST_FOUND = 1000;

/** A row that is not as the program left it: changed, added or deleted by somebody who wrote into the table. */
export interface RowProblem {
  readonly shopId: string;
  readonly entity: string;
  readonly id: number;
  /** What the row is told by: the first of its entity's sealed fields. */
  readonly label: string;
  readonly what: "changed" | "added" | "deleted";
  /** Of a change: the field, what the program wrote into it last, and what stands there; empty text: nothing. */
  readonly field?: string;
  readonly was?: string;
  readonly is?: string;
}

/**
 * Compares the sealed fields of all rows with what the program last wrote into them (docs/decisions/95). That the records themselves are
 * as they were written, `verifyAudit` finds out.
 *
 * @param db a read-only transaction, so that rows and records are of one moment
 * @param shop its rows alone; left out: those of all shops
 * @returns what differs, by entity, shop and row; at most a thousand of an entity
 */
export async function verifyRows(db: Db, registry: Registry, shop?: string): Promise<RowProblem[]> {
  const found: RowProblem[] = [];
  for (const entity of sealedEntities(registry)) found.push(...(await compareRows(db, entity, shop)));
  return found;
}

interface Difference {
  readonly shop: string;
  readonly id: string;
  readonly label: string | null;
  readonly what: RowProblem["what"];
  readonly field: string | null;
  readonly was: string | null;
  readonly is: string | null;
}

/** {@link verifyRows} of one entity. */
export async function compareRows(db: Db, entity: Entity, shop?: string): Promise<RowProblem[]> {
  const [label = KEY] = entity.sealed;
  const { rows } = await sql<Difference>`
    select shop, id, coalesce(k ->> ${label}, t ->> ${label}) as label,
      case when k is null then 'added' when t is null then 'deleted' else 'changed' end as what, field, k ->> field as was, t ->> field as is
    from (
      select coalesce(n.shop, k.${sql.id(SHOP)}) as shop, coalesce(n.id, k."row") as id, n."values" as t, k."values" as k
      from (select t.${sql.id(SHOP)} as shop, t.${sql.id(KEY)} as id, ${sealedValues(entity, entity.sealed, "t")} as "values" from ${sql.id(entity.table)} t) n
      full join (select * from ${lastRecords(entity)} last where kind <> 'delete') k on k.${sql.id(SHOP)} = n.shop and k."row" = n.id
    ) both_sides
    left join lateral (
      select key as field from jsonb_each(t) where k is not null and k -> key is distinct from value
    ) differing on true
    where (t is null or k is null or field is not null) and ${shop === undefined ? sql`true` : sql`shop = ${shop}`}
    order by shop, id, field limit ${MOST_FOUND}`.execute(db);
  return rows.map(({ shop, id, label: of, what, field, was, is }) => ({
    shopId: shop,
    entity: entity.name,
    id: Number(id),
    label: of ?? "",
    what,
    ...(field === null ? {} : { field, was: textOf(entity.fields[field], was), is: textOf(entity.fields[field], is) }),
  }));
}

/** A value as people know it: amounts with their decimals. A code stays a code. */
function textOf(field: Field | undefined, text: string | null): string {
  if (text === null || !field) return "";
  const stored = field.type === "bool" ? text === "true" : text;
  return String(wireFromDb(field, stored) ?? "");
}
