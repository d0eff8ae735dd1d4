import { type RawBuilder, sql } from "kysely";
import type { Entity } from "../../shared/registry/model.ts";
import { KEY, SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import type { SchemaSource } from "./list-indexes.ts";
import { readMeta, writeMeta } from "./meta.ts";

/**
 * What the program last wrote into the sealed fields of a row (docs/decisions/95). Each write of such a field adds a record of all of
 * them, in the same statement; the chain of events covers it when the transaction commits. base: the row was there before its entity, or
 * one of these fields, was sealed; convert: a model wants the values in another form, under another name, or not sealed any longer.
 */
export type RecordKind = "insert" | "update" | "delete" | "base" | "convert";

export const SEALED_ROW = "_sealed_row";
/** Under this name: the sealed fields of each entity whose rows have their first records. */
const BASED = "sealed";
/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_004;

type Sealable = Pick<Entity, "name" | "table" | "fields" | "sealed">;

/** The sealed fields of a row as JSON; times in UTC, so that no session's time zone makes another text of them. */
export function sealedValues({ fields }: Sealable, names: readonly string[], alias: string): RawBuilder<unknown> {
  const pairs = names.map((name) => {
    const column = sql.ref(`${alias}.${name}`);
    return sql`${sql.lit(name)}::text, ${fields[name]?.type === "datetime" ? sql`${column} at time zone 'UTC'` : column}`;
  });
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

/** `insert`, `update` or `delete` with the columns of sealed fields returned, as a statement that records them, too. Its answer: the `Id` of each row. */
export function recording(entity: Sealable, kind: RecordKind, write: RawBuilder<unknown>): RawBuilder<{ readonly Id: string }> {
  return sql`
    with written as (${write} returning ${sql.join([KEY, SHOP, ...entity.sealed].map((name) => sql.ref(name)))}),
    recorded as (
      insert into ${sql.id(SEALED_ROW)} (${sql.id(SHOP)}, entity, "row", kind, "values")
      select ${sql.ref(`w.${SHOP}`)}, ${sql.lit(entity.name)}, ${sql.ref(`w.${KEY}`)}, ${sql.lit(kind)}, ${sealedValues(entity, entity.sealed, "w")}
      from written w)
    select ${sql.ref(KEY)} from written`;
}

/** Rows of an entity that were written without being recorded: those that have come since the one of this Id. */
export interface Unrecorded {
  readonly entity: Sealable;
  readonly after: number;
}

/** Records rows as they came, in the order of these entities and of their Ids. */
export async function recordRows(trx: Db, rows: readonly Unrecorded[]): Promise<void> {
  if (rows.length === 0) return;
  const ofEntity = ({ entity, after }: Unrecorded, at: number) => sql`
    select ${sql.lit(at)} as "at", t.${sql.id(SHOP)}, ${sql.lit(entity.name)} as entity, t.${sql.id(KEY)}, ${sealedValues(entity, entity.sealed, "t")} as "values"
    from ${sql.id(entity.table)} t where t.${sql.id(KEY)} > ${after}`;
  await sql`
    insert into ${sql.id(SEALED_ROW)} (${sql.id(SHOP)}, entity, "row", kind, "values")
    select ${sql.id(SHOP)}, entity, ${sql.id(KEY)}, 'insert', "values" from (${sql.join(rows.map(ofEntity), sql` union all `)}) t
    order by "at", ${sql.id(KEY)}`.execute(trx);
}

/** The last record of each row of an entity, as a table. */
export function lastRecords({ name }: Pick<Sealable, "name">): RawBuilder<unknown> {
  return sql`(
    select distinct on (${sql.id(SHOP)}, "row") ${sql.id(SHOP)}, "row", kind, "values", "at" from ${sql.id(SEALED_ROW)}
    where entity = ${sql.lit(name)} order by ${sql.id(SHOP)}, "row", id desc)`;
}

/**
 * Lets the records begin and end where the model says otherwise than before which fields are sealed. Rows get their first record where
 * their entity, or a field of it, is sealed from now on: what they hold now is where their proof begins. Fields that were sealed before
 * keep what was recorded, and rows get none later on: who slips one in and has this done again, with the note of it removed, is found
 * all the same. What is sealed no longer goes out of the records, so that they may begin anew.
 */
export async function ensureFirstRecords(db: Db, registry: SchemaSource): Promise<void> {
  if (await hasFirstRecords(db, registry)) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const based = await readBased(trx);
    for (const entity of Object.values(registry.entities).filter(({ view }) => view === null)) {
      const before = based[entity.name] ?? [];
      const [over, fresh] = [without(before, entity.sealed), without(entity.sealed, before)];
      if (over.length > 0) await recordEnd(trx, entity, over);
      if (fresh.length > 0) await recordAnew(trx, entity, fresh, { kind: "base", except: [] });
    }
    await writeMeta(trx, BASED, Object.fromEntries(sealedEntities(registry).map(({ name, sealed }) => [name, sealed])));
  });
}

