import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { type GroupParameters, listGroups } from "../../../src/server/query/list-groups.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { projectScreen } from "../../../src/server/screens/project-screen.ts";
import { sumRows } from "../../../src/shared/domain/row-sums.ts";
import { ALL_ROWS, type GroupsResult, type PageResult, type WireRow } from "../../../src/shared/protocol/list.ts";
import type { ScreenSum } from "../../../src/shared/protocol/screen.ts";
import { groupClause, isGrouping } from "../../../src/web/pages/list/group-clause.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { contextOf, fillSmall, VIEWERS, viewerOf } from "./fixtures/small-database.ts";
import { MODULE } from "./fixtures/small-files.ts";
import { hiding, moduleOf, smallRegistry } from "./fixtures/small-registry.ts";

const registry = smallRegistry();
type Name = keyof typeof MODULE;
/** Lists of stored rows, of lines, of a view and of a grouped one, all with sums. */
const LISTS = (Object.keys(MODULE) as Name[]).filter((name) => moduleOf(registry, name).footer !== null);
const FILTERS = [
  [],
  [{ field: "busdate", operator: "gte", value: "2025-06-10" }],
  [
    {
      operator: "or",
      value: [
        { field: "busdate", operator: "lt", value: "2025-06-08" },
        { field: "busdate", operator: "gt", value: "2025-06-20" },
      ],
    },
  ],
];
/** Of each list as many as together are a thousand; in the long run ten times as many. */
const CHOICES = Math.ceil((IS_LONG ? 10_000 : 1000) / LISTS.length);

