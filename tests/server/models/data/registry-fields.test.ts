import { beforeAll, describe, expect, it } from "vitest";
import { KEY, ROW_VERSION, SHOP } from "../../../../src/server/base/technical.ts";
import type { Database, Db } from "../../../../src/server/db/connect.ts";
import { isWrittenOnce } from "../../../../src/server/tables/data/set-aside.ts";
import { storedFields } from "../../../../src/server/tables/tables-of.ts";
import { type Cell, cellFromDb, cellToDb } from "../../../../src/shared/domain/cell.ts";
import { canBecome, decimalsOf, isText, keepsBytes } from "../../../../src/shared/domain/conversion.ts";
import { formatScaled } from "../../../../src/shared/domain/scaled.ts";
import type { Entity, Field, FieldType, Registry } from "../../../../src/shared/registry/model.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { minimalRegistry } from "../../../shared/registry/minimal.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { registry as shipped } from "../../flows/fixtures/real-registry.ts";
import { checksum, convert, go, refusal, serve, TYPES } from "./data-world.ts";

const LONG = 3_600_000;
const DAY = "2025-06-30";
const SHOP_ID = "0000000001";
/** Codes that any of the values below is one of, in a text. */
const CODES = ["1", "1.00", "1.000", "1.000000", "true", "false", DAY, `${DAY} 00:00:00`];
const coded = (codes: readonly (string | number)[]) =>
  codes.map((code) => ({ code, text: String(code), shown: String(code), tone: "plain" as const, retitle: [] }));

/** The types that the short run takes: one of each family whose values are read in a way of their own. */
const SHORT: readonly FieldType[] = ["text", "quantity", "datetime"];

const isTime = (type: FieldType) => type === "date" || type === "datetime";

/** The field without a first value, and with codes that the values below are of. */
function plain(field: Field): Field {
  const initial = field.type === "bool" ? false : null;
  return field.type === "enum" ? { ...field, initial, values: coded(field.codeType === "int" ? [0, 1] : CODES) } : { ...field, initial };
}

/** A number that is a code says no day by itself: a map has to. */
const needsMap = (field: Field, to: FieldType) => field.type === "enum" && field.codeType === "int" && isTime(to);

/** Of another type, with the word that says so or without. */
function retyped(field: Field, to: Exclude<FieldType, "id">, isSaid: boolean): Field {
  const map = needsMap(field, to) ? { map: { "1": to === "date" ? DAY : `${DAY} 00:00:00` } } : {};
  return {
    ...field,
    type: to,
    length: null,
    codeType: "text",
    values: to === "enum" ? coded(CODES) : [],
    initial: to === "bool" ? false : null,
    convert: isSaid ? convert(field.type as Exclude<FieldType, "id">, map) : null,
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

/** The fields whose values are looked at: what rows are told apart by stays what it is. */
const ownFields = (entity: Entity) => storedFields(entity).filter((field) => !isTechnical(field));

const withFields = (registry: Registry, names: ReadonlySet<string>, change: (field: Field) => Field): Registry => {
  const entities = Object.entries(registry.entities).map(([name, entity]): [string, Entity] => {
    if (!names.has(name)) return [name, entity];
    const changed = ownFields(entity).map((field): [string, Field] => [field.name, change(field)]);
    return [name, { ...entity, fields: { ...entity.fields, ...Object.fromEntries(changed) } }];
  });
  return { ...registry, entities: Object.fromEntries(entities) };
};

/** What is refused, without how many rows and which. */
const brief = (line: string) => line.replace(/(?<=: )cannot .*?(?=write|give)/, "… ").replace(/ \(.*|, or correct.*/, "");

const REGISTRIES: readonly (readonly [string, () => Registry])[] = [
  ["small", () => minimalRegistry()],
  ...(IS_LONG ? [["shipped", () => shipped] as const] : []),
];

describe.each(REGISTRIES)("every stored field of the %s registry", (_name, load) => {
  const registry = bare(load());
  const entities = Object.values(registry.entities).filter((entity) => entity.view === null && !isWrittenOnce(entity));
  const names = new Set(entities.map(({ name }) => name));
  describeEnginesInLong("at once", (open) => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
      await serve(database.kysely, registry);
    }, LONG);

    it.each(TYPES.filter((type) => IS_LONG || SHORT.includes(type)))(
      "as %s is refused with the line to write, or says what it said",
      { timeout: LONG },
      async (to) => {
        const { kysely: db } = database;
        const changes = (field: Field) => !keepsBytes(field, retyped(field, to, false));
        const isMade = (field: Field) => changes(field) && canBecome(field.type, to);
        const sums = new Map<string, string>();
        for (const entity of entities) {
          await fillOne(db, entity, to);
          sums.set(entity.name, await checksum(db, registry, entity.name));
        }
        const unchanged = async () => {
          for (const { name } of entities) expect(await checksum(db, registry, name), name).toBe(sums.get(name));
        };

        const untold = withFields(registry, names, (field) => retyped(field, to, false));
        const words = entities.flatMap((entity) =>
          ownFields(entity)
            .filter(changes)
            .map((field) => {
              const advice = isMade(field) ? `write "convert": { "from": "${field.type}" }` : "give the field another name";
              return `${entity.name}.${field.name}: … ${advice}`;
            }),
        );
        expect((await refusal(db, registry, untold)).map(brief).sort()).toEqual(words.sort());
        await unchanged();

        const is = withFields(registry, names, (field) => (isMade(field) ? retyped(field, to, true) : field));
        const told = await go(db, registry, is);
        for (const entity of entities) {
          const rows = await db.selectFrom(entity.table).selectAll().orderBy(KEY).execute();
          for (const field of ownFields(entity).filter(isMade)) {
            const place = `${entity.name}.${field.name} of ${field.type}`;
            const target = retyped(field, to, true);
            const [first, second] = rows.map((row) => meaning(cellFromDb(target, row[field.name]), to));
            expect(first, place).toBe(needsMap(field, to) ? DAY : meaning(valueFor(field, to), field.type));
            expect(second, `${place}, empty`).toBe(field.type === "bool" || to === "bool" ? 0 : null);
            const made = told.find((each) => each.entity === entity.name && each.rule === null && each.fields[0] === field.name)?.data.made;
            expect(made?.values, place).toBe(field.type === "bool" ? 2 : 1);
            if (made?.sums) expect(Number(made.sums.after), place).toBe(Number(made.sums.before));
            if (made?.sums) expect(Number(made.sums.after), place).toBe(Number(first ?? 0) + Number(second ?? 0));
            if (isText(to)) expect(made?.sums, place).toBeUndefined();
          }
        }
        await go(db, is, registry);
        await unchanged();
      },
    );
  });
});

/** One row in which every field has a value, and one in which none has. */
async function fillOne(db: Db, entity: Entity, to: FieldType): Promise<void> {
  const fields = ownFields(entity);
  const shop = entity.fields[SHOP] ? { SHOP_ID } : {};
  const insert = (row: object) =>
    db
      .insertInto(entity.table)
      .values([{ ...shop, ...row }])
      .execute();
  await db.deleteFrom(entity.table).execute();
  await insert(Object.fromEntries(fields.map((field) => [field.name, cellToDb(valueFor(field, to))])));
  await insert(Object.fromEntries(fields.filter(({ type }) => type === "bool").map(({ name }) => [name, false])));
}
