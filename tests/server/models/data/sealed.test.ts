import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "../../../../src/server/db/connect.ts";
import { sqlStore } from "../../../../src/server/engine/store/sql-store.ts";
import { purgeAsides } from "../../../../src/server/models/purge-asides.ts";
import { sizesOfAsides } from "../../../../src/server/tables/data/set-aside.ts";
import { verifyRows } from "../../../../src/server/tables/verify-rows.ts";
import type { Row } from "../../../../src/shared/domain/cell.ts";
import type { Entity, Registry } from "../../../../src/shared/registry/model.ts";
import type { Change } from "../../../../src/shared/registry/plan/change.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { convert, empty, go, oneEntity, registryOf, SHOP, serve, typed } from "./data-world.ts";

const name = typed("name", "string");
const PLAIN = oneEntity([name, typed("x", "money"), typed("note", "string")]);
const SEALED = oneEntity([name, typed("x", "money"), typed("note", "string")], { sealed: ["name", "x"] });
const NOTED = oneEntity([name, typed("x", "money"), typed("note", "string")], { sealed: ["name", "x", "note"] });

const sampleOf = ({ entities }: Registry): Entity => {
  const [entity] = Object.values(entities);
  if (!entity) throw new Error("no entity");
  return entity;
};
const renamed = (entity: string, was: string, field?: string): Change => ({
  class: "access",
  verb: "renamed",
  part: null,
  at: field === undefined ? { entity } : { entity, field },
  was,
  is: field ?? entity,
});

describeEnginesInLong("sealed rows follow their model", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await empty(database.kysely);
    if ((await sql`select from pg_class where relname = '_sealed_row'`.execute(database.kysely)).rows.length === 0) return;
    await sql`alter table _sealed_row disable trigger user`.execute(database.kysely);
    await sql`delete from _sealed_row`.execute(database.kysely);
    await sql`alter table _sealed_row enable trigger user`.execute(database.kysely);
    await sql`delete from _meta`.execute(database.kysely);
  });
  const write = (registry: Registry, ...rows: readonly Row[]) =>
    database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).insert(sampleOf(registry), rows));
  const patch = (registry: Registry, match: Row, values: Row) =>
    database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).update(sampleOf(registry), match, values));
  const found = (registry: Registry) => verifyRows(database.kysely, registry as never);
  const step = async (was: Registry, is: Registry, followed = was, renamings: readonly Change[] = []) => {
    await go(database.kysely, was, is, followed, renamings);
    await serve(database.kysely, is);
  };

  it("from the day on that they are, and again after a time in which they were not", async () => {
    const { kysely: db } = database;
    await serve(db, PLAIN);
    await write(PLAIN, { name: "a", x: 1n, note: "old" }, { name: "b", x: 2n });
    await serve(db, SEALED);
    await write(SEALED, { name: "c", x: 3n });
    await serve(db, NOTED);
    await patch(NOTED, { name: "a" }, { note: "new" });
    await serve(db, SEALED);
    await patch(SEALED, { name: "a" }, { note: "newer" });
    await serve(db, NOTED);
    expect(await found(NOTED)).toEqual([]);
    await serve(db, PLAIN);
    await patch(PLAIN, { name: "a" }, { x: 7n });
    await write(PLAIN, { name: "d", x: 4n });
    await serve(db, SEALED);
    expect(await found(SEALED)).toEqual([]);
    await sql`update sample set x = 8 where name = 'a'`.execute(db);
    expect(await found(SEALED)).toMatchObject([{ label: "a", field: "x", was: "0.07", is: "0.08" }]);
  });

  it("under other names, in other forms, and back; what somebody has changed before stays found", async () => {
    const { kysely: db } = database;
    await serve(db, SEALED);
    await write(SEALED, { name: "a", x: 12345n }, { name: "b", x: 2n }, { name: "c", x: null });
    const title = typed("title", "string");
    const followed = oneEntity([title, typed("x", "money"), typed("note", "string")], { sealed: ["title", "x"] });
    const is = oneEntity([title, typed("x", "quantity", { convert: convert("money") }), typed("note", "string")], {
      sealed: ["title", "x"],
    });
    await step(SEALED, is, followed, [renamed("Sample", "name", "title")]);
    expect(await found(is)).toEqual([]);
    await patch(is, { title: "b" }, { x: 9000n });
    const paper = { ...sampleOf(is), name: "Paper", table: "paper" };
    const papers = registryOf(paper);
    await step(is, papers, papers, [renamed("Paper", "Sample")]);
    expect(await found(papers)).toEqual([]);
    await database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).remove(paper, { title: "c" }));
    await step(papers, is, is, [renamed("Sample", "Paper")]);
    expect(await found(is)).toEqual([]);
    await sql`update sample set x = 1000 where title = 'a'`.execute(db);
    const back = oneEntity([title, typed("x", "money", { convert: convert("quantity") }), typed("note", "string")], {
      sealed: ["title", "x"],
    });
    await step(is, back);
    expect(await found(back)).toMatchObject([{ label: "a", field: "x", is: "1.00" }]);
  });

  it("whose table goes and comes back, or is made anew after a purge", async () => {
    const { kysely: db } = database;
    const [other, own] = [{ ...sampleOf(SEALED), name: "Other", table: "other" }, sampleOf(PLAIN)];
    const [was, is] = [registryOf(own, other), registryOf(own)];
    await serve(db, was);
    await db.transaction().execute((trx) => sqlStore(trx, SHOP).insert(other, [{ name: "a", x: 1n }]));
    await step(was, is);
    await step(is, was);
    expect(await found(was)).toEqual([]);
    await step(was, is);
    await purgeAsides(db, await sizesOfAsides(db), { by: "operator", at: new Date() });
    await step(is, was);
    await db.transaction().execute((trx) => sqlStore(trx, SHOP).insert(other, [{ name: "b", x: 1n }]));
    expect(await found(was)).toEqual([]);
  });
});
