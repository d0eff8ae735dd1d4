import { sql } from "kysely";
import { decimalsOf } from "../../shared/domain/conversion.ts";
import type { Entity, Field } from "../../shared/registry/model.ts";
import type { Db } from "../db/driver/database.ts";
import type { SchemaSource } from "./list-indexes.ts";
import { rangeCheckOf } from "./sync-schema-ddl.ts";
import { storedFields } from "./tables-of.ts";

interface Former {
  readonly entity: Entity;
  readonly field: Field;
  /** The check that says what the column's values are. */
  readonly check: string;
  readonly factor: bigint;
}

/**
 * Gives values the decimals of their type where the database still keeps the range of another one on their column: nobody wrote down, or
 * nobody can read, the model they were stored by, so that no step converts them (docs/decisions/104). Only where the field says so with
 * `convert`, and only to more decimals: nothing can be lost. Whatever a step has converted has that range no more.
 */
export async function rescaleFormer(trx: Db, { entities }: SchemaSource, log: (line: string) => void): Promise<void> {
  const wanted = Object.values(entities).flatMap((entity) => storedFields(entity).flatMap((field) => formerOf(entity, field) ?? []));
  if (wanted.length === 0) return;
  const { rows } = await sql<{ found: string }>`
    select t.relname || '.' || a.attname || '.' || k.conname as found
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_attribute a on a.attrelid = t.oid and k.conkey = array[a.attnum]
    where k.contype = 'c' and t.relnamespace = current_schema()::regnamespace`.execute(trx);
  const known = new Set(rows.map(({ found }) => found));
  const former = wanted.filter(({ entity: { table }, field, check }) => known.has(`${table}.${field.name}.${check}`));
  for (const table of new Set(former.map(({ entity }) => entity.table))) {
    const own = former.filter(({ entity }) => entity.table === table);
    const drops = own.map(({ check }) => sql`drop constraint ${sql.id(check)}`);
    const sets = own.map(({ field, factor }) => sql`${sql.id(field.name)} = ${sql.id(field.name)} * ${sql.raw(String(factor))}`);
    await sql`alter table ${sql.id(table)} ${sql.join(drops)}`.execute(trx);
    await sql`update ${sql.id(table)} set ${sql.join(sets)}`.execute(trx);
    log(`database: values of "${table}" have more decimals from now on: ${own.map(({ field }) => field.name).join(", ")}`);
  }
}

function formerOf(entity: Entity, field: Field): Former | null {
  const from = field.convert?.from;
  if (entity.view !== null || from === undefined || from === field.type) return null;
  const check = rangeCheckOf(entity, { name: field.name, type: from });
  const [few, many] = [decimalsOf(from), decimalsOf(field.type)];
  if (check === null || few === null || many === null || many < few) return null;
  return { entity, field, check, factor: 10n ** BigInt(many - few) };
}
