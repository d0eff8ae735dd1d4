import { beforeAll, describe, expect, it } from "vitest";
import { KEY, ROW_VERSION, SHOP } from "../../../../src/server/base/technical.ts";
import type { Database, Db } from "../../../../src/server/db/connect.ts";
import { countRows } from "../../../../src/server/models/rows-concerned.ts";
import { isWrittenOnce, readAsides } from "../../../../src/server/tables/data/set-aside.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import { storedFields } from "../../../../src/server/tables/tables-of.ts";
import { type Cell, cellToDb } from "../../../../src/shared/domain/cell.ts";
import type { Entity, Field, FieldType, Registry } from "../../../../src/shared/registry/model.ts";
import type { Change } from "../../../../src/shared/registry/plan/change.ts";
import { diffModels } from "../../../../src/shared/registry/plan/diff-models.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { minimalRegistry } from "../../../shared/registry/minimal.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { registry as shipped } from "../../flows/fixtures/real-registry.ts";
import { checksum, go, registryOf, SHOP as SHOP_ID, serve } from "./data-world.ts";

const LONG = 3_600_000;

/** A value of each type; of a list of codes its first one. */
const VALUES: Readonly<Record<FieldType, Cell>> = {
  id: null,
  string: "a",
  text: "a",
  ref: "a",
  url: "/a",
  images: "/a.png",
  int: 7,
  bool: true,
  date: "2025-06-30",
  datetime: "2025-06-30 08:30:00",
  money: 12345n,
  price: 12345n,
  quantity: 12345n,
  rate: 130_000n,
  enum: null,
};
const codeOf = ({ values }: Field) => values[0]?.code ?? null;
const cellOf = (field: Field): Cell => (field.type === "enum" ? codeOf(field) : VALUES[field.type]);

const isOwn = ({ name }: Field) => ![KEY, SHOP, ROW_VERSION].includes(name);
const ownFields = (entity: Entity) => storedFields(entity).filter(isOwn);
const renamed = (at: Change["at"], was: string): Change => ({ class: "access", verb: "renamed", part: null, at, was });

/** The tables of a registry with their indexes, as far as they are about stored fields and ask nothing of the values. */
function tablesOnly(registry: Registry): Registry {
  const entities = Object.values(registry.entities).filter((entity) => entity.view === null && !isWrittenOnce(entity));
  return registryOf(
    ...entities.map((entity) => ({
      ...entity,
      checks: [],
      head: null,
      fields: Object.fromEntries(
        storedFields(entity).map((field) => [field.name, { ...field, initial: field.type === "bool" ? false : null }]),
      ),
    })),
  );
}

const mapped = (registry: Registry, change: (entity: Entity) => Entity) => registryOf(...Object.values(registry.entities).map(change));

/** Every own field of every entity under another name, indexes and all. */
function withNames(registry: Registry): Registry {
  return mapped(registry, (entity) => {
    const own = new Set(ownFields(entity).map(({ name }) => name));
    const called = (name: string) => (own.has(name) ? newName(name) : name);
    return {
      ...entity,
      fields: Object.fromEntries(Object.values(entity.fields).map((field) => [called(field.name), { ...field, name: called(field.name) }])),
      unique: entity.unique.map((names) => names.map(called)),
      uniqueEverywhere: entity.uniqueEverywhere.map((names) => names.map(called)),
      indexes: entity.indexes.map((parts) => parts.map((part) => ({ ...part, field: called(part.field) }))),
      supplierField: entity.supplierField === null ? null : called(entity.supplierField),
    };
  });
}
const newName = (name: string) => `${name}_2`;

/** Every field with codes has its first one under another name. */
const withCodes = (registry: Registry) =>
  mapped(registry, (entity) =>
    withField(entity, (field) => ({
      ...field,
      values: field.values.map((value, at) => (at === 0 ? { ...value, code: nextCode(field) } : value)),
    })),
  );
const nextCode = (field: Field) => (field.codeType === "int" ? 987_654 : "renamed");

const withField = (entity: Entity, change: (field: Field) => Field): Entity => ({
  ...entity,
  fields: Object.fromEntries(Object.values(entity.fields).map((field) => [field.name, change(field)])),
});

const REGISTRIES: readonly (readonly [string, () => Registry])[] = [
  IS_LONG ? ["shipped", () => shipped] : ["small", () => minimalRegistry()],
];

