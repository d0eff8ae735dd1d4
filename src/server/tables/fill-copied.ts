import { sql } from "kysely";
import type { Entity, Field } from "../../shared/registry/model.ts";
import { SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import type { SchemaSource } from "./list-indexes.ts";
import type { SchemaDiff } from "./sync-schema-diff.ts";
import { storedFields } from "./tables-of.ts";

/** A new column, and where its values are copied from. */
interface Copied {
  readonly entity: Entity;
  readonly field: Field;
  readonly via: Field;
  readonly from: Entity;
  readonly source: Field;
}

/**
 * Fills columns that come to tables with rows where their fields are copied (`derived`): each row gets what it would have copied if it
 * were saved now, so that from this day on it keeps it (docs/decisions/98). What is copied from another such column comes after it.
 */
export async function fillCopied(trx: Db, registry: SchemaSource, columns: SchemaDiff["columns"]): Promise<void> {
  let open = columns.flatMap(({ table, column }) => copiedOf(registry, table, column.name) ?? []);
  while (open.length > 0) {
    const ready = open.filter(({ from, source }) => !open.some(({ entity, field }) => entity === from && field === source));
    // A circle is filled as it stands.
    const next = ready.length > 0 ? ready : open;
    for (const copied of next) await fill(trx, copied);
    open = open.filter((copied) => !next.includes(copied));
  }
}

function copiedOf({ entities }: SchemaSource, table: string, column: string): Copied | null {
  const entity = Object.values(entities).find((each) => each.view === null && each.table === table);
  const field = entity?.fields[column];
  if (entity === undefined || field?.derived?.kind !== "copy") return null;
  const via = entity.fields[field.derived.via];
  const from = via?.ref ? entities[via.ref.entity] : undefined;
  const source = from?.fields[field.derived.field];
  if (!via || !from || !source || from.view !== null || !storedFields(from).includes(source) || source.type !== field.type) return null;
  return { entity, field, via, from, source };
}

async function fill(trx: Db, { entity, field, via, from, source }: Copied): Promise<void> {
  const ofShop = entity.fields[SHOP] && from.fields[SHOP] ? sql` and o.${sql.id(SHOP)} = t.${sql.id(SHOP)}` : sql``;
  await sql`
    update ${sql.id(entity.table)} t set ${sql.id(field.name)} = o.${sql.id(source.name)} from ${sql.id(from.table)} o
    where o.${sql.id(via.ref?.key ?? "")} = t.${sql.id(via.name)}${ofShop} and o.${sql.id(source.name)} is not null`.execute(trx);
}
