import { beforeAll, describe, expect, it } from "vitest";
import { KEY, ROW_VERSION, SHOP } from "../../../../src/server/base/technical.ts";
import type { Database } from "../../../../src/server/db/connect.ts";
import { isWrittenOnce } from "../../../../src/server/tables/data/set-aside.ts";
import { storedFields } from "../../../../src/server/tables/tables-of.ts";
import { type Cell, cellFromDb, cellToDb } from "../../../../src/shared/domain/cell.ts";
import { canBecome, decimalsOf, isText, keepsBytes } from "../../../../src/shared/domain/conversion.ts";
import { formatScaled } from "../../../../src/shared/domain/scaled.ts";
import type { Entity, Field, FieldType, Registry } from "../../../../src/shared/registry/model.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { minimalRegistry } from "../../../shared/registry/minimal.ts";
import { describeEngines } from "../../db/fixtures/test-database.ts";
import { registry as shipped } from "../../flows/fixtures/real-registry.ts";
import { checksum, convert, go, madeOf, refusal, serve, TYPES } from "./data-world.ts";

const LONG = 3_600_000;
const DAY = "2025-06-30";
const SHOP_ID = "0000000001";
/** Codes that any of the values below is one of, in a text. */
const CODES = ["1", "1.00", "1.000", "1.000000", "true", "false", DAY, `${DAY} 00:00:00`];
const coded = (codes: readonly (string | number)[]) =>
  codes.map((code) => ({ code, text: String(code), tone: "plain" as const, retitle: [] }));

const isTime = (type: FieldType) => type === "date" || type === "datetime";

/** The field without a first value, and with codes that the values below are of. */
function plain(field: Field): Field {
  const initial = field.type === "bool" ? false : null;
  return field.type === "enum" ? { ...field, initial, values: coded(field.codeType === "int" ? [0, 1] : CODES) } : { ...field, initial };
}

/** Of another type, with the word that says so or without. */
function retyped(field: Field, to: Exclude<FieldType, "id">, isSaid: boolean): Field {
  return {
    ...field,
    type: to,
    length: null,
    codeType: "text",
    values: to === "enum" ? coded(CODES) : [],
    initial: to === "bool" ? false : null,
    convert: isSaid ? convert(field.type as Exclude<FieldType, "id">) : null,
  };
}

/** One, or a day where the other type is a time. */
function valueFor(field: Field, to: FieldType): Cell {
  const isDay = isTime(to) || isTime(field.type);
  if (field.type === "date") return DAY;
  if (field.type === "datetime") return `${DAY} 00:00:00`;
  if (field.type === "bool") return true;
  const decimals = decimalsOf(field.type);
  if (decimals !== null) return field.type === "int" ? 1 : 10n ** BigInt(decimals);
  if (field.type === "enum" && field.codeType === "int") return 1;
  if (to === "datetime") return `${DAY} 00:00:00`;
  return isDay ? DAY : "1";
}

/** What a value says, in whatever type it is kept. */
function meaning(cell: Cell, type: FieldType): string | number | null {
  if (cell === null || cell === "") return null;
  if (typeof cell === "boolean") return Number(cell);
  const decimals = decimalsOf(type);
  const text = typeof cell === "bigint" ? formatScaled(cell, decimals ?? 0) : String(cell);
  if (text === "true" || text === "false") return Number(text === "true");
  return /^-?[\d.]+$/.test(text) ? Number(text) : text.slice(0, 10);
}

const isTechnical = ({ name }: Field) => [KEY, SHOP, ROW_VERSION].includes(name);

/** A registry whose rules ask nothing of the values: what is looked at here is the values. */
function bare(registry: Registry): Registry {
  const entities = Object.fromEntries(
    Object.entries(registry.entities).map(([name, entity]): [string, Entity] => [
      name,
      {
        ...entity,
        checks: [],
        unique: [],
        uniqueEverywhere: [],
        fields: Object.fromEntries(Object.values(entity.fields).map((field) => [field.name, plain(field)])),
      },
    ]),
  );
  return { ...registry, entities };
}

