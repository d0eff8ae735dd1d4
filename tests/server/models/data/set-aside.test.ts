import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Db } from "../../../../src/server/db/connect.ts";
import { keepModel, keptModels } from "../../../../src/server/models/model-history.ts";
import { purgeAsides } from "../../../../src/server/models/purge-asides.ts";
import { readAsides, sizesOfAsides } from "../../../../src/server/tables/data/set-aside.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import type { Field } from "../../../../src/shared/registry/model.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { sampleEntity } from "../../query/fixtures/sample-entity.ts";
import { checksum, convert, empty, go, madeOf, oneEntity, refusal, registryOf, SHOP, serve, typed } from "./data-world.ts";

const CODES = (...codes: readonly number[]): Partial<Field> => ({
  codeType: "int",
  values: codes.map((code) => ({ code, text: String(code), shown: String(code), tone: "plain", retitle: [] })),
});

describeEnginesInLong("what no field has any longer", (open) => {
  let db: Db;
  beforeAll(async () => {
    ({ kysely: db } = await open());
  });
  beforeEach(() => empty(db));
  const insert = (...rows: readonly object[]) =>
    db
      .insertInto("sample")
      .values(rows.map((row) => ({ SHOP_ID: SHOP, ...row })))
      .execute();
  const all = (...names: readonly string[]) => db.selectFrom("sample").select(names).orderBy("Id").execute();
  const columns = async () => [...((await introspect(db)).tables.get("sample")?.keys() ?? [])];

  it("is set aside with what was built over it, and comes back with its values", async () => {
    const name = typed("name", "string", { length: 20 });
    const was = oneEntity([name, typed("code", "string"), typed("flag", "bool"), typed("paid", "money")], { unique: [["code"]] });
    const is = oneEntity([name]);
    await serve(db, was);
    await insert({ name: "a", code: "1", flag: true, paid: "150" }, { name: "b", code: "2", flag: false, paid: null });
    const before = await checksum(db, was);
    await go(db, was, is);
    expect(await columns()).toEqual([
      "Id",
      "SHOP_ID",
      "name",
      expect.stringMatching(/^_aside_/),
      expect.stringMatching(/^_aside_/),
      expect.stringMatching(/^_aside_/),
    ]);
    expect([...(await introspect(db)).indexes.keys()].filter((index) => index.startsWith("ux__sample"))).toEqual([]);
    expect((await sizesOfAsides(db)).map(({ entity, field, values }) => [entity, field, values]).sort()).toEqual([
      ["Sample", "code", 2],
      ["Sample", "flag", 2],
      ["Sample", "paid", 1],
    ]);
    // Neither the unique key nor that a flag is never empty stands in the way of new rows.
    await insert({ name: "c" }, { name: "d" });
    await go(db, is, was);
    expect(await all("name", "code", "flag", "paid")).toEqual([
      { name: "a", code: "1", flag: true, paid: "150" },
      { name: "b", code: "2", flag: false, paid: null },
      { name: "c", code: null, flag: false, paid: null },
      { name: "d", code: null, flag: false, paid: null },
    ]);
    await db.deleteFrom("sample").where("name", "in", ["c", "d"]).execute();
    expect(await checksum(db, was)).toBe(before);
    expect(await readAsides(db)).toEqual([]);
    expect([...(await introspect(db)).indexes.keys()]).toContain("ux__sample__SHOP_ID__code");
    expect((await introspect(db)).tables.get("sample")?.get("flag")).toEqual({ type: "boolean", isNotNull: true, hasDefault: true });
  });

  it("is a new field beside it where the type is another one", async () => {
    const [was, none, is] = [oneEntity([typed("x", "money")]), oneEntity([]), oneEntity([typed("x", "string")])];
    await serve(db, was);
    await insert({ x: "150" });
    await go(db, was, none);
    await go(db, none, is);
    expect(await all("x")).toEqual([{ x: null }]);
    expect((await readAsides(db)).map(({ field }) => field)).toEqual(["x"]);
  });

  it("of the time before columns were set aside is used where it fits, else set aside", async () => {
    const [none, is] = [oneEntity([]), oneEntity([typed("x", "money"), typed("y", "money")])];
    await serve(db, none);
    await db.schema.alterTable("sample").addColumn("x", "bigint").addColumn("y", "text").execute();
    await insert({ x: "150", y: "once" });
    await go(db, none, is);
    expect(await all("x", "y")).toEqual([{ x: "150", y: null }]);
    expect((await readAsides(db)).map(({ field }) => field)).toEqual(["y"]);
  });

  it("is a whole table, that comes back with its entity", async () => {
    const other = { ...sampleEntity(), name: "Other", table: "other", checks: [], unique: [["s1"]], indexes: [] };
    const sample = oneEntity([typed("x", "money")]).entities.Sample;
    if (!sample) throw new Error("Sample");
    const [was, is] = [registryOf(sample, other), registryOf(sample)];
    await serve(db, was);
    await db.insertInto("other").values({ SHOP_ID: SHOP, s1: "a", m1: "150" }).execute();
    const [before, schema] = [await checksum(db, was, "Other"), await introspect(db)];
    await go(db, was, is);
    const { tables, indexes } = await introspect(db);
    expect(tables.has("other")).toBe(false);
    expect([...indexes.keys()].filter((index) => /^[iu]x__other/.test(index))).toEqual([]);
    expect((await sizesOfAsides(db)).map(({ entity, field, values }) => [entity, field, values])).toEqual([["Other", null, 1]]);
    await go(db, is, was);
    expect(await checksum(db, was, "Other")).toBe(before);
    const again = await introspect(db);
    expect([...again.indexes.keys()].sort()).toEqual([...schema.indexes.keys()].sort());
    expect(again.tables).toEqual(schema.tables);
  });

  it("is purged by command only, and that is written down", async () => {
    const [was, is] = [oneEntity([typed("x", "money")]), oneEntity([])];
    await serve(db, was);
    await keepModel(db, { version: "v", files: [{ path: "modules.json", text: "{}" }], by: "files", changes: [], at: new Date() });
    await insert({ x: "150" });
    await go(db, was, is);
    const sizes = await sizesOfAsides(db);
    expect(sizes).toEqual([expect.objectContaining({ entity: "Sample", field: "x", values: 1, bytes: 8 })]);
    await purgeAsides(db, sizes, { by: "admin", at: new Date() });
    expect(await columns()).toEqual(["Id", "SHOP_ID"]);
    expect(await readAsides(db)).toEqual([]);
    const [last] = await keptModels(db, 1);
    expect(last).toMatchObject({
      version: "v",
      by: "admin",
      changes: [{ class: "held", verb: "purged", part: null, at: { entity: "Sample", field: "x" }, rows: 1 }],
    });
  });
});