/** Whether {@link ensureFirstRecords} would have nothing to do. */
export async function hasFirstRecords(db: Db, registry: SchemaSource): Promise<boolean> {
  const sealed = sealedEntities(registry);
  const based = await readBased(db);
  const names = new Set([...Object.keys(based), ...sealed.map(({ name }) => name)]);
  return [...names].every((name) => {
    const [was, is] = [based[name] ?? [], registry.entities[name]?.sealed ?? []];
    return without(was, is).length + without(is, was).length === 0;
  });
}

const without = (names: readonly string[], others: readonly string[]) => names.filter((name) => !others.includes(name));

/** By which a row is told. */
interface RowKey {
  readonly shopId: string;
  readonly id: number;
}

/** Rows of which nothing is recorded get a record only where nothing of their whole entity is. */
export async function recordAnew(
  trx: Db,
  entity: Sealable,
  fields: readonly string[],
  { kind, except }: { readonly kind: "base" | "convert"; readonly except: readonly RowKey[] },
): Promise<void> {
  const values = sealedValues(entity, fields, "t");
  const lacks = sql`not k."values" ?& ${textArray(fields)}`;
  const differs = sql`k."values" is distinct from k."values" || ${values}`;
  const isKnown = sql`select from ${lastRecords(entity)} k where k.kind <> 'delete' and k."values" <> '{}' limit 1`;
  const { rows: known } = await isKnown.execute(trx);
  const untouched = sql`not ${JSON.stringify(except.map(({ shopId, id }) => [shopId, id]))}::jsonb
    @> jsonb_build_array(jsonb_build_array(t.${sql.id(SHOP)}, t.${sql.id(KEY)}))`;
  await sql`
    insert into ${sql.id(SEALED_ROW)} (${sql.id(SHOP)}, entity, "row", kind, "values")
    select t.${sql.id(SHOP)}, ${sql.lit(entity.name)}, t.${sql.id(KEY)}, ${sql.lit(kind)}, coalesce(k."values", '{}') || ${values}
    from ${sql.id(entity.table)} t left join ${lastRecords(entity)} k on k.${sql.id(SHOP)} = t.${sql.id(SHOP)} and k."row" = t.${sql.id(KEY)}
    where ${known.length === 0 ? sql`true` : sql`k.kind <> 'delete' and ${kind === "base" ? lacks : differs} and ${untouched}`}
    order by t.${sql.id(SHOP)}, t.${sql.id(KEY)}`.execute(trx);
}

/** Takes fields out of the last records: what the program writes into them from now on nobody records. */
async function recordEnd(trx: Db, entity: Sealable, fields: readonly string[]): Promise<void> {
  await sql`
    insert into ${sql.id(SEALED_ROW)} (${sql.id(SHOP)}, entity, "row", kind, "values")
    select ${sql.id(SHOP)}, ${sql.lit(entity.name)}, "row", 'convert', "values" - ${textArray(fields)}
    from ${lastRecords(entity)} k where kind <> 'delete' and "values" ?| ${textArray(fields)}
    order by ${sql.id(SHOP)}, "row"`.execute(trx);
}

const textArray = (names: readonly string[]) => sql`array[${sql.join(names.map((name) => sql.lit(name)))}]::text[]`;

/** The entities whose rows are recorded. */
export function sealedEntities({ entities }: SchemaSource): Entity[] {
  return Object.values(entities).filter(({ sealed }) => sealed.length > 0);
}

async function readBased(db: Db): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${SEALED_ROW}) is not null as found`.execute(db);
  return rows[0]?.found === true ? ((await readMeta(db, BASED)) ?? {}) : {};
}
