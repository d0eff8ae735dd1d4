import { type RawBuilder, type SelectQueryBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from "kysely";
import { type Cell, cellFromDb, cellToDb, type Row } from "../../../shared/domain/cell.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import type { Db, Tables } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { type RecordKind, recording } from "../../tables/sealed-rows.ts";
import { storedFields } from "../../tables/tables-of.ts";
import { namingOverflow, refuseOverflow } from "./overflow.ts";
import { billNumber, isPlus, type Store, typedStore } from "./store.ts";
import { freshRow, marketField, refuseGlobal, storedField, upsertRow, withVersion } from "./stored-fields.ts";
import type { Patch, Plus } from "./typed-rows.ts";

type Select = SelectQueryBuilder<Tables, string, Record<string, unknown>>;

/**
 * The store over an open transaction. `open` must be one: locks and counters last until it ends. Its statements are the shop's, whoever
 * began it: what follows from a supplier's action may concern the whole shop. What he may act on his scope has decided.
 */
export function sqlStore(open: Db, shopId: string): Store {
  const trx = forTenant(open, { as: "shop", shop: shopId });
  const rowsOf = async (entity: Entity, query: Select, lock: boolean): Promise<readonly Row[]> => {
    const fields = storedFields(entity);
    const selected = query.select(fields.map((field) => field.name)).orderBy("Id");
    return (await (lock ? selected.forUpdate() : selected).execute()).map((record) => rowFromDb(fields, record));
  };

  /** Rows of this shop with these values; global entities are read without the shop. */
  const select = (entity: Entity, match: Row): Select => {
    const from = trx.selectFrom(entity.table) as unknown as Select;
    // guard scope as from: tests/server/flows/stores.test.ts
    const owned = entity.tenancy === "global" ? from : from.where("SHOP_ID", "=", shopId);
    return matched(entity, match).reduce((query, [name, value]) => query.where(name, value === null ? "is" : "=", value), owned);
  };

  const update = (entity: Entity, patch: Patch) => {
    refuseOverflow(entity, patch);
    const sets = Object.entries(withVersion(entity, patch)).map(([name, value]) => [storedField(entity, name).name, setter(name, value)]);
    const updated = trx.updateTable(entity.table).set(Object.fromEntries(sets));
    const market = marketField(entity);
    if (market === null)
      // guard scope as updated: tests/server/flows/stores.test.ts
      return updated.where("SHOP_ID", "=", shopId);
    // guard scope as updated: tests/server/flows/stores.test.ts
    return updated.where((where) => where.or([where("SHOP_ID", "=", shopId), where(market, "=", shopId)]));
  };

  /** Writes rows, and records what they hold in sealed fields, in one statement. Returns their Ids. */
  const record = async (entity: Entity, kind: RecordKind, write: RawBuilder<unknown>): Promise<readonly number[]> =>
    (await recording(entity, kind, write).execute(trx)).rows.map(({ Id }) => Number(Id));

  /** How many rows a patch has changed. What touches no sealed field is not recorded. */
  const changed = async (
    entity: Entity,
    patch: Patch,
    write: UpdateQueryBuilder<Tables, string, string, UpdateResult>,
  ): Promise<number> => {
    return namingOverflow(entity, Object.keys(patch), async () => {
      if (entity.sealed.some((name) => name in patch)) return (await record(entity, "update", sql`${write}`)).length;
      return Number((await write.executeTakeFirst()).numUpdatedRows);
    });
  };

  return typedStore({
    shopId,
    trx,
    find: (entity, match, lock = false) => rowsOf(entity, select(entity, match), lock),

    lock: (entity, ids) => rowsOf(entity, select(entity, {}).where("Id", "in", [...ids]), true),

    async insert(entity, rows) {
      if (rows.length === 0) return [];
      refuseGlobal(entity);
      const full = rows.map((row) => freshRow(entity, shopId, row));
      const write = trx.insertInto(entity.table).values(full.map(rowToDb));
      const ids =
        entity.sealed.length > 0
          ? await record(entity, "insert", sql`${write}`)
          : (await write.returning("Id").execute()).map(({ Id }) => Number(Id));
      return full.map((row, index) => ({ Id: ids[index] ?? Number.NaN, ...row }));
    },

    async updateGuarded(entity, expected, patch) {
      const { id, field, from, rowver } = expected;
      const guarded = update(entity, patch).where("Id", "=", id).where(field, "=", cellToDb(from)).where("rowver", "=", rowver);
      return (await changed(entity, patch, guarded)) === 1;
    },

    async update(entity, match, patch) {
      const rows = select(entity, match).select("Id").orderBy("Id").forUpdate();
      return changed(entity, patch, update(entity, patch).where("Id", "in", rows));
    },

    async remove(entity, match) {
      refuseGlobal(entity);
      const rows = select(entity, match).select("Id").orderBy("Id").forUpdate();
      const write = trx.deleteFrom(entity.table).where("Id", "in", rows);
      if (entity.sealed.length > 0) return (await record(entity, "delete", sql`${write}`)).length;
      return Number((await write.executeTakeFirst()).numDeletedRows);
    },

    async exists(entity, match) {
      return (await select(entity, match).select("Id").limit(1).executeTakeFirst()) !== undefined;
    },

    async upsertAdd(entity, entries) {
      const [first] = entries;
      if (!first) return;
      const amounts = Object.keys(withVersion(entity, first.by));
      const write = trx
        .insertInto(entity.table)
        .values(entries.map((entry) => rowToDb(upsertRow(entity, shopId, entry))))
        .onConflict((conflict) =>
          conflict.columns(["SHOP_ID", ...Object.keys(first.key)]).doUpdateSet(
            Object.fromEntries(
              amounts.map((name) => {
                const added = name === "rowver" ? sql`1` : sql.ref(`excluded.${name}`);
                return [name, sql`coalesce(${sql.ref(`${entity.table}.${name}`)}, 0) + ${added}`];
              }),
            ),
          ),
        );
      await namingOverflow(entity, amounts, async () => {
        if (entity.sealed.length > 0) await record(entity, "update", sql`${write}`);
        else await write.execute();
      });
    },

    async nextNumber(prefix, day) {
      const counted = await trx
        .insertInto("_number")
        .values({ SHOP_ID: shopId, prefix, day, last: 1 })
        .onConflict((conflict) => conflict.columns(["SHOP_ID", "prefix", "day"]).doUpdateSet({ last: sql`${sql.ref("_number.last")} + 1` }))
        .returning("last")
        .executeTakeFirstOrThrow();
      return billNumber(prefix, day, Number(counted.last));
    },
  });
}

function rowFromDb(fields: readonly Field[], record: Record<string, unknown>): Row {
  return Object.fromEntries(fields.map((field) => [field.name, cellFromDb(field, record[field.name])]));
}

function rowToDb(row: Row): Record<string, string | number | boolean | null> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cellToDb(cell)]));
}

function matched(entity: Entity, match: Row): [string, string | number | boolean | null][] {
  return Object.entries(match).map(([name, cell]) => [storedField(entity, name).name, cellToDb(cell)]);
}

function setter(name: string, value: Cell | Plus): unknown {
  if (!isPlus(value)) return cellToDb(value);
  return sql`coalesce(${sql.ref(name)}, 0) + ${cellToDb(value.plus)}`;
}