describeEnginesInLong("values that are made anew", (open) => {
  let db: Db;
  beforeAll(async () => {
    ({ kysely: db } = await open());
  });
  beforeEach(() => empty(db));
  const insert = (...rows: readonly object[]) =>
    db
      .insertInto("sample")
      .values(rows.map((row) => ({ SHOP_ID: SHOP, ...row })))
      .execute();
  const values = async (field = "x") => (await db.selectFrom("sample").select(field).orderBy("Id").execute()).map((row) => row[field]);

  it("are rounded only where the file says how, and that is told", async () => {
    const was = oneEntity([typed("x", "quantity")]);
    const to = (more: object) => oneEntity([typed("x", "money", { convert: convert("quantity", more) })]);
    await serve(db, was);
    await insert({ x: "123450" }, { x: "1005" }, { x: "-1015" }, { x: null });
    expect(await refusal(db, was, to({}))).toEqual([
      'Sample.x: cannot be applied: 2 values would be rounded (0000000001/2, 0000000001/3): write "convert": { "from": "quantity", "rounding": "half-up" }, or correct the rows',
    ]);
    for (const [rounding, cents, sum] of [
      ["half-up", ["12345", "101", "-102", null], "123.44"],
      ["half-even", ["12345", "100", "-102", null], "123.43"],
      ["down", ["12345", "100", "-101", null], "123.44"],
    ] as const) {
      const made = madeOf(await go(db, was, to({ rounding })), "x");
      expect(await values()).toEqual(cents);
      expect(made).toMatchObject({ values: 3, rounded: 2, filled: 0, sums: { before: "123.440", after: sum } });
      const back = madeOf(await go(db, to({ rounding }), was), "x");
      expect(await values()).toEqual(["123450", "1005", "-1015", null]);
      expect(back).toMatchObject({ values: 3, restored: 3 });
    }
  });

  it("keep what was changed since on the way back", async () => {
    const [was, is] = [
      oneEntity([typed("x", "quantity")]),
      oneEntity([typed("x", "money", { convert: convert("quantity", { rounding: "down" }) })]),
    ];
    await serve(db, was);
    await insert({ x: "1005" }, { x: "2005" });
    await go(db, was, is);
    await db.updateTable("sample").set({ x: "777" }).where("x", "=", "200").execute();
    await insert({ x: "300" });
    await go(db, is, was);
    expect(await values()).toEqual(["1005", "7770", "3000"]);
  });

  it("are other codes by a map, and these again", async () => {
    const was = oneEntity([typed("x", "enum", CODES(1, 2, 3))]);
    const to = (map: object) => oneEntity([typed("x", "enum", { ...CODES(1, 5), convert: convert("enum", { map: map as never }) })]);
    await serve(db, was);
    await insert({ x: 1 }, { x: 2 }, { x: 3 });
    expect(await refusal(db, was, to({ "2": 5 }))).toEqual([
      'Sample.x: cannot be applied: 1 value is none of the codes (0000000001/3): write "convert": { "from": "enum", "map": { "2": 5, "3": 1 } }, or correct the rows',
    ]);
    await go(db, was, to({ "2": 5, "3": 5 }));
    expect(await values()).toEqual([1, 5, 5]);
    // Once is once.
    await go(db, to({ "2": 5, "3": 5 }), to({ "2": 5, "3": 5 }));
    await go(db, to({ "2": 5, "3": 5 }), was);
    expect(await values()).toEqual([1, 2, 3]);
  });

  it("are shorter texts only where the file says so", async () => {
    const was = oneEntity([typed("x", "string", { length: 20 })]);
    const to = (more: Partial<Field>) => oneEntity([typed("x", "string", { length: 3, ...more })]);
    await serve(db, was);
    await insert({ x: "abcdef" }, { x: "abc" });
    expect(await refusal(db, was, to({}))).toEqual([
      'Sample.x: cannot be applied: 1 value is too long (0000000001/1): write "convert": { "from": "string", "cut": true }, or correct the rows',
    ]);
    await go(db, was, to({ convert: convert("string", { cut: true }) }));
    expect(await values()).toEqual(["abc", "abc"]);
    await go(db, to({ convert: convert("string", { cut: true }) }), was);
    expect(await values()).toEqual(["abcdef", "abc"]);
  });

  it("go with another name, other codes, indexes and rules in one step", async () => {
    const check = (field: string, code: number) => ({ checks: [{ name: "own", require: { ne: [field, code] as const } }] });
    const was = oneEntity([typed("x", "money"), typed("k", "enum", CODES(1, 2))], {
      indexes: [[{ field: "x", descending: false }]],
      ...check("k", 9),
    });
    const followed = oneEntity([typed("y", "money"), typed("k", "enum", CODES(7, 2))], {
      indexes: [[{ field: "y", descending: false }]],
      ...check("k", 9),
    });
    const is = oneEntity([typed("y", "quantity", { convert: convert("money") }), typed("k", "enum", CODES(7, 2))], {
      indexes: [[{ field: "y", descending: false }]],
      ...check("k", 1),
    });
    await serve(db, was);
    await insert({ x: "12345", k: 1 }, { x: null, k: 2 });
    await go(db, was, is, followed, [
      { class: "access", verb: "renamed", part: null, at: { entity: "Sample", field: "y" }, was: "x", is: "y" },
      { class: "access", verb: "renamed", part: null, at: { entity: "Sample", field: "k", code: "7" }, was: "1", is: "7" },
    ]);
    expect(await values("y")).toEqual(["123450", null]);
    expect(await values("k")).toEqual([7, 2]);
    const { indexes, checks } = await introspect(db);
    expect([...indexes.keys()].filter((name) => name.startsWith("ix__sample"))).toContain("ix__sample__SHOP_ID__y");
    expect([...indexes.keys()].filter((name) => name.startsWith("_old_"))).toEqual([]);
    expect([...checks.keys()].filter((name) => name.includes("__own__"))).toHaveLength(1);
    await expect(insert({ y: "1", k: 1 })).rejects.toMatchObject({ code: "23514" });
  });
});

