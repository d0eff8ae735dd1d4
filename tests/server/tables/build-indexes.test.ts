import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { buildIndexes, isBuilt } from "../../../src/server/tables/build-indexes.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { fitsSchema, stopBuilding, syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { createIndex } from "../../../src/server/tables/sync-schema-ddl.ts";
import { introspect } from "../../../src/server/tables/sync-schema-diff.ts";
import { indexesOf } from "../../../src/server/tables/sync-schema-indexes.ts";
import type { Predicate } from "../../../src/shared/registry/language.ts";
import type { Entity, Module } from "../../../src/shared/registry/model.ts";
import { databaseUrl, describeEngines } from "../db/fixtures/test-database.ts";
import { registry as real } from "../flows/fixtures/real-registry.ts";
import { fieldOf, sampleEntity } from "../query/fixtures/sample-entity.ts";

const SHOP = "0000000001";
/** More than the blocks that are read in a moment. */
const ROWS = 30_000;

function entityWith(table: string, indexes: readonly (readonly string[])[]): { readonly entities: Readonly<Record<string, Entity>> } {
  const sample = sampleEntity();
  const { Id, SHOP_ID } = sample.fields;
  if (Id === undefined || SHOP_ID === undefined) throw new Error("the sample has no key");
  const fields = { Id, SHOP_ID, name: fieldOf("name", "string"), n: fieldOf("n", "int") };
  const parts = indexes.map((names) => names.map((field) => ({ field, descending: false })));
  const entity = { ...sample, table, fields, indexes: parts, unique: [], uniqueEverywhere: [], checks: [] };
  return { entities: { [entity.name]: entity } };
}

