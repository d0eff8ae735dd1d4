import { sql } from "kysely";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Change } from "../../../shared/registry/plan/change.ts";
import { ABOUT, EVENT_LOG } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import { checksOf } from "../sync-schema-ddl.ts";
import { introspect } from "../sync-schema-diff.ts";
import { indexesOf } from "../sync-schema-indexes.ts";
import { storedFields } from "../tables-of.ts";
import { dropChecksOver } from "./column-rules.ts";
import type { NamesBefore } from "./data-moves.ts";
import { followNames } from "./set-aside.ts";

/** By these names rows refer to a module and to an entity. */
const [MODULE_ID, ENTITY_NAME] = ["MdlId", ABOUT.entity];

/** Fields of the next model, as `entity.field`, whose column is made anew: it has its name and its codes by that. */
export type MadeAnew = ReadonlySet<string>;

/**
 * Writes renamed codes into the rows that have them. Takes long where there are many, so it comes before anything that readers would
 * have to wait for: tables and columns have their old names still (docs/decisions/68).
 */
export async function renameCodes(
  trx: Db,
  was: Registry,
  next: Registry,
  { renamings, before, anew }: { readonly renamings: readonly Change[]; readonly before: NamesBefore; readonly anew: MadeAnew },
): Promise<void> {
  for (const { at, was: from } of renamings) {
    if (at.entity === undefined || at.field === undefined || at.code === undefined || anew.has(`${at.entity}.${at.field}`)) continue;
    const old = was.entities[before.entity(at.entity)];
    const field = next.entities[at.entity]?.fields[at.field];
    if (!old || old.view !== null || !field || field.computed !== null) continue;
    const name = before.field(at.entity, at.field);
    const isNumber = field.codeType === "int";
    const [code, instead] = isNumber ? [Number(from), Number(at.code)] : [String(from), at.code];
    // A check that names the code would refuse the other one; it is made again with it.
    await dropChecksOver(trx, old.table, name);
    await trx
      .updateTable(old.table)
      .set({ [name]: instead })
      .where(name, "=", code)
      .execute();
  }
}

/**
 * Gives what is stored the names that it has from now on: tables, columns, what refers to them, indexes and checks. To be called in the
 * transaction that makes the tables fit, before they are looked at. Columns and tables are renamed in no time (docs/decisions/68).
 *
 * @param followed the model that was served, under its new names
 */
export async function renameData(
  trx: Db,
  was: Registry,
  next: Registry,
  { followed, renamings, anew }: { readonly followed: Registry; readonly renamings: readonly Change[]; readonly anew: MadeAnew },
): Promise<void> {
  for (const { at, was: from } of renamings) {
    const old = String(from);
    const entity = next.entities[at.entity ?? ""];
    if (at.module !== undefined) await replace(trx, next, MODULE_ID, Number(old), Number(at.module));
    else if (!entity || entity.view !== null || at.code !== undefined) continue;
    else if (at.field === undefined) {
      const table = was.entities[old]?.table ?? "";
      await sql`alter table ${sql.id(table)} rename to ${sql.id(entity.table)}`.execute(trx);
      await followNames(trx, { table }, { table: entity.table, entity: entity.name });
      await replace(trx, next, ENTITY_NAME, old, entity.name);
    } else if (storedFields(entity).some(({ name }) => name === at.field)) {
      if (!anew.has(`${entity.name}.${at.field}`))
        await sql`alter table ${sql.id(entity.table)} rename column ${sql.id(old)} to ${sql.id(at.field)}`.execute(trx);
      await followNames(trx, { table: entity.table, field: old }, { table: entity.table, entity: entity.name, field: at.field });
    }
  }
  await renameRules(trx, was, followed);
}

/** In whatever rows refer to it; the log of events is written once and keeps the name of its day. */
async function replace<T extends string | number>(trx: Db, { entities }: Registry, field: string, old: T, instead: T): Promise<void> {
  const type = typeof old === "number" ? "int" : "string";
  const { tables } = await introspect(trx);
  for (const { name, table, fields } of Object.values(entities)) {
    if (name !== EVENT_LOG && fields[field]?.type === type && tables.get(table)?.has(field))
      await trx
        .updateTable(table)
        .set({ [field]: instead })
        .where(field, "=", old)
        .execute();
  }
}

/** Indexes and checks stay what they are, under the names that they would have been made with: nothing is built anew. */
async function renameRules(trx: Db, was: Registry, followed: Registry): Promise<void> {
  const { indexes, checks } = await introspect(trx);
  for (const [index, instead] of pairs(indexesOf(was), indexesOf(followed)))
    if (index.name !== instead.name && indexes.has(index.name) && !indexes.has(instead.name))
      await sql`alter index ${sql.id(index.name)} rename to ${sql.id(instead.name)}`.execute(trx);
  const tables = (model: Registry) => Object.values(model.entities).filter(({ view }) => view === null);
  for (const [before, entity] of pairs(tables(was), tables(followed)))
    for (const [check, instead] of pairs(checksOf(before), checksOf(entity)))
      if (check.name !== instead.name && checks.has(`${entity.table}.${check.name}`))
        await sql`alter table ${sql.id(entity.table)} rename constraint ${sql.id(check.name)} to ${sql.id(instead.name)}`.execute(trx);
}

/** Two models that differ in names only have the same things in the same order. */
function pairs<T>(one: readonly T[], other: readonly T[]): [T, T][] {
  return one.flatMap((each, at): [T, T][] => {
    const second = other[at];
    return second === undefined || one.length !== other.length ? [] : [[each, second]];
  });
}