describeEnginesInLong("unique keys and checks", (open) => {
  it("that rows break are told with the rows, and those that go are gone", async () => {
    const { kysely: db } = await open();
    const fields = [typed("x", "string"), typed("n", "int")];
    const none = oneEntity(fields);
    const strict = oneEntity(fields, { unique: [["x"]], checks: [{ name: "positive", require: { gt: ["n", 0] } }] });
    const insert = (row: object) =>
      db
        .insertInto("sample")
        .values({ SHOP_ID: SHOP, ...row })
        .execute();
    await serve(db, none);
    for (let at = 0; at < 6; at += 1) await insert({ x: "same", n: at - 1 });
    await db.insertInto("sample").values({ SHOP_ID: "0000000002", x: "same", n: 1 }).execute();
    expect(await refusal(db, none, strict)).toEqual([
      "Sample: cannot be applied: 6 rows have the x of another one (0000000001/1, 0000000001/2, 0000000001/3, 0000000001/4, 0000000001/5, …): correct the rows",
      "Sample: cannot be applied: 2 rows break the check positive (0000000001/1, 0000000001/2): correct the rows",
    ]);
    await db.deleteFrom("sample").where("Id", "<", 6).execute();
    await go(db, none, strict);
    await expect(insert({ x: "same", n: 1 })).rejects.toMatchObject({ code: "23505" });
    await expect(insert({ x: "other", n: 0 })).rejects.toMatchObject({ code: "23514" });
    await go(db, strict, none);
    await insert({ x: "same", n: 0 });
  });

  it("that converted values would break are told, too", async () => {
    const { kysely: db } = await open();
    const unique = { unique: [["x"]] };
    const was = oneEntity([typed("x", "quantity")], unique);
    const is = oneEntity([typed("x", "money", { convert: convert("quantity", { rounding: "down" }) })], unique);
    await serve(db, was);
    for (const x of ["1001", "1002", "2000"]) await db.insertInto("sample").values({ SHOP_ID: SHOP, x }).execute();
    expect(await refusal(db, was, is)).toEqual([
      "Sample: cannot be applied: 2 rows have the x of another one (0000000001/1, 0000000001/2): correct the rows",
    ]);
  });
});