describeEngines("indexes of large tables", (open) => {
  let database: Database;
  const said: string[] = [];
  const build = (
    registry: ReturnType<typeof entityWith>,
    stopping = new AbortController().signal,
    log = (line: string) => void said.push(line),
  ) => buildIndexes(database, registry, { log, stopping, tellMs: 1 });
  const indexes = async () => [...(await introspect(database.kysely)).indexes.keys()];
  const fill = (table: string) =>
    sql`insert into ${sql.id(table)} ("SHOP_ID", name, n) select ${SHOP}, repeat('x', 300) || g, g % 7 from generate_series(1, ${sql.lit(ROWS)}) g`.execute(
      database.kysely,
    );
  const large = async (table: string) => {
    await syncSchema(database.kysely, entityWith(table, []), () => undefined);
    await fill(table);
    await sql`analyze ${sql.id(table)}`.execute(database.kysely);
  };
  beforeAll(async () => {
    database = await open();
    await migrateTechnicalTables(database.kysely, []);
  });

  test("a start does not wait for them, and they come while rows are read and written", async () => {
    await large("served");
    const wanted = entityWith("served", [["name"], ["n"]]);
    expect(await fitsSchema(database.kysely, wanted), "nothing to wait for").toBe(true);
    await syncSchema(database.kysely, wanted, () => undefined);
    expect(await indexes()).not.toContain("ix__served__SHOP_ID__name");
    let written = 0;
    const building = build(wanted);
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await database.kysely.insertInto("served").values({ SHOP_ID: SHOP, name: "new", n: 1 }).execute();
        written += 1;
      }
    })();
    await building;
    isOver = true;
    await writing;
    expect(await isBuilt(database.kysely, wanted)).toBe(true);
    expect(await indexes()).toEqual(expect.arrayContaining(["ix__served__SHOP_ID__name", "ix__served__SHOP_ID__n"]));
    expect(written).toBeGreaterThan(0);
    expect(said).toEqual(
      expect.arrayContaining([
        "database: index ix__served__SHOP_ID__name is being built while the portal serves, 2 to go",
        expect.stringMatching(/^database: index ix__served__SHOP_ID__name is built in [\d.]+ s$/),
        "database: index ix__served__SHOP_ID__n is being built while the portal serves, the last one",
      ]),
    );
    // guard: the embedded database has one connection, so nobody can look how far it is.
    if (database.kind === "postgres") expect(said.join("\n")).toMatch(/index ix__served__SHOP_ID__\w+, [^:]+: \w[\w ():]+/);
  });

  test("one that no list is read by any more is dropped, others' and unique ones are not", async () => {
    await large("left");
    await build(entityWith("left", [["name"]]));
    await sql`create index by_hand on "left" (n)`.execute(database.kysely);
    await sql`create unique index ux__left__Id on "left" ("Id")`.execute(database.kysely);
    await build(entityWith("left", [["n"]]));
    const names = await indexes();
    expect(names).not.toContain("ix__left__SHOP_ID__name");
    expect(names).toEqual(expect.arrayContaining(["ix__left__SHOP_ID__n", "by_hand", "ux__left__id"]));
  });

  test("what was left half done is of no use, and built anew", async () => {
    await large("half");
    const wanted = entityWith("half", [["n"]]);
    await build(wanted);
    await sql`update pg_index set indisvalid = false where indexrelid = '"ix__half__SHOP_ID__n"'::regclass`.execute(database.kysely);
    expect(await isBuilt(database.kysely, wanted)).toBe(false);
    await build(wanted);
    expect(await isBuilt(database.kysely, wanted)).toBe(true);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_index where indrelid = 'half'::regclass and not indisvalid`.execute(database.kysely);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test("several processes build each once", async () => {
    await large("raced");
    const wanted = entityWith("raced", [["n"], ["name"]]);
    const lines: string[] = [];
    await Promise.all([1, 2, 3].map(() => build(wanted, undefined, (line) => void lines.push(line))));
    expect(lines.filter((line) => line.includes(" is built in"))).toHaveLength(2);
    expect(lines.filter((line) => line.includes("cannot"))).toEqual([]);
    expect(await isBuilt(database.kysely, wanted)).toBe(true);
  });

  test.skipIf(databaseUrl === undefined)("it gives way to changes of the tables, and goes on afterwards", async () => {
    if (database.kind === "embedded") return;
    await large("yields");
    const wanted = entityWith("yields", [["name"]]);
    // A transaction that wrote before keeps the building waiting.
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    let begun = () => undefined as unknown;
    const isHeld = new Promise((resolve) => {
      begun = () => resolve(undefined);
    });
    const writer = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto("yields").values({ SHOP_ID: SHOP, name: "x", n: 1 }).execute();
      begun();
      await held;
    });
    await isHeld;
    const building = build(wanted);
    // Other tests build indexes on the same server.
    const underWay = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_stat_progress_create_index where datname = current_database()`.execute(
          database.kysely,
        )
      ).rows[0]?.n ?? 0;
    await expect.poll(underWay, { timeout: 20_000 }).toBeGreaterThan(0);
    await stopBuilding(database.kysely);
    await expect.poll(underWay, { timeout: 20_000 }).toBe(0);
    release();
    await writer;
    await building;
    expect(await isBuilt(database.kysely, wanted)).toBe(true);
  });

  test("what is stopped leaves nothing behind", async () => {
    await large("stopped");
    const wanted = entityWith("stopped", [["n"], ["name"]]);
    const stop = new AbortController();
    await build(wanted, stop.signal, (line) => void (line.includes(" is built in") && stop.abort()));
    const { invalid, indexes: there } = await introspect(database.kysely);
    expect([...invalid]).toEqual([]);
    expect([...there.keys()].filter((name) => name.startsWith("ix__stopped"))).toHaveLength(1);
  });

  test("what is stopped too late ends nothing that comes after it", async () => {
    await large("late");
    for (let nth = 0; nth < 20; nth++) {
      const stop = new AbortController();
      await build(entityWith("late", [["n"]]), stop.signal, (line) => void (line.includes(" is built in") && stop.abort()));
      for (let n = 0; n < 5; n++) await sql`select count(*) from late`.execute(database.kysely);
      await sql`drop index "ix__late__SHOP_ID__n"`.execute(database.kysely);
    }
    // Whoever changes tables ends what is under way again and again.
    const wanted = entityWith("late", [["name"]]);
    let isOver = false;
    const building = build(wanted).then(() => {
      isOver = true;
    });
    const asked = async () => {
      while (!isOver) await sql`select count(*) from late`.execute(database.kysely);
    };
    const stopper = async () => {
      for (let n = 0; n < 10 && database.kind === "postgres"; n++) {
        await syncSchema(database.kysely, { entities: {} }, () => undefined, stopBuilding);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await Promise.all([asked(), asked(), stopper(), building]);
    expect(await isBuilt(database.kysely, wanted)).toBe(true);
    const { rows } =
      await sql`select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
        database.kysely,
      );
    expect(rows).toEqual([]);
  });

  test("of what a page shows because two fields do not agree, an index has only those rows", async () => {
    const of = real.entities.Balance as Entity;
    const doubled = { ...fieldOf("doubled", "money"), computed: { kind: "calc", calc: { mul: ["Sum_invoice", 2] } } } as const;
    const share = { ...fieldOf("share", "money"), computed: { kind: "calc", calc: { ratio: ["Sum_invoice", "Bala_sum"] } } } as const;
    const entities = { ...real.entities, Balance: { ...of, fields: { ...of.fields, doubled, share } } };
    const definition = async (where: Predicate) => {
      const [module] = Object.values(real.modules).filter(({ entity }) => entity === "Balance");
      const shown = { entities, modules: { ...real.modules, [String(module?.id)]: { ...module, where } as Module } };
      const before = new Set(indexesOf({ entities, modules: real.modules }).map(({ name }) => name));
      const [index, ...others] = indexesOf(shown).filter(({ name, only }) => only !== undefined && !before.has(name));
      expect(others).toEqual([]);
      if (index === undefined) return null;
      await createIndex(index).statement.execute(database.kysely);
      const { rows } = await sql<{ text: string }>`select pg_get_expr(indpred, indrelid) as text from pg_index
        where indexrelid = to_regclass(quote_ident(${index.name}))`.execute(database.kysely);
      return rows[0]?.text;
    };
    await syncSchema(database.kysely, { entities }, () => undefined);
    expect(await definition({ ne: ["enddate", { field: "startdate" }] })).toContain("IS NOT TRUE");
    expect(await definition({ lt: ["createtime", { field: "enddate" }] })).toContain("createtime");
    expect(await definition({ all: [{ eq: ["B2b_statu", 60] }, { gt: ["Bala_sum", { field: "doubled" }] }] })).toMatch(/ \* /);
    for (const where of [
      { gt: ["Bala_sum", { field: "share" }] },
      { gte: ["Bala_sum", { field: "Sum_invoice" }] },
      { gt: ["Bala_sum", "0"] },
    ])
      expect(await definition(where as Predicate), JSON.stringify(where)).toBeNull();
  });
});