describeEngine("sums of ticked rows, of a page, of a filter and of groups", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fillSmall(database, registry);
  });
  const contextFor = (viewer: Viewer) => contextOf(database.kysely, registry, viewer);
  const list = (viewer: Viewer, name: Name, parameters: Readonly<Record<string, string>>): Promise<PageResult> =>
    listPage(contextFor(viewer), moduleOf(registry, name), parameters);
  const groups = (viewer: Viewer, name: Name, parameters: GroupParameters): Promise<GroupsResult> =>
    listGroups(contextFor(viewer), moduleOf(registry, name), parameters);
  const sumsOf = (viewer: Viewer, name: Name): readonly ScreenSum[] =>
    projectScreen(contextFor(viewer), moduleOf(registry, name)).footer?.sums ?? [];
  const fits = (name: Name, filter: readonly unknown[]) =>
    filter.length === 0 || moduleOf(registry, name).columns.some(({ field }) => field === "busdate");

  it.each(LISTS)("agree with the database on %s, whatever is chosen", async (name) => {
    const worlds = VIEWERS.flatMap((viewer) => FILTERS.filter((filter) => fits(name, filter)).map((filter) => ({ viewer, filter })));
    const read = await Promise.all(
      worlds.map(async ({ viewer, filter }) => {
        const page = await list(viewer, name, { rows: String(ALL_ROWS), filter: JSON.stringify(filter) });
        return { viewer, filter, sums: sumsOf(viewer, name), page };
      }),
    );
    // The whole filter, summed by the server and row by row.
    for (const { sums, page } of read) expect(sumRows(page.rows, sums), name).toEqual(page.footer);
    const isKeyed = read.some(({ page }) => typeof page.rows[0]?.Id === "number");
    const choice = fc.record({
      world: fc.nat(worlds.length - 1),
      ticks: fc.uniqueArray(fc.nat(199), { maxLength: 12 }),
      size: fc.integer({ min: 1, max: 30 }),
      at: fc.nat(5),
    });
    for (const { world, ticks, size, at } of fc.sample(choice, CHOICES)) {
      const { viewer, filter, sums, page } = read[world] as (typeof read)[number];
      const rows = page.rows;
      const chosen = new Set(ticks.map((tick) => tick % Math.max(1, rows.length)));
      const ticked = rows.filter((_, index) => chosen.has(index));
      const shown = rows.slice(at * size, (at + 1) * size);
      if (!isKeyed) {
        // Rows without keys cannot be ticked; what a page comes to is what its rows do.
        const turned = await list(viewer, name, { rows: String(size), page: String(at + 1), filter: JSON.stringify(filter) });
        expect(sumRows(turned.rows, sums)).toEqual(sumRows(shown, sums));
        continue;
      }
      for (const some of [ticked, shown]) {
        const asked = JSON.stringify([{ field: "Id", operator: "in", value: some.map(({ Id }) => Id) }]);
        expect(sumRows(some, sums), `${name} ${asked}`).toEqual((await list(viewer, name, { rows: "1", filter: asked })).footer);
      }
    }
  });

  it.each(LISTS)("of groups of %s are those of the rows they expand to", async (name) => {
    const { columns } = moduleOf(registry, name);
    for (const viewer of VIEWERS.slice(0, 2)) {
      const readable = projectScreen(contextFor(viewer), moduleOf(registry, name)).columns;
      for (const { field } of columns) {
        const column = readable.find((one) => one.field === field);
        if (column === undefined || !isGrouping(column)) continue;
        for (const filter of FILTERS.slice(1).filter((one) => fits(name, one))) {
          const [page, told] = await Promise.all([
            list(viewer, name, { rows: String(ALL_ROWS), filter: JSON.stringify(filter) }),
            groups(viewer, name, { group: field, rows: "5000", filter: JSON.stringify(filter) }),
          ]);
          expect([told.count, told.footer], `${name} ${field}`).toEqual([page.total, page.footer]);
          expect(told.total).toBe(told.groups.length);
          expect(told.groups.reduce((sum, { count }) => sum + count, 0)).toBe(page.total);
          const keyOf = (row: WireRow) => (column.format === "datetime" ? String(row[field] ?? "").slice(0, 10) : String(row[field] ?? ""));
          for (const group of told.groups) {
            const own = page.rows.filter((row) => keyOf(row) === String(group.value ?? ""));
            expect({ count: own.length, sums: sumRows(own, sumsOf(viewer, name)) }, `${name} ${field} ${group.value}`).toEqual({
              count: group.count,
              sums: group.sums,
            });
          }
          // What the browser asks for when a group is opened.
          for (const group of told.groups.slice(0, 1)) {
            const asked = JSON.stringify([...filter, groupClause(field, group.value)]);
            const opened = await list(viewer, name, { rows: "5000", filter: asked });
            expect([opened.total, opened.footer], `${name} ${asked}`).toEqual([group.count, group.sums]);
          }
        }
      }
    }
  });

  it("come a page at a time, in the order that is asked for", async () => {
    const [shop] = VIEWERS as [Viewer];
    const all = await groups(shop, "bills", { group: "busdate", rows: "5000" });
    expect(all.groups.length).toBeGreaterThan(10);
    const second = await groups(shop, "bills", { group: "busdate", rows: "4", page: "2" });
    expect(second).toEqual({ ...all, groups: all.groups.slice(4, 8) });
    const beyond = await groups(shop, "bills", { group: "busdate", rows: "4", page: "99999" });
    expect(beyond).toEqual({ ...all, groups: [] });
    const turned = await groups(shop, "bills", { group: "busdate", rows: "5000", sort: "busdate", order: "desc" });
    expect(turned.groups).toEqual([...all.groups].reverse());
  });

  it("are of states, too, which the list cannot be sorted by, and say them as the page does", async () => {
    const [shop] = VIEWERS as [Viewer];
    const { groups: told } = await groups(shop, "bills", { group: "Statu", sort: "Statu", order: "desc" });
    expect(told.length).toBeGreaterThan(1);
    expect(told.map(({ value }) => value)).toEqual(told.map(({ value }) => Number(value)).sort((a, b) => b - a));
    expect(told.every(({ label }) => typeof label === "string" && label !== "")).toBe(true);
    await expect(list(shop, "bills", { sort: "Statu" })).rejects.toMatchObject({ code: 400 });
  });

  it("are of columns that the list can be sorted by, or of states, and the viewer may read", async () => {
    const [shop] = VIEWERS as [Viewer];
    for (const group of [undefined, "", "Provider.x", "nothing", "_waits", "toString", "SHOP_ID"])
      await expect(groups(shop, "bills", { group }), String(group)).rejects.toMatchObject({
        code: 400,
        message: expect.stringContaining("group"),
      });
    await expect(groups(shop, "bills", { group: "busdate", filter: "[7]" })).rejects.toMatchObject({ code: 400 });
    const module = hiding(moduleOf(registry, "bills"), "busdate");
    const supplier = contextFor(viewerOf("0000000001", "101"));
    await expect(listGroups(supplier, module, { group: "busdate" })).rejects.toMatchObject({ code: 400 });
    expect((await listGroups(contextFor(shop), module, { group: "busdate" })).total).toBeGreaterThan(0);
  });
});
