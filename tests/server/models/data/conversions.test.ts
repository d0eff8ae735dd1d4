import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../../src/server/db/connect.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import { type Cell, cellFromDb, cellToDb } from "../../../../src/shared/domain/cell.ts";
import { canBecome, decimalsOf, keepsBytes, mayRound } from "../../../../src/shared/domain/conversion.ts";
import { divideRounded, formatScaled } from "../../../../src/shared/domain/scaled.ts";
import type { Convert, Field, FieldType } from "../../../../src/shared/registry/model.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { checksum, convert, go, madeOf, oneEntity, refusal, SHOP, serve, TYPES, typed } from "./data-world.ts";

const LONG = 600_000;
const CODES = ["a", "12", "2025-06-30", "true"].map((code) => ({ code, text: code, shown: code, tone: "plain" as const, retitle: [] }));
const NUMBERS = [0, 1, 12].map((code) => ({ code, text: String(code), shown: String(code), tone: "plain" as const, retitle: [] }));

/** The forms that a field may have: every type, a list of whole numbers besides. */
const FORMS = [...TYPES, "number codes"] as const;
type Form = (typeof FORMS)[number];
const typeOf = (form: Form): Exclude<FieldType, "id"> => (form === "number codes" ? "enum" : form);
const fieldAs = (name: string, form: Form, more: Partial<Field> = {}): Field =>
  typed(name, typeOf(form), {
    ...(form === "number codes" ? { values: NUMBERS, codeType: "int" } : form === "enum" ? { values: CODES } : {}),
    ...more,
  });

/** Values of each form, as cells. */
const TEXTS = [
  "",
  "12",
  "-3.5",
  "0.0005",
  "a",
  "true",
  "2025-06-30",
  "2024-02-29 08:30:00",
  "2025-02-30",
  "n/a",
  "1e5",
  " 7",
  "999999999999999",
];
const VALUES: Readonly<Record<Form, readonly Exclude<Cell, null>[]>> = {
  string: TEXTS,
  text: TEXTS,
  ref: TEXTS,
  url: TEXTS,
  images: TEXTS,
  int: [0, 1, 12, -7, 2_147_483_647],
  bool: [true, false],
  date: ["2025-06-30", "1999-12-31"],
  datetime: ["2025-06-30 00:00:00", "2025-06-30 23:59:59"],
  money: [0n, 100n, 12345n, -12345n, 1200n, 999_999_999_999_999n],
  price: [0n, 12_500n, 1_234_500n, 3375n, -3375n, 120_000n, 99_999_999_999_999_999n],
  quantity: [0n, 1000n, 123_450n, 123_455n, -123_455n, 12_000n, 999_999_999_999_999_999n],
  rate: [0n, 1_000_000n, 130_000n, 125_500n, 124_999n, -125_000n, 12_000_000n],
  enum: CODES.map(({ code }) => code),
  "number codes": NUMBERS.map(({ code }) => code),
};

/** How people write a cell. */
function written(cell: Exclude<Cell, null>, form: Form): string {
  const decimals = decimalsOf(typeOf(form));
  const text = decimals === null || typeof cell !== "bigint" ? String(cell) : formatScaled(cell, decimals);
  // A price has two decimals, and more where it needs them.
  return form === "price" ? text.replace(/0{1,2}$/, "") : text;
}

/** What a value becomes, written down without any SQL; undefined: it cannot be made. */
function expected(cell: Exclude<Cell, null>, from: Form, to: Form): Cell | undefined {
  const text = written(cell, from);
  const [source, target] = [fieldAs("f", from), fieldAs("f", to)];
  if (keepsBytes(source, target)) return cell;
  if (target.codeType !== "int" && target.type !== "enum" && TEXTS_OF.has(target.type)) return text;
  if (text === "") return null;
  const decimals = decimalsOf(target.type);
  if (decimals !== null) {
    const number = from === "bool" ? (cell === true ? "1" : "0") : text;
    const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(number) ?? [];
    if (whole === "") return undefined;
    const digits = BigInt(sign + whole + fraction) * 10n ** BigInt(decimals);
    const scaled = divideRounded(digits, 10n ** BigInt(fraction.length));
    const limit = { int: 2n ** 31n, money: 10n ** 15n, price: 10n ** 17n, quantity: 10n ** 18n, rate: 2n ** 63n - 1n }[
      target.type as "int"
    ];
    if (scaled >= limit || scaled <= -limit) return undefined;
    return target.type === "int" ? Number(scaled) : scaled;
  }
  if (target.type === "bool") {
    const known: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };
    return known[decimalsOf(source.type) === null ? text : text.replace(/\.0+$/, "")];
  }
  if (target.type === "date")
    return isDay(text.slice(0, 10)) && (from === "datetime" || text.length === 10) ? text.slice(0, 10) : undefined;
  if (target.type === "datetime") {
    if (from === "date") return `${text} 00:00:00`;
    return isDay(text.slice(0, 10)) && /^.{10} \d\d:\d\d:\d\d$/.test(text) ? text : undefined;
  }
  if (to === "enum") return CODES.some(({ code }) => code === text) ? text : undefined;
  const number =
    from === "bool" ? Number(cell) : Number(decimalsOf(source.type) !== null ? text : /^-?\d{1,9}$/.test(text) ? text : Number.NaN);
  return NUMBERS.some(({ code }) => code === number) ? number : undefined;
}

const TEXTS_OF: ReadonlySet<FieldType> = new Set(["string", "text", "ref", "url", "images"]);
const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

const name = (form: Form) => `f_${form.replace(" ", "_")}`;
const ROWS = 14;

