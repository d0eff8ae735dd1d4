import { sql } from "kysely";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Change } from "../../../shared/registry/plan/change.ts";
import type { Db } from "../../db/driver/database.ts";
import { checksOf } from "../sync-schema-ddl.ts";
import { introspect } from "../sync-schema-diff.ts";
import { indexesOf } from "../sync-schema-indexes.ts";
import { storedFields } from "../tables-of.ts";
import { followNames } from "./set-aside.ts";

/** Fields of the next model, as `entity.field`, whose column is made anew: it has its name by that. */
export type MadeAnew = ReadonlySet<string>;

/**
 * Gives what is stored the names that it has from now on: tables, columns, indexes and checks. To be called in the transaction that
 * makes the tables fit, before they are looked at. All of it takes no time (docs/decisions/68); rows that refer to what is renamed by
 * its name have the new one already.
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
    if (!entity || entity.view !== null || at.code !== undefined) continue;
    else if (at.field === undefined) {
      const table = was.entities[old]?.table ?? "";
      await sql`alter table ${sql.id(table)} rename to ${sql.id(entity.table)}`.execute(trx);
      await followNames(trx, { table }, { table: entity.table, entity: entity.name });
    } else if (storedFields(entity).some(({ name }) => name === at.field)) {
      if (!anew.has(`${entity.name}.${at.field}`))
        await sql`alter table ${sql.id(entity.table)} rename column ${sql.id(old)} to ${sql.id(at.field)}`.execute(trx);
      await followNames(trx, { table: entity.table, field: old }, { table: entity.table, entity: entity.name, field: at.field });
    }
  }
  await renameRules(trx, was, followed);
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
