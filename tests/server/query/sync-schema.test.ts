import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { SchemaProblems, syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { introspect } from "../../../src/server/tables/sync-schema-diff.ts";
import { boundedName, indexesOf } from "../../../src/server/tables/sync-schema-indexes.ts";
import type { Entity, Field } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fieldOf, sampleEntity } from "./fixtures/sample-entity.ts";
import { smallRegistry } from "./fixtures/small-registry.ts";

const SHOP = "0000000001";
const silent = () => undefined;

/** A registry of one entity, with these fields and changes. */
function oneEntity(fields: Readonly<Record<string, Field>>, more: Partial<Entity> = {}) {
  const { Id, SHOP_ID } = sampleEntity().fields;
  const entity: Entity = { ...sampleEntity(), ...(Id && SHOP_ID && { fields: { Id, SHOP_ID, ...fields } }), ...more };
  return { entities: { [entity.name]: entity } };
}

describeEngine("syncSchema", (open) => {
  let database: Database;
  const problemsOf = async (registry: Parameters<typeof syncSchema>[1]) => {
    const error = await syncSchema(database.kysely, registry, silent).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SchemaProblems);
    return (error as SchemaProblems).problems;
  };
  beforeAll(async () => {
    database = await open();
    await migrateTechnicalTables(database.kysely, []);
  });

  test("makes every table, and has nothing to do the second time", async () => {
    const registry = smallRegistry();
    const said: string[] = [];
    // With parts wanted (npm run test:partitions) it tells that none of these tables is meant.
    const tell = (line: string) => void (line.includes("scm.partitions") || said.push(line));
    await syncSchema(database.kysely, registry, tell);
    expect(said).toEqual([expect.stringMatching(/^database: added 8 tables, \d+ indexes, \d+ checks$/)]);
    const { tables } = await introspect(database.kysely);
    expect([...tables.keys()].filter((name) => !name.startsWith("_")).sort()).toEqual([
      "bill",
      "bill_line",
      "board",
      "event_log",
      "grade",
      "provider",
      "shop",
      "task_state",
    ]);
    const bill = tables.get("bill");
    expect(bill?.get("TotalMoney")).toEqual({ type: "bigint", isNotNull: false, hasDefault: true });
    expect(bill?.get("createtime")?.type).toBe("timestamp(0) with time zone");
    expect(bill?.get("Isstop")).toEqual({ type: "boolean", isNotNull: true, hasDefault: true });
    expect(bill?.has("lineMoney"), "computed fields are not stored").toBe(false);
    await syncSchema(database.kysely, registry, tell);
    expect(said).toHaveLength(1);
  });

  test("a new field appears, with its default on old rows", async () => {
    const before = oneEntity({ name: fieldOf("name", "string") }, { table: "growing" });
    await syncSchema(database.kysely, before, silent);
    await database.kysely.insertInto("growing").values({ SHOP_ID: SHOP, name: "old" }).execute();
    const money = fieldOf("money", "money", { initial: "1.50" });
    const after = oneEntity(
      { name: fieldOf("name", "string"), money, flag: fieldOf("flag", "bool") },
      { table: "growing", indexes: [[{ field: "money", descending: true }]] },
    );
    await syncSchema(database.kysely, after, silent);
    expect(await database.kysely.selectFrom("growing").selectAll().execute()).toEqual([
      { Id: "1", SHOP_ID: SHOP, name: "old", money: "150", flag: false },
    ]);
  });

  test("several at once make it once", async () => {
    const registry = oneEntity({ name: fieldOf("name", "string") }, { table: "raced", unique: [["name"]] });
    const said: string[] = [];
    await Promise.all(Array.from({ length: 6 }, () => syncSchema(database.kysely, registry, (line) => said.push(line))));
    expect(said.filter((line) => line.includes("added"))).toHaveLength(1);
  });

  test("every obstacle is told at once, and nothing is changed", async () => {
    const registry = oneEntity({ a: fieldOf("a", "string"), b: fieldOf("b", "int") }, { table: "stubborn" });
    await syncSchema(database.kysely, registry, silent);
    await sql`alter table stubborn add column lost text not null`.execute(database.kysely);
    await sql`create view taken as select 1 as one`.execute(database.kysely);
    const wanted = oneEntity({ a: fieldOf("a", "money"), b: fieldOf("b", "date"), c: fieldOf("c", "string") }, { table: "stubborn" });
    const other = oneEntity({}, { name: "Taken", table: "taken" });
    const problems = await problemsOf({ entities: { ...wanted.entities, ...other.entities } });
    expect(problems).toEqual([
      expect.stringContaining('"taken" (entity Taken): the database has a view or index of that name'),
      expect.stringContaining(
        '"stubborn"."a" (entity Sample): the database has text, the schema wants bigint; convert it yourself (alter table',
      ),
      expect.stringContaining('"stubborn"."b" (entity Sample): the database has integer, the schema wants date'),
      expect.stringContaining('"stubborn"."lost" (entity Sample): the schema no longer has this field, but the column is NOT NULL'),
    ]);
    expect((await introspect(database.kysely)).tables.get("stubborn")?.has("c")).toBe(false);
  });

  test("rows that break new rules are told, and the rules are not half made", async () => {
    const fields = { name: fieldOf("name", "string"), n: fieldOf("n", "int") };
    await syncSchema(database.kysely, oneEntity(fields, { table: "dirty" }), silent);
    await database.kysely
      .insertInto("dirty")
      .values([
        { SHOP_ID: SHOP, name: "twice", n: -1 },
        { SHOP_ID: SHOP, name: "twice", n: -1 },
      ])
      .execute();
    const strict = { table: "dirty", unique: [["name"]], checks: [{ name: "positive", require: { gt: ["n", 0] as const } }] };
    const problems = await problemsOf(oneEntity({ ...fields, more: fieldOf("more", "string") }, strict));
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^add check "ck__dirty__positive__\w{8}" to "dirty": .*correct the rows, or the schema$/);
    expect(problems[1]).toMatch(/^create index "ux__dirty__SHOP_ID__name" on "dirty"/);
    expect((await introspect(database.kysely)).tables.get("dirty")?.has("more")).toBe(false);
  });

  test("rules that the files no longer have are kept and told", async () => {
    const fields = { n: fieldOf("n", "int") };
    const checked = (limit: number) =>
      oneEntity(fields, { table: "ruled", unique: limit === 0 ? [["n"]] : [], checks: [{ name: "big", require: { gt: ["n", limit] } }] });
    await syncSchema(database.kysely, checked(0), silent);
    const said: string[] = [];
    await syncSchema(database.kysely, checked(1), (line) => said.push(line));
    expect(said).toEqual([
      expect.stringContaining('to end it: drop index "ux__ruled__SHOP_ID__n"'),
      expect.stringContaining('to end it: alter table "ruled" drop constraint "ck__ruled__big__'),
      "database: added 1 checks",
    ]);
  });

  test.each([
    ["shop id", { SHOP_ID: "1" }],
    ["money", { SHOP_ID: SHOP, m1: "1000000000000000" }],
    ["negative money", { SHOP_ID: SHOP, m1: "-1000000000000000" }],
    ["own rule", { SHOP_ID: SHOP, s1: "it's" }],
    ["own rule, empty", { SHOP_ID: SHOP, s1: null }],
  ])("the database refuses a bad row: %s", async (_, row) => {
    const checks = [{ name: "known", require: { in: ["s1", ["a", "b'c"]] as const } }];
    await syncSchema(database.kysely, { entities: { Sample: { ...sampleEntity(), table: "checked", checks } } }, silent);
    const insert = (values: object) =>
      database.kysely
        .insertInto("checked")
        .values({ s1: "a", ...values })
        .execute();
    await insert({ SHOP_ID: SHOP, m1: "999999999999999", s1: "b'c" });
    await expect(insert(row)).rejects.toMatchObject({ code: "23514" });
  });

  test("keys and uniqueness are per shop; everywhere only where said", async () => {
    const everywhere = oneEntity(
      { name: fieldOf("name", "string"), login: fieldOf("login", "string") },
      { table: "unique_ones", unique: [["name"]], uniqueEverywhere: [["login"]] },
    );
    await syncSchema(database.kysely, everywhere, silent);
    const insert = (values: object) => database.kysely.insertInto("unique_ones").values(values).execute();
    await insert({ SHOP_ID: SHOP, Id: 1, name: "n", login: "a" });
    await insert({ SHOP_ID: "0000000002", Id: 1, name: "n", login: "b" });
    await expect(insert({ SHOP_ID: SHOP, Id: 2, name: "n", login: "c" })).rejects.toMatchObject({ code: "23505" });
    await expect(insert({ SHOP_ID: SHOP, Id: 2, name: "m", login: "b" })).rejects.toMatchObject({ code: "23505" });
    await expect(insert({ SHOP_ID: SHOP, Id: 1, name: "m", login: "d" })).rejects.toMatchObject({ code: "23505" });
  });
});

