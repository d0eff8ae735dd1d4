import { beforeAll, describe, expect, it } from "vitest";
import { registryOf, type Viewer } from "../../../src/server/base/viewer.ts";
import { forgetOwnLists } from "../../../src/server/engine/forget-own-lists.ts";
import { sideViewer } from "../../../src/server/manual/side-viewer.ts";
import type { QueryContext } from "../../../src/server/query/context.ts";
import { keepLayout, ownList } from "../../../src/server/screens/own/own-list.ts";
import { projectScreen } from "../../../src/server/screens/project-screen.ts";
import { arrange } from "../../../src/shared/domain/list-layout.ts";
import type { ListLayout } from "../../../src/shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

const ORDERS = 8901;
const LAYOUT: ListLayout = {
  columns: [
    { field: "Statu", after: "" },
    { field: "order_cost", width: 90, isPinned: false },
  ],
  density: "middle",
};

describeEngine("one's own list", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open });
    for (const name of ["admin", "clerk", "s1", "s2", "mall01", "late"]) tokens[name] = await signIn(portal, name);
  });

  const tell = (name: string, path: string, params: Readonly<Record<string, string>> = {}) =>
    call(portal, tokens[name] ?? "", path, params);
  const save = (name: string, layout: unknown) => tell(name, `Module/${ORDERS}/SaveLayout`, { layout: JSON.stringify(layout) });
  const screenOf = async (name: string): Promise<ScreenModel> => (await tell(name, "Registry/GetModule", { mdl: String(ORDERS) })).Result;

  describe("its columns", () => {
    it("are kept for the user alone, and forgotten when they are as the module has them again", async () => {
      expect((await screenOf("admin")).own).toBeUndefined();
      expect((await save("admin", LAYOUT)).Code).toBe(200);
      expect((await screenOf("admin")).own?.layout).toEqual(LAYOUT);
      for (const other of ["clerk", "s1", "mall01", "late"]) expect((await screenOf(other)).own, other).toBeUndefined();
      await save("s1", { density: "large" });
      expect((await screenOf("admin")).own?.layout).toEqual(LAYOUT);
      expect((await screenOf("s2")).own).toBeUndefined();
      await save("admin", {});
      expect((await screenOf("admin")).own).toBeUndefined();
      expect((await screenOf("s1")).own?.layout).toEqual({ density: "large" });
    });

    it("keep what they say of columns that are not there now, and say nothing of it", async () => {
      const [gone] = [{ field: "gone_since", isPinned: true }];
      await save("admin", { columns: [gone, { field: "Statu", width: 80 }] });
      expect((await screenOf("admin")).own?.layout).toEqual({ columns: [{ field: "Statu", width: 80 }] });
      await save("admin", { columns: [{ field: "Statu", width: 90 }] });
      const { layout } = await portal.database.kysely
        .selectFrom("_own_list")
        .select("layout")
        .where("USER_ID", "=", "admin")
        .executeTakeFirstOrThrow();
      expect(JSON.parse(String(layout))).toEqual({ columns: [{ field: "Statu", width: 90 }, gone] });
      await save("admin", {});
    });

    it("are refused in words where they are nonsense, or too much", async () => {
      const wrong: readonly unknown[] = [
        7,
        [],
        { columns: {} },
        { columns: [{ field: "Statu" }] },
        { columns: [{ field: "a b", width: 90 }] },
        { columns: [{ field: "Statu", width: 9 }] },
        { columns: [{ field: "Statu", width: 90.5 }] },
        { columns: [{ field: "Statu", isHidden: false }] },
        { columns: [{ field: "Statu", after: 3 }] },
        { columns: [{ field: "Statu", width: 90, format: "text" }] },
        { columns: Array(201).fill({ field: "Statu", width: 90 }) },
        { density: "tight" },
        { script: "x" },
      ];
      for (const layout of wrong) {
        const { Code, Msg } = await save("admin", layout);
        expect({ Code, Msg }, JSON.stringify(layout)).toEqual({ Code: 400, Msg: expect.stringContaining("参数 layout 不合规定") });
      }
      expect(await tell("admin", `Module/${ORDERS}/SaveLayout`, { layout: "{" })).toMatchObject({ Code: 400 });
      expect(await tell("admin", `Module/${ORDERS}/SaveLayout`, { layout: `{"density":"${"x".repeat(20_000)}"}` })).toMatchObject({
        Code: 400,
        Msg: expect.stringContaining("过长"),
      });
      expect(await tell("clerk", "Module/510/SaveLayout", { layout: "{}" })).toMatchObject({ Code: 403 });
      expect((await screenOf("admin")).own).toBeUndefined();
    });

    it("go with their user", async () => {
      const { kysely } = portal.database;
      const of = async () =>
        (await kysely.selectFrom("_own_list").select("USER_ID").orderBy("USER_ID").execute()).map(({ USER_ID }) => USER_ID);
      await save("admin", LAYOUT);
      await kysely.insertInto("_own_list").values({ SHOP_ID: SHOP, USER_ID: "left", MdlId: ORDERS, layout: "{}" }).execute();
      await forgetOwnLists(kysely, portal.registry);
      expect(await of()).toEqual(["admin", "s1"]);
      await save("admin", {});
    });
  });

  it("shows nothing more of any list, in any profile, whatever it says", async () => {
    const { registry, database } = portal;
    const shops = new Map(Object.entries(registry.shopProfiles).map(([shop, profile]) => [profile, shop]));
    shops.set("plain", "9999999999");
    let lists = 0;
    for (const shopId of shops.values()) {
      for (const [side, isMall] of [
        ["retailer", false],
        ["retailer", true],
        ["supplier", false],
      ] as const) {
        const viewer: Viewer = { ...sideViewer(registry, shopId, side, isMall), userId: `u-${side}-${isMall}` };
        const ctx: QueryContext = { db: database.kysely, registry: registryOf(registry, shopId), viewer, now: new Date() };
        for (const id of viewer.rights.keys()) {
          const module = registry.profiles[registry.shopProfiles[shopId] ?? "plain"]?.modules[id];
          const entity = ctx.registry.entities[module?.entity ?? ""];
          if (module === undefined || entity === undefined || module.columns.length === 0) continue;
          const screen = projectScreen(ctx, module);
          const all = Object.keys(entity.fields).map((field, index) => ({
            field,
            after: index === 0 ? "" : "Id",
            isPinned: true,
            width: 99,
          }));
          await keepLayout(ctx, { module, screen }, { columns: all });
          const told = (await ownList(ctx, { module, screen })).layout;
          const before = screen.columns.map(({ field }) => field).sort();
          const where = `${shopId} ${side} ${id}`;
          expect((told.columns ?? []).map(({ field }) => field).sort(), where).toEqual(before);
          expect(
            (told.columns ?? []).flatMap(({ after = "" }) => after).filter((after) => after !== "" && !before.includes(after)),
          ).toEqual([]);
          expect(
            arrange(screen.columns, told)
              .map(({ field }) => field)
              .sort(),
            where,
          ).toEqual(before);
          // Also one that came by an address, of which the server knows nothing.
          expect(
            arrange(screen.columns, { columns: all })
              .map(({ field }) => field)
              .sort(),
            where,
          ).toEqual(before);
          lists += 1;
        }
      }
    }
    expect(lists).toBeGreaterThan(300);
  });
});
