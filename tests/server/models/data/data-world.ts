import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../../../../src/server/db/connect.ts";
import { sqlTypeOf } from "../../../../src/server/query/sql-type.ts";
import { moveData } from "../../../../src/server/tables/data/move-data.ts";
import type { Rehearsed } from "../../../../src/server/tables/data/rows-found.ts";
import { migrateTechnicalTables } from "../../../../src/server/tables/migrate.ts";
import { SchemaProblems, syncSchema } from "../../../../src/server/tables/sync-schema.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import type { Convert, Entity, Field, FieldType, Registry } from "../../../../src/shared/registry/model.ts";
import type { Change } from "../../../../src/shared/registry/plan/change.ts";
import { fieldOf, sampleEntity } from "../../query/fixtures/sample-entity.ts";

export const SHOP = "0000000001";

/** Every type that is stored, the key excepted. */
export const TYPES = [
  "string",
  "text",
  "int",
  "bool",
  "date",
  "datetime",
  "money",
  "price",
  "quantity",
  "rate",
  "enum",
  "ref",
  "url",
  "images",
] as const satisfies readonly FieldType[];

/** As a field of this type is declared where nothing else is said. */
export function typed(name: string, type: FieldType, more: Partial<Field> = {}): Field {
  return fieldOf(name, type, { codeType: "text", ...(type === "bool" ? { initial: false } : {}), ...more });
}

/** A registry of these entities. */
export function registryOf(...entities: readonly Entity[]): Registry {
  const all = Object.fromEntries(entities.map((entity) => [entity.name, entity]));
  const version = JSON.stringify(all).length.toString();
  return { entities: all, modules: {}, version } as unknown as Registry;
}

/** A registry of one entity of a shop with these fields. */
export function oneEntity(fields: readonly Field[], more: Partial<Entity> = {}): Registry {
  const { Id, SHOP_ID } = sampleEntity().fields;
  if (!Id || !SHOP_ID) throw new Error("the sample has a key and a shop");
  const own = Object.fromEntries(fields.map((field) => [field.name, field]));
  return registryOf({ ...sampleEntity(), checks: [], unique: [], indexes: [], fields: { Id, SHOP_ID, ...own }, ...more });
}

export const convert = (from: Convert["from"], more: Partial<Convert> = {}): Convert => ({
  from,
  rounding: "exact",
  cut: false,
  map: {},
  ...more,
});

/** A database as the model wants it. */
export async function serve(db: Db, registry: Registry): Promise<void> {
  if (!(await introspect(db)).tables.has("_aside")) await migrateTechnicalTables(db, []);
  await syncSchema(db, registry, () => undefined);
  await expectWall(db, registry);
}

/** Each table has the policies of its entity's tenancy, over the columns that the model means, and no others (docs/decisions/85). */
async function expectWall(db: Db, registry: Registry): Promise<void> {
  const { rows } = await sql<{ table: string; walled: boolean; policies: string[] }>`
    select relname::text as "table", relrowsecurity as walled, array(
      select p.polname || ' ' || pg_get_expr(p.polqual, p.polrelid) || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
      from pg_policy p where p.polrelid = c.oid order by 1) as policies
    from pg_class c where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
  const found = new Map(rows.map((row) => [row.table, row]));
  const over = (role: string, column: string, isText = true) => {
    const plain = /^[a-z_][a-z0-9_]*$/.test(column) ? column : `"${column}"`;
    const name = isText ? plain : `(${plain})::text`;
    const condition = `(${name} = ( SELECT current_setting('scm.${role}'::text, true) AS current_setting))`;
    return `scm_${role} ${condition}${condition}`;
  };
  for (const { table, tenancy, fields, supplierField, view } of Object.values(registry.entities)) {
    if (view !== null) continue;
    const own =
      tenancy === "global"
        ? []
        : [
            over("shop", "SHOP_ID"),
            ...(supplierField === null ? [] : [over("supplier", supplierField, isTextColumn(fields[supplierField]))]),
          ];
    expect(found.get(table), table).toEqual({ table, walled: own.length > 0, policies: own });
  }
}

const isTextColumn = (field: Field | undefined) => field === undefined || sqlTypeOf(field) === "text";

/** Takes away every table of an entity, and what is known of them. */
export async function empty(db: Db): Promise<void> {
  for (const table of (await introspect(db)).tables.keys()) {
    if (/^(?!_)|^_aside_/.test(table)) await sql`drop table ${sql.id(table)} cascade`.execute(db);
    if (table === "_aside" || table === "_model") await sql`delete from ${sql.id(table)}`.execute(db);
  }
}

/** Makes a step as a server does; what was made of the values. */
export async function go(db: Db, was: Registry, is: Registry, followed = was, renamings: readonly Change[] = []) {
  const step = { was, is, followed, renamings, at: new Date(), language: "en" } as const;
  const begin = async () => true;
  const told = await moveData(db, step, { begin, keep: async () => undefined, log: () => undefined });
  await expectWall(db, is);
  return told ?? [];
}

/** Why a step cannot be made, one line each. */
export async function refusal(db: Db, was: Registry, is: Registry): Promise<readonly string[]> {
  const error = await go(db, was, is).catch((thrown: unknown) => thrown);
  if (error instanceof SchemaProblems) return error.problems;
  throw error instanceof Error ? error : new Error(`not refused: ${JSON.stringify(error)}`);
}

export const madeOf = (told: readonly Rehearsed[], field: string) =>
  told.find(({ rule, fields }) => rule === null && fields[0] === field)?.data.made;

/** Everything that is in a table, columns that were set aside excepted, as one text. */
export async function checksum(db: Db, registry: Registry, entity = "Sample"): Promise<string> {
  const found = registry.entities[entity];
  if (!found) throw new Error(entity);
  const names = Object.values(found.fields)
    .filter(({ computed }) => computed === null)
    .map(({ name }) => sql.id(name));
  const { rows } = await sql<{ sum: string }>`
    select md5(coalesce(string_agg(whole::text, chr(10) order by whole::text), '')) as sum
    from (select row(${sql.join(names)}) as whole from ${sql.id(found.table)}) as rows`.execute(db);
  return rows[0]?.sum ?? "";
}