describe("indexes", () => {
  test("per shop, per supplier, declared, and what lines and lookups are found by", () => {
    const { entities } = smallRegistry();
    const names = indexesOf({ entities }).map(({ name }) => name);
    expect(names.filter((name) => /__bill(_line)?__/.test(name)).sort()).toEqual([
      "ix__bill__SHOP_ID__busdate",
      "ix__bill__SHOP_ID__createtime_desc",
      "ix__bill__SHOP_ID__provid__Id_desc",
      "ix__bill_line__SHOP_ID__provid__Id_desc",
      "ux__bill__SHOP_ID__Billid",
      "ux__bill_line__SHOP_ID__Billid__LineNo",
    ]);
    expect(names).toContain("ux__shop__SHOP_ID");
    expect(names).toContain("ux__task_state__SHOP_ID__entity__bllid__side");
  });

  test("lists of rows that become ever more have one for each purpose, which carries what is summed and narrowed down by", () => {
    const made = indexesOf(smallRegistry()).filter(({ table }) => table.startsWith("bill"));
    const spelled = made.map(({ table, parts, include }) => {
      const key = parts.map(({ field, descending }) => (descending ? `${field} desc` : field)).join();
      return [table, key, include.join()];
    });
    const sums = "TotalMoney,accepted,amount,busdate,costMoney,price";
    expect(spelled).toEqual([
      ["bill", "SHOP_ID,Billid", ""],
      // by the days that it opens with, by state, by supplier, by the supplier's name
      ["bill", "SHOP_ID,busdate desc,Id desc", "Statu,TotalMoney,accepted,amount,costMoney,price"],
      ["bill", "SHOP_ID,Statu,Id desc", sums],
      ["bill", "SHOP_ID,provid,Id desc", `Statu,${sums}`],
      // sorted by
      ["bill", "SHOP_ID,Provider desc,Id desc", ""],
      ["bill", "SHOP_ID,createtime desc,Id desc", ""],
      ["bill", "SHOP_ID,TotalMoney desc,Id desc", ""],
      ["bill", "SHOP_ID,Remark desc,Id desc", ""],
      ["bill_line", "SHOP_ID,Billid,LineNo", ""],
      ["bill_line", "SHOP_ID,provid,Id desc", "money"],
    ]);
    expect(new Set(made.map(({ name }) => name)).size).toBe(made.length);
  });

  test("long names stay different and fit", () => {
    const [one, two] = [boundedName(`ix__${"a".repeat(80)}__x`), boundedName(`ix__${"a".repeat(80)}__y`)];
    expect([one.length, two.length]).toEqual([63, 63]);
    expect(one).not.toBe(two);
  });
});
