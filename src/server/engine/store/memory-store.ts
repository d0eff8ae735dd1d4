import type { Cell, Row } from "../../../shared/domain/cell.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { MemoryTable } from "./memory-table.ts";
import { billNumber, patched, type Store, typedStore } from "./store.ts";
import { freshRow, marketField, refuseGlobal, storedField, upsertRow, withVersion } from "./stored-fields.ts";
import type { Patch } from "./typed-rows.ts";

/** Tables and counters in memory. The seed runs the transitions on it, then writes its rows in bulk. */
export class MemoryDatabase {
  readonly #tables = new Map<string, MemoryTable>();
  /** shop, prefix and day to the last number given out */
  readonly #counters = new Map<string, { readonly SHOP_ID: string; readonly prefix: string; readonly day: string; last: number }>();

  table(entity: Entity): MemoryTable {
    const known = this.#tables.get(entity.name);
    if (known !== undefined) return known;
    const table = new MemoryTable();
    this.#tables.set(entity.name, table);
    return table;
  }

  count(shopId: string, prefix: string, day: string): number {
    const key = [shopId, prefix, day].join();
    const counter = this.#counters.get(key) ?? { SHOP_ID: shopId, prefix, day, last: 0 };
    counter.last++;
    this.#counters.set(key, counter);
    return counter.last;
  }

  counters(): readonly { readonly SHOP_ID: string; readonly prefix: string; readonly day: string; readonly last: number }[] {
    return [...this.#counters.values()];
  }
}

/** The store of one shop over a database in memory. One caller at a time; nothing is undone when work fails. */
export function memoryStore(database: MemoryDatabase, shopId: string): Store {
  const find = (entity: Entity, match: Row): Row[] => {
    for (const name of Object.keys(match)) storedField(entity, name);
    return database.table(entity).find(entity.tenancy === "global" ? match : { ...match, SHOP_ID: shopId });
  };
  const isOwn = (entity: Entity, row: Row): boolean => {
    const market = marketField(entity);
    return row.SHOP_ID === shopId || (market !== null && row[market] === shopId);
  };
  const change = (entity: Entity, row: Row, patch: Patch): void => {
    for (const name of Object.keys(patch)) storedField(entity, name);
    if (!isOwn(entity, row)) throw new Error(`${entity.name} ${row.Id} belongs to another shop`);
    database.table(entity).replace(Number(row.Id), patched(row, withVersion(entity, patch)));
  };

  const remove = (entity: Entity, rows: readonly Row[]): number => {
    refuseGlobal(entity);
    for (const row of rows) database.table(entity).remove(Number(row.Id));
    return rows.length;
  };

  const findIn = (entity: Entity, field: string, values: readonly Cell[], match: Row = {}): Row[] => {
    const rows = [...new Set(values)].flatMap((value) => find(entity, { ...match, [field]: value }));
    return rows.sort((a, b) => Number(a.Id) - Number(b.Id));
  };

  return typedStore({
    shopId,
    trx: null,
    find: async (entity, match) => find(entity, match),

    findIn: async (entity, field, values) => findIn(entity, field, values),

    pickIn: async (entity, fields, field, values, match) => {
      for (const name of fields) storedField(entity, name);
      return findIn(entity, field, values, match).map((row) => Object.fromEntries(fields.map((name) => [name, row[name] ?? null])));
    },

    lock: async (entity, ids) => {
      const rows = [...ids].sort((a, b) => a - b).map((id) => database.table(entity).get(id));
      return rows.filter((row) => row !== undefined).filter((row) => entity.tenancy === "global" || row.SHOP_ID === shopId);
    },

    insert: async (entity, rows) => rows.map((row) => database.table(entity).insert(freshRow(entity, shopId, row))),

    insertLater: async (entity, rows) => {
      for (const row of rows) database.table(entity).insert(freshRow(entity, shopId, row));
    },

    async updateGuarded(entity, { id, field, from, rowver }, patch) {
      const row = database.table(entity).get(id);
      if (!row || !isOwn(entity, row) || row[field] !== from || row.rowver !== rowver) return false;
      change(entity, row, patch);
      return true;
    },

    async update(entity, match, patch) {
      const rows = find(entity, match).filter((row) => isOwn(entity, row));
      for (const row of rows) change(entity, row, patch);
      return rows.length;
    },

    async updateIn(entity, field, values, match, patch) {
      for (const value of new Set(values))
        for (const row of find(entity, { ...match, [field]: value })) if (isOwn(entity, row)) change(entity, row, patch);
    },

    async updateEach(entity, fields, rows) {
      const known = rows.flatMap((row) => find(entity, { Id: row.Id ?? null }).map((old) => ({ old, row })));
      for (const { old, row } of known) change(entity, old, Object.fromEntries(fields.map((name) => [name, row[name] ?? null])));
      return known.length;
    },

    remove: async (entity, match) => remove(entity, find(entity, match)),

    removeIn: async (entity, field, values, match) => remove(entity, findIn(entity, field, values, match)),

    exists: async (entity, match) => find(entity, match).length > 0,

    async upsertAdd(entity, entries) {
      for (const entry of entries) {
        const fresh = upsertRow(entity, shopId, entry);
        const [row] = find(entity, entry.key);
        if (!row) database.table(entity).insert(fresh);
        else change(entity, row, Object.fromEntries(Object.entries(entry.by).map(([name, plus]) => [name, { plus }])));
      }
    },

    nextNumber: async (prefix, day) => billNumber(prefix, day, database.count(shopId, prefix, day)),
  });
}