describe.each(REGISTRIES)("everything that is stored of the %s registry", (_name, load) => {
  const was = tablesOnly(load());
  const entities = Object.values(was.entities);
  const all = entities.flatMap((entity) =>
    ownFields(entity).map((field) => ({ entity, field, at: { entity: entity.name, field: field.name } })),
  );
  const coded = all.filter(({ field }) => field.type === "enum" && field.values.length > 0);

  describeEnginesInLong("at once", (open) => {
    let db: Db;
    let sums: ReadonlyMap<string, string>;
    beforeAll(async () => {
      const database: Database = await open();
      db = database.kysely;
      await serve(db, was);
      for (const entity of entities) {
        const shop = entity.fields[SHOP] ? { SHOP_ID } : {};
        const row = Object.fromEntries(ownFields(entity).map((field) => [field.name, cellToDb(cellOf(field))]));
        await db
          .insertInto(entity.table)
          .values([{ ...shop, ...row }])
          .execute();
      }
      sums = await sumsOf(was);
    }, LONG);
    const sumsOf = async (model: Registry) => {
      const found = new Map<string, string>();
      for (const { name } of Object.values(model.entities)) found.set(name, await checksum(db, model, name));
      return found;
    };

    it("keeps its values under other names, which nothing is built anew for, and gets its names back", { timeout: LONG }, async () => {
      const before = await introspect(db);
      const is = withNames(was);
      const changes = all.map(({ entity, field }) => renamed({ entity: entity.name, field: newName(field.name) }, field.name));
      const counted = await countRows(db, was, changes);
      expect(counted.filter(({ rows }) => rows !== 1)).toEqual([]);
      expect(await go(db, was, is, is, changes)).toEqual([]);
      expect(await sumsOf(is)).toEqual(sums);
      expect([...(await introspect(db)).indexes.keys()].length).toBe(before.indexes.size);
      await go(
        db,
        is,
        was,
        was,
        all.map(({ entity, field }) => renamed({ entity: entity.name, field: field.name }, newName(field.name))),
      );
      expect(await sumsOf(was)).toEqual(sums);
      expect(await introspect(db)).toEqual(before);
    });

    it("has other codes in its rows, and the first ones again", { timeout: LONG }, async () => {
      const is = withCodes(was);
      const renaming = ({ entity, field }: (typeof coded)[number], from: unknown, to: unknown) =>
        renamed({ entity: entity.name, field: field.name, code: String(to) }, String(from));
      const there = coded.map((each) => renaming(each, codeOf(each.field), nextCode(each.field)));
      expect((await countRows(db, was, there)).filter(({ rows }) => rows !== 1)).toEqual([]);
      await go(db, was, is, is, there);
      for (const { entity, field } of coded) {
        const [row] = await db.selectFrom(entity.table).select(field.name).execute();
        expect(row?.[field.name], `${entity.name}.${field.name}`).toBe(nextCode(field));
      }
      await go(
        db,
        is,
        was,
        was,
        coded.map((each) => renaming(each, nextCode(each.field), codeOf(each.field))),
      );
      expect(await sumsOf(was)).toEqual(sums);
    });

    it("is told with its rows and held where a field or a code in use is gone, and stays what it is", { timeout: LONG }, async () => {
      const model = (registry: Registry): Registry => ({
        ...load(),
        entities: registry.entities,
        modules: {},
        profiles: {},
        prints: {},
        groups: [],
      });
      const codes = mapped(was, (entity) => withField(entity, (field) => ({ ...field, values: field.values.slice(1) })));
      const lost = await countRows(db, was, diffModels(model(was), model(codes)));
      for (const { field, at } of coded)
        expect(lost).toContainEqual(
          expect.objectContaining({ class: "held", verb: "removed", at: { ...at, code: String(codeOf(field)) }, rows: 1 }),
        );
      expect(await go(db, was, codes)).toEqual([]);
      expect(await sumsOf(was)).toEqual(sums);

      const none = mapped(was, (entity) => ({
        ...entity,
        ...{ unique: [], uniqueEverywhere: [], indexes: [], supplierField: null },
        fields: Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => !isOwn(field))),
      }));
      const gone = await countRows(db, was, diffModels(model(was), model(none)));
      for (const { at } of all.filter(({ field }) => cellOf(field) !== null))
        expect(gone).toContainEqual(expect.objectContaining({ class: "held", verb: "removed", at, rows: 1 }));
      await go(db, codes, none);
      expect(await readAsides(db)).toHaveLength(all.length);
      await go(db, none, was);
      expect(await sumsOf(was)).toEqual(sums);
      expect(await readAsides(db)).toEqual([]);
    });
  });
});
