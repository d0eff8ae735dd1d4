import { sql } from "kysely";
import { type Conversion, formOf, type StoredForm } from "../../../shared/domain/conversion.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { EVENT_LOG } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import { introspect } from "../sync-schema-diff.ts";
import { storedFields } from "../tables-of.ts";

const ASIDE = "_aside";

/** A column or a table that no model has any longer, out of the way and whole (docs/decisions/70). */
export interface Aside {
  readonly id: number;
  /** The column, or the table, is called this now. */
  readonly name: string;
  readonly entity: string;
  /** The table that the column is in; of a whole table the name it had. */
  readonly table: string;
  /** null: the whole table. */
  readonly field: string | null;
  readonly holds: Holds;
  /** Of the model that has it no longer. */
  readonly version: string;
  readonly at: Date;
}

/** Values of a field, those that another form was made of, or the fields of a whole table. */
export type Holds =
  | { readonly kind: "removed"; readonly form: StoredForm | null }
  | { readonly kind: "converted"; readonly conversion: Conversion }
  | { readonly kind: "table"; readonly fields: Readonly<Record<string, StoredForm>> };

/** What was set aside and is there still, the latest first. */
export async function readAsides(db: Db): Promise<readonly Aside[]> {
  const { rows: known } = await sql<{ found: boolean }>`select to_regclass(${ASIDE}) is not null as found`.execute(db);
  if (known[0]?.found !== true) return [];
  const rows = await db.selectFrom(ASIDE).selectAll().orderBy("id", "desc").execute();
  return rows.map(({ id, entity, table, field, form, version, at }) => ({
    id: Number(id),
    name: nameOf(Number(id)),
    entity: String(entity),
    table: String(table),
    field: field === null ? null : String(field),
    holds: JSON.parse(String(form)) as Holds,
    version: String(version),
    at: new Date(String(at)),
  }));
}

/** A name that no entity and no field can have. */
const nameOf = (id: number) => `_aside_${id}`;

type Put = Pick<Aside, "entity" | "table" | "version" | "at">;

/** Puts a column out of the way: nothing is demanded of it any more. What was built over it must be gone. */
export async function setColumnAside(trx: Db, put: Put, column: string, field: string, holds: Holds): Promise<void> {
  const name = nameOf(await note(trx, put, field, holds));
  const table = sql.id(put.table);
  await sql`alter table ${table} alter column ${sql.id(column)} drop not null, alter column ${sql.id(column)} drop default`.execute(trx);
  await sql`alter table ${table} rename column ${sql.id(column)} to ${sql.id(name)}`.execute(trx);
}

/** Puts a table out of the way. Its indexes go: their names belong to whatever has the table's name next. */
export async function setTableAside(trx: Db, put: Put, entity: Entity): Promise<void> {
  const fields = Object.fromEntries(storedFields(entity).map((field) => [field.name, formOf(field)]));
  const name = nameOf(await note(trx, put, null, { kind: "table", fields }));
  const { indexes } = await introspect(trx);
  for (const [index, { table }] of indexes)
    if (table === put.table && /^[iu]x__/.test(index)) await sql`drop index ${sql.id(index)}`.execute(trx);
  await sql`alter table ${sql.id(put.table)} rename to ${sql.id(name)}`.execute(trx);
}

/** It is in use again, or gone. */
export async function forget(trx: Db, { id }: Pick<Aside, "id">): Promise<void> {
  await trx.deleteFrom(ASIDE).where("id", "=", id).execute();
}

/** What was set aside of a table or a field that has another name from now on follows it. */
export async function followNames(
  trx: Db,
  was: { readonly table: string; readonly field?: string },
  is: { readonly entity: string; readonly table: string; readonly field?: string },
): Promise<void> {
  const rows = trx.updateTable(ASIDE).where("table", "=", was.table);
  if (was.field === undefined) await rows.set({ table: is.table, entity: is.entity }).execute();
  else await rows.set({ field: is.field }).where("field", "=", was.field).execute();
}

async function note(trx: Db, { entity, table, version, at }: Put, field: string | null, holds: Holds): Promise<number> {
  const kind = holds.kind === "converted" ? "converted" : "removed";
  const row = { kind, entity, table, field, form: JSON.stringify(holds), version, at };
  const made = await trx.insertInto(ASIDE).values(row).returning("id").executeTakeFirstOrThrow();
  return Number(made.id);
}

/** What a purge would drop, with how much there is of it. */
export interface AsideSize extends Aside {
  /** Rows of the table, or values of the column. */
  readonly values: number;
  readonly bytes: number;
}

/** Counts what is set aside. */
export async function sizesOfAsides(db: Db): Promise<readonly AsideSize[]> {
  const sizes: AsideSize[] = [];
  for (const aside of await readAsides(db)) {
    const { rows } =
      aside.field === null
        ? await sql<Size>`select count(*) as "values", pg_total_relation_size(${aside.name}::regclass) as bytes from ${sql.id(aside.name)}`.execute(
            db,
          )
        : await sql<Size>`select count(${sql.id(aside.name)}) as "values", coalesce(sum(pg_column_size(${sql.id(aside.name)})), 0) as bytes
            from ${sql.id(aside.table)}`.execute(db);
    sizes.push({ ...aside, values: Number(rows[0]?.values ?? 0), bytes: Number(rows[0]?.bytes ?? 0) });
  }
  return sizes;
}

interface Size {
  readonly values: string;
  readonly bytes: string;
}

/** Drops it for good. */
export async function drop(trx: Db, aside: Aside): Promise<void> {
  if (aside.field === null) await sql`drop table ${sql.id(aside.name)}`.execute(trx);
  else await sql`alter table ${sql.id(aside.table)} drop column ${sql.id(aside.name)}`.execute(trx);
  await forget(trx, aside);
}

/** The log of events is written once: its columns stay as they are. */
export const isWrittenOnce = ({ name }: Pick<Entity, "name">) => name === EVENT_LOG;