const withFields = (registry: Registry, entity: Entity, change: (field: Field) => Field): Registry => {
  const fields = Object.fromEntries(
    Object.values(entity.fields).map((field) => [field.name, field.computed || isTechnical(field) ? field : change(field)]),
  );
  return { ...registry, entities: { ...registry.entities, [entity.name]: { ...entity, fields } } };
};

const REGISTRIES: readonly (readonly [string, () => Registry])[] = [
  ["small", () => minimalRegistry()],
  ...(IS_LONG ? [["shipped", () => shipped] as const] : []),
];

describe.each(REGISTRIES)("every stored field of the %s registry", (_name, load) => {
  const registry = bare(load());
  const entities = Object.values(registry.entities).filter((entity) => entity.view === null && !isWrittenOnce(entity));
  describeEngines("as every type", (open) => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
      await serve(database.kysely, registry);
    }, LONG);

    // In the short run each entity is taken through two types, each through others.
    const cases = entities.flatMap((entity, at) =>
      TYPES.filter((_, index) => IS_LONG || index % 6 === at % 6).map((to) => [entity.name, to] as const),
    );
    it.each(cases)("%s as %s is refused with the line to write, or says what it said", { timeout: LONG }, async (name, to) => {
      const { kysely: db } = database;
      const entity = registry.entities[name];
      if (!entity) throw new Error(name);
      const fields = storedFields(entity).filter((field) => !isTechnical(field));
      const changes = (field: Field) => !keepsBytes(field, retyped(field, to, false));
      const isMade = (field: Field) => changes(field) && canBecome(field.type, to);
      await db.deleteFrom(entity.table).execute();
      const shop = entity.fields[SHOP] ? { SHOP_ID } : {};
      const filled = Object.fromEntries(fields.map((field) => [field.name, cellToDb(valueFor(field, to))]));
      await db
        .insertInto(entity.table)
        .values([{ ...shop, ...filled }])
        .execute();
      await db
        .insertInto(entity.table)
        .values([{ ...shop, ...Object.fromEntries(fields.filter(({ type }) => type === "bool").map(({ name: own }) => [own, false])) }])
        .execute();
      const before = await checksum(db, registry, name);
      const changed = fields.filter(changes);
      if (changed.length === 0) return;

      const lines = await refusal(
        db,
        registry,
        withFields(registry, entity, (field) => retyped(field, to, false)),
      );
      const words = changed.map((field) =>
        isMade(field)
          ? `${name}.${field.name}: … write "convert": { "from": "${field.type}" }`
          : `${name}.${field.name}: … give the field another name`,
      );
      expect(lines.map((line) => line.replace(/(?<=: )cannot .*?(?=write|give)/, "… ").replace(/ \(.*|, or correct.*/, "")).sort()).toEqual(
        words.sort(),
      );
      expect(await checksum(db, registry, name)).toBe(before);

      const made = fields.filter(isMade);
      if (made.length === 0) return;
      const is = withFields(registry, entity, (field) => (isMade(field) ? retyped(field, to, true) : field));
      const told = await go(db, registry, is);
      const rows = await db.selectFrom(entity.table).selectAll().orderBy(KEY).execute();
      for (const field of made) {
        const target = is.entities[name]?.fields[field.name];
        if (!target) throw new Error(field.name);
        const [first, second] = rows.map((row) => meaning(cellFromDb(target, row[field.name]), to));
        const one = meaning(valueFor(field, to), field.type);
        const empty = field.type === "bool" || to === "bool" ? 0 : null;
        expect(first, `${field.name} of ${field.type}`).toBe(one);
        expect(second, `${field.name} of ${field.type}, empty`).toBe(empty);
        const sums = madeOf(told, field.name)?.sums;
        if (sums) expect(Number(sums.after)).toBe(Number(sums.before));
        if (sums) expect(Number(sums.after)).toBe(Number(first ?? 0) + Number(second ?? 0));
        if (isText(to)) expect(sums).toBeUndefined();
      }
      await go(db, is, registry);
      expect(await checksum(db, registry, name)).toBe(before);
    });
  });
});