/** A table with a column of every form, in whose rows stand those of its values that `isIn` takes; and the model that made them another one. */
function stepTo(to: Form, isIn: (cell: Exclude<Cell, null>, from: Form) => boolean) {
  const isStep = (form: Form) => !keepsBytes(fieldAs("f", form), fieldAs("f", to)) && canBecome(typeOf(form), typeOf(to));
  const values = new Map(FORMS.map((form) => [form, VALUES[form].filter((cell) => !isStep(form) || isIn(cell, form))]));
  const rows = Array.from({ length: ROWS }, (_, at) =>
    Object.fromEntries(
      FORMS.map((form) => {
        const own = values.get(form) ?? [];
        // One row in which nothing is filled.
        const cell = (at === 0 && form !== "bool" ? null : own[at % own.length]) ?? (form === "bool" ? false : null);
        return [name(form), cell] as const;
      }),
    ),
  );
  const rounding = (form: Form): Partial<Convert> =>
    mayRound(typeOf(form), typeOf(to)) ? { rounding: to === "date" ? "down" : "half-up" } : {};
  return {
    isStep,
    hasValues: (form: Form) => (values.get(form) ?? []).length > 0,
    rows,
    was: oneEntity(FORMS.map((form) => fieldAs(name(form), form))),
    is: oneEntity(
      FORMS.map((form) =>
        isStep(form) ? fieldAs(name(form), to, { convert: convert(typeOf(form), rounding(form)) }) : fieldAs(name(form), form),
      ),
    ),
    untold: oneEntity(FORMS.map((form) => fieldAs(name(form), to))),
  };
}

const dbRow = (row: Readonly<Record<string, Cell>>) => ({
  SHOP_ID: SHOP,
  ...Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, cellToDb(cell)])),
});

describeEnginesInLong("a field of each form that becomes one of another", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it.each(FORMS)(
    "%s: without a word it is refused with the word to write; with it values and sums are what was told, and the way back gives the bytes",
    {
      timeout: LONG,
    },
    async (to) => {
      const { kysely: db } = database;
      const { isStep, rows, was, is, untold } = stepTo(to, (cell, from) => expected(cell, from, to) !== undefined);
      await db.schema.dropTable("sample").ifExists().execute();
      await serve(db, was);
      await db.insertInto("sample").values(rows.map(dbRow)).execute();
      const before = await checksum(db, was);

      // A value that the first model has is asked for first: yes and no are never empty.
      const lines = await refusal(db, was, untold);
      const changed = FORMS.filter((form) => !keepsBytes(fieldAs("f", form), fieldAs("f", to)));
      const isEmpty = (form: Form) => rows.every((row) => row[name(form)] === null || row[name(form)] === "");
      for (const form of changed.filter((each) => !isEmpty(each))) {
        const own = lines.filter((line) => line.startsWith(`Sample.${name(form)}: `));
        expect(own).toEqual([
          expect.stringContaining(isStep(form) ? `write "convert": { "from": "${typeOf(form)}" }` : "give the field another name"),
        ]);
      }
      expect(await checksum(db, was)).toBe(before);

      const told = await go(db, was, is);
      const made = await db.selectFrom("sample").selectAll().orderBy("Id").execute();
      for (const form of FORMS.filter(isStep)) {
        const target = fieldAs("f", to);
        const wanted = rows.map((row) => {
          const cell = row[name(form)] ?? null;
          const becomes = cell === null ? null : (expected(cell, form, to) ?? null);
          return to === "bool" ? (becomes ?? false) : becomes;
        });
        expect(made.map((row) => cellFromDb(target, row[name(form)]))).toEqual(wanted);
        const data = madeOf(told, name(form));
        expect(data?.values).toBe(rows.filter((row) => row[name(form)] !== null && row[name(form)] !== "").length);
        const [few, many] = [decimalsOf(typeOf(to)), decimalsOf(typeOf(form))];
        if (few === null || many === null) continue;
        const sum = (cells: readonly Cell[], decimals: number) =>
          formatScaled(
            cells.reduce<bigint>((all, cell) => all + BigInt((cell as bigint | null) ?? 0), 0n),
            decimals,
          );
        expect(data?.sums).toEqual({
          before: sum(
            rows.map((row) => row[name(form)] ?? null),
            many,
          ),
          after: sum(wanted, few),
        });
      }

      await go(db, is, was);
      expect(await checksum(db, was)).toBe(before);
    },
  );

  it.each(FORMS)("%s: a value that cannot be made stands in the way, with its row", { timeout: LONG }, async (to) => {
    const { kysely: db } = database;
    const { isStep, hasValues, rows, was, is } = stepTo(to, (cell, from) => expected(cell, from, to) === undefined);
    await db.schema.dropTable("sample").ifExists().execute();
    await serve(db, was);
    await db.insertInto("sample").values(rows.map(dbRow)).execute();
    const broken = FORMS.filter((form) => isStep(form) && hasValues(form));
    if (broken.length === 0) return;
    const lines = await refusal(db, was, is);
    for (const form of broken) {
      const own = lines.filter((line) => line.startsWith(`Sample.${name(form)}: cannot be applied: `));
      const rowsTold = own.reduce((all, line) => all + Number(/applied: (\d+) value/.exec(line)?.[1]), 0);
      expect(rowsTold, form).toBe(rows.filter((row) => row[name(form)] !== null).length);
      expect(own[0]).toMatch(/\(0000000001\/\d+(, 0000000001\/\d+)*(, …)?\)/);
    }
    // The column to come is gone with it.
    const columns = [...((await introspect(db)).tables.get("sample")?.keys() ?? [])];
    expect(columns.filter((column) => column.startsWith("_next_"))).toEqual([]);
  });
});
