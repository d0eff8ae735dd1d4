import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { AskedPages } from "../../../src/server/query/asked-pages.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import type { ListParameters } from "../../../src/server/query/parse-list-request.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { contextOf, fillSmall, viewerOf } from "./fixtures/small-database.ts";
import { MODULE } from "./fixtures/small-files.ts";
import { hiding, moduleOf, smallRegistry } from "./fixtures/small-registry.ts";

/*
 * A page that is asked for again is read with what was made for it before (docs/decisions/133). Whatever it depends on is changed here, and asked as before.
 */

const registry = smallRegistry();
const clerk = viewerOf("0000000001");
const FIRST: ListParameters = { page: "1", rows: "5", sort: "Billid", order: "asc" };

describeEngine("a page that is asked for again", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fillSmall(database, registry);
  });
  const ask = (
    viewer: Viewer,
    more: Partial<ReturnType<typeof contextOf>> = {},
    module = moduleOf(registry, "bills"),
    parameters = FIRST,
  ) => listPage({ ...contextOf(database.kysely, registry, viewer), ...more }, module, parameters);

  test("has the rows as they are now", async () => {
    const { rows, footer } = await ask(clerk);
    await database.kysely.updateTable("bill").set({ Remark: "改过" }).where("Id", "=", rows[0]?.Id).execute();
    const again = await ask(clerk);
    expect(again.rows[0]).toMatchObject({ Id: rows[0]?.Id, Remark: "改过" });
    expect({ ...again.rows[0], Remark: null }).toEqual({ ...rows[0], Remark: null });
    expect(again.footer).toEqual(footer);
  });

  test("is another one for somebody else, with other rights, on another day, of another model and page", async () => {
    const mine = await ask(clerk);
    const names = ({ rows }: typeof mine) => rows.map(({ Provider }) => Provider);
    expect(names(await ask(viewerOf("0000000002")))).not.toEqual(names(mine));
    expect((await ask(viewerOf("0000000001", "102"))).rows.every(({ provid }) => provid === "102")).toBe(true);
    expect(mine.rows.flatMap(({ _actions }) => _actions)).not.toEqual([]);
    const without = await ask({ ...clerk, rights: new Map([[MODULE.bills, new Set(["query"])]]) });
    expect(without.rows.flatMap(({ _actions }) => _actions)).toEqual([]);
    const tomorrow = await ask(clerk, { now: new Date("2025-07-01T04:00:00Z") });
    expect(tomorrow.rows.map(({ daysleft }) => daysleft)).toEqual(mine.rows.map(({ daysleft }) => Number(daysleft) - 1));
    const supplier = viewerOf("0000000001", "101");
    expect((await ask(supplier)).rows[0]).toHaveProperty("Remark");
    expect((await ask(supplier, {}, hiding(moduleOf(registry, "bills"), "Remark"))).rows[0]).not.toHaveProperty("Remark");
    const reworded = smallRegistry({
      "schemas/entities/bill.json": (json) => JSON.parse(JSON.stringify(json).replaceAll("待确认", "待核")),
    });
    const statuses = ({ rows }: typeof mine) => [...new Set(rows.map(({ Statu_text }) => Statu_text))];
    expect(statuses(mine)).toContain("待确认");
    expect(statuses(await ask(clerk, { registry: reworded }, moduleOf(reworded, "bills")))).toContain("待核");
    expect(await ask(clerk)).toEqual(mine);
    expect(await ask(clerk, {}, moduleOf(registry, "bills"), { ...FIRST, page: "2" })).not.toEqual(mine);
  });

  test("finds what a text is found in now", async () => {
    const looked = { ...FIRST, filter: JSON.stringify([{ field: "Provider", operator: "contains", value: "新名" }]) };
    expect((await ask(clerk, {}, moduleOf(registry, "bills"), looked)).total).toBe(0);
    await database.kysely.updateTable("bill").set({ Provider: "新名供应商" }).where("provid", "=", "101").execute();
    expect((await ask(clerk, {}, moduleOf(registry, "bills"), looked)).total).toBeGreaterThan(0);
  });
});

test("of many pages those that were asked for last are kept", async () => {
  const pages = new AskedPages<number>();
  let made = 0;
  const context = { db: undefined as never, registry, viewer: clerk, now: new Date() };
  const find = (page: number | string) =>
    pages.find(
      context,
      moduleOf(registry, "bills"),
      { page: String(page) },
      async () => made++,
      () => true,
    );
  for (let page = 0; page < 500; page++) await find(page);
  await find(0);
  expect(made).toBe(500);
  await find(500);
  // Page 1 has made room for it.
  await find(0);
  expect(made).toBe(501);
  await find(1);
  expect(made).toBe(502);
  // Whoever asks for very much takes no room.
  await find("x".repeat(5000));
  await find("x".repeat(5000));
  expect(made).toBe(504);
});
