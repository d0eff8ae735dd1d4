import { type RawBuilder, type SelectQueryBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from "kysely";
import { type Cell, cellFromDb, type Row } from "../../../shared/domain/cell.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { KEY, SHOP } from "../../base/technical.ts";
import type { Db, Tables } from "../../db/connect.ts";
import { APART } from "../../db/driver/apart.ts";
import { KEEPS_PLAN } from "../../db/driver/kept-plan.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { bound, isAnyOf, JSON_COLUMN, sqlTypeOf } from "../../query/sql-type.ts";
import { type RecordKind, recording } from "../../tables/sealed-rows.ts";
import { storedFields } from "../../tables/tables-of.ts";
import { lastNumber, NumberBlocks } from "./number-blocks.ts";
import { namingOverflow, refuseOverflow } from "./overflow.ts";
import { rowsJson } from "./rows-json.ts";
import { billNumber, isPlus, type Store, typedStore } from "./store.ts";
import { freshRow, marketField, refuseGlobal, storedField, upsertRow, withVersion } from "./stored-fields.ts";
import type { Patch, Plus } from "./typed-rows.ts";

// Long on purpose: the statements of a store share its transaction, shop and columns.

type Select = SelectQueryBuilder<Tables, string, Record<string, unknown>>;

/**
 * The store over an open transaction. `open` must be one: locks and counters last until it ends. Its statements are the shop's, whoever
 * began it: what follows from a supplier's action may concern the whole shop. What he may act on his scope has decided.
 */
export function sqlStore(open: Db, shopId: string): Store {
  const plain = forTenant(open, { as: "shop", shop: shopId });
  // They find rows by their keys, whatever these are: a connection reads and plans them once.
  const trx = plain.withPlugin(KEEPS_PLAN);
  const numbers = new NumberBlocks((prefix, day, count) => lastNumber(trx.withPlugin(APART), { shopId, prefix, day, count }));
  const rowsOf = async (entity: Entity, query: Select, lock: boolean, fields = storedFields(entity)): Promise<readonly Row[]> => {
    const selected = query.select(fields.map((field) => field.name)).orderBy("Id");
    return (await (lock ? selected.forUpdate() : selected).execute()).map((record) => rowFromDb(fields, record));
  };

  /** Rows of this shop with these values; global entities are read without the shop. */
  const select = (entity: Entity, match: Row): Select => {
    const from = trx.selectFrom(entity.table) as unknown as Select;
    // guard scope as from: tests/server/flows/stores.test.ts
    const owned = entity.tenancy === "global" ? from : from.where("SHOP_ID", "=", shopId);
    return Object.entries(match).reduce((query, [name, cell]) => query.where(holds(storedField(entity, name), cell)), owned);
  };

  const update = (entity: Entity, patch: Patch) => {
    refuseOverflow(entity, patch);
    const sets = Object.entries(withVersion(entity, patch)).map(([name, value]) => [name, setter(storedField(entity, name), value)]);
    const updated = trx.updateTable(entity.table).set(Object.fromEntries(sets));
    const market = marketField(entity);
    if (market === null)
      // guard scope as updated: tests/server/flows/stores.test.ts
      return updated.where("SHOP_ID", "=", shopId);
    // guard scope as updated: tests/server/flows/stores.test.ts
    return updated.where((where) => where.or([where("SHOP_ID", "=", shopId), where(market, "=", shopId)]));
  };

  /** Writes rows, and records what they hold in sealed fields where there are any, in one statement. Returns their Ids. */
  const idsOf = async (entity: Entity, kind: RecordKind, write: RawBuilder<unknown>): Promise<readonly number[]> => {
    if (entity.sealed.length > 0) return record(entity, kind, write);
    const { rows } = await sql<{ readonly Id: string }>`${write} returning ${sql.ref(KEY)}`.execute(trx);
    return rows.map(({ Id }) => Number(Id));
  };

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

  const removed = async (entity: Entity, found: Select): Promise<number> => {
    refuseGlobal(entity);
    const write = trx.deleteFrom(entity.table).where("Id", "in", found.select("Id").orderBy("Id").forUpdate());
    if (entity.sealed.length > 0) return (await record(entity, "delete", sql`${write}`)).length;
    return Number((await write.executeTakeFirst()).numDeletedRows);
  };

  const insert = async (entity: Entity, rows: readonly Row[]): Promise<readonly Row[]> => {
    if (rows.length === 0) return [];
    refuseGlobal(entity);
    const full = rows.map((row) => freshRow(entity, shopId, row));
    const ids = await idsOf(entity, "insert", insertion(entity, full));
    return full.map((row, index) => ({ Id: ids[index] ?? Number.NaN, ...row }));
  };

  return typedStore({
    shopId,
    trx: plain,
    find: (entity, match, lock = false) => rowsOf(entity, select(entity, match), lock),

    findIn: async (entity, field, values, lock = false) => {
      const wanted = new Set(values);
      return wanted.size === 0 ? [] : rowsOf(entity, select(entity, {}).where(anyOf(storedField(entity, field), wanted)), lock);
    },

    pickIn: async (entity, fields, field, values, match) => {
      const wanted = new Set(values);
      if (wanted.size === 0) return [];
      const found = select(entity, match).where(anyOf(storedField(entity, field), wanted));
      return rowsOf(
        entity,
        found,
        false,
        fields.map((name) => storedField(entity, name)),
      );
    },

    lock: (entity, ids) => rowsOf(entity, select(entity, {}).where(anyOf(storedField(entity, KEY), ids)), true),

    insert,

    insertLater: async (entity, rows) => void (await insert(entity, rows)),

    async updateGuarded(entity, expected, patch) {
      const { id, field, from, rowver } = expected;
      const guarded = update(entity, patch)
        .where("Id", "=", id)
        .where(holds(storedField(entity, field), from))
        .where("rowver", "=", rowver);
      return (await changed(entity, patch, guarded)) === 1;
    },

    async update(entity, match, patch) {
      const rows = select(entity, match).select("Id").orderBy("Id").forUpdate();
      return changed(entity, patch, update(entity, patch).where("Id", "in", rows));
    },

    async updateIn(entity, field, values, match, patch) {
      const wanted = new Set(values);
      if (wanted.size === 0) return;
      const found = select(entity, match).where(anyOf(storedField(entity, field), wanted));
      await changed(entity, patch, update(entity, patch).where("Id", "in", found.select("Id").orderBy("Id").forUpdate()));
    },

    async updateEach(entity, fields, rows) {
      if (rows.length === 0) return 0;
      for (const row of rows) refuseOverflow(entity, row);
      const written = fields.map((name) => storedField(entity, name));
      // Columns of other names than the table's, so that what is returned is the table's.
      const given = written.map((field, at) => ({ field, as: `c${at}` }));
      const json = rowsJson(rows, [KEY, ...fields], ["k", ...given.map(({ as }) => as)]);
      const columns = [sql`k bigint`, ...given.map(({ field, as }) => JSON_COLUMN[sqlTypeOf(field)](sql.id(as)))];
      const sets = [
        ...given.map(({ field, as }) => sql`${sql.id(field.name)} = v.${sql.id(as)}`),
        ...(entity.fields.rowver ? [sql`rowver = coalesce(t.rowver, 0) + 1`] : []),
      ];
      const market = marketField(entity);
      const ofMarket = market === null ? sql`false` : sql`t.${sql.id(market)} = ${shopId}`;
      // guard scope as sql`true`: tests/server/flows/stores.test.ts
      const own = sql`(t.${sql.id(SHOP)} = ${shopId} or ${ofMarket})`;
      const write = sql`update ${sql.id(entity.table)} t set ${sql.join(sets)}
        from json_to_recordset(${json}::json) as v (${sql.join(columns)}) where t.${sql.id(KEY)} = v.k and ${own}`;
      const isSealed = entity.sealed.some((name) => fields.includes(name));
      if (isSealed) return (await record(entity, "update", write)).length;
      return Number((await write.execute(trx)).numAffectedRows ?? 0n);
    },

    remove: (entity, match) => removed(entity, select(entity, match)),

    removeIn: async (entity, field, values, match = {}) => {
      const wanted = new Set(values);
      return wanted.size === 0 ? 0 : removed(entity, select(entity, match).where(anyOf(storedField(entity, field), wanted)));
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
        .values(entries.map((entry) => valuesOf(entity, upsertRow(entity, shopId, entry))))
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
      return billNumber(prefix, day, await numbers.next(prefix, day));
    },
  });
}

/**
 * The insert of whole rows. What all of them hold, as who wrote them and when, is told once and not with each, which costs both sides most of
 * the time; the rest comes as JSON, under short names.
 */
function insertion(entity: Entity, rows: readonly Row[]): RawBuilder<unknown> {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const differing = columns.filter((name) => rows.some((row) => row[name] !== first[name]));
  // Something has to say how many rows there are.
  const told = differing.length > 0 ? differing : columns.slice(0, 1);
  const shared = columns.filter((name) => !told.includes(name));
  const type = (name: string) => sqlTypeOf(storedField(entity, name));
  const short = told.map((_name, at) => `c${at}`);
  const values = [
    ...told.map((_name, at) => sql`v.${sql.id(short[at] ?? "")}`),
    ...shared.map((name) => typed(storedField(entity, name), first[name] ?? null)),
  ];
  return sql`insert into ${sql.id(entity.table)} (${sql.join([...told, ...shared].map((name) => sql.id(name)))}) select ${sql.join(values)}
    from json_to_recordset(${rowsJson(rows, told, short)}::json)
      as v (${sql.join(told.map((name, at) => JSON_COLUMN[type(name)](sql.id(short[at] ?? ""))))})`;
}

/** A field holds one of the values. */
const anyOf = (field: Field, values: Iterable<Cell>): RawBuilder<boolean> => isAnyOf(sql.ref(field.name), sqlTypeOf(field), values);

function rowFromDb(fields: readonly Field[], record: Record<string, unknown>): Row {
  const row: Record<string, Cell> = {};
  for (const field of fields) row[field.name] = cellFromDb(field, record[field.name]);
  return row;
}

const valuesOf = (entity: Entity, row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, typed(storedField(entity, name), cell)]));

function setter(field: Field, value: Cell | Plus): RawBuilder<unknown> {
  if (!isPlus(value)) return typed(field, value);
  return sql`coalesce(${sql.ref(field.name)}, 0) + ${typed(field, value.plus)}`;
}

const holds = (field: Field, cell: Cell): RawBuilder<boolean> =>
  cell === null ? sql<boolean>`${sql.ref(field.name)} is null` : sql<boolean>`${sql.ref(field.name)} = ${typed(field, cell)}`;

/**
 * A value, with its type in the text of the statement: a connection takes a parameter for what it was when it first read that text, whatever the
 * column has become since (docs/decisions/140).
 */
const typed = (field: Field, cell: Cell): RawBuilder<unknown> => bound(sqlTypeOf(field), cell);
