import { beforeAll, describe, expect, it } from "vitest";
import { forgetOwnLists, forgetOwnOf } from "../../../src/server/engine/forget-own-lists.ts";
import { WAITS } from "../../../src/shared/protocol/list.ts";
import type { RecentDocument, ShortcutsResult, ViewState, ViewsResult } from "../../../src/shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

const ORDERS = 8901;
const STATE: ViewState = {
  layout: { columns: [{ field: "Statu", after: "" }] },
  filters: [
    {
      operator: "or",
      value: [
        { field: "busdate", operator: "between", value: { ready: true } },
        { field: WAITS, operator: "eq", value: true },
      ],
    },
    {
      operator: "or",
      value: [
        { field: "Statu", operator: "eq", value: 10 },
        { field: "Billid", operator: "null" },
      ],
    },
  ],
  sort: [
    { field: WAITS, order: "desc" },
    { field: "busdate", order: "desc" },
  ],
  group: "busdate",
  pageSize: 50,
};

describeEngine("saved views, favourites and recent documents", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open });
    for (const name of ["admin", "clerk", "s1", "s2", "mall01", "late"]) tokens[name] = await signIn(portal, name);
  });

  const tell = (name: string, path: string, params: Readonly<Record<string, string>> = {}) =>
    call(portal, tokens[name] ?? "", path, params);
  const save = (name: string, title: string, more: Readonly<Record<string, string>> = {}, state: unknown = STATE) =>
    tell(name, `Module/${ORDERS}/SaveView`, { title, state: JSON.stringify(state), ...more });
  const viewsOf = async (name: string) => ((await tell(name, `Module/${ORDERS}/GetViews`)).Result as ViewsResult).own.views;
  const titles = async (name: string) => (await viewsOf(name)).map(({ title }) => title);
  const shortcuts = async (name: string) => (await tell(name, "Usr/GetShortcuts")).Result as ShortcutsResult;

  describe("views", () => {
    it("are their owner's alone, or for all users of the company of whoever may share", async () => {
      const mine = await save("admin", "我的");
      expect(mine.Code, mine.Msg).toBe(200);
      expect((await save("admin", "全员", { shared: "1" })).Code).toBe(200);
      expect(await save("clerk", "店员", { shared: "1" })).toMatchObject({ Code: 403, Msg: expect.stringContaining("共享") });
      expect((await save("clerk", "店员")).Code).toBe(200);
      expect(await titles("admin")).toEqual(["全员", "我的"].sort());
      expect(await titles("clerk")).toEqual(["全员", "店员"].sort());
      // Suppliers of the shop, its mall and another shop have none of them.
      for (const other of ["s1", "mall01", "late"]) expect(await titles(other), other).toEqual([]);
      expect((await save("s1", "供应商")).Code).toBe(200);
      expect(await titles("s2")).toEqual([]);
      expect((await tell("clerk", `Module/${ORDERS}/GetViews`)).Result.mayShare).toBe(false);
    });

    it("come with the screen as they were saved, with what their reader may see of them", async () => {
      const [view] = (await viewsOf("admin")).filter(({ title }) => title === "我的");
      const screen = (await tell("admin", "Registry/GetModule", { mdl: String(ORDERS) })).Result as ScreenModel;
      expect(screen.own?.views).toContainEqual(view);
      expect(view).toMatchObject({ isShared: false, isOwn: true, isCut: false, state: STATE });
      // A supplier shares nothing with the shop; but what a shop's user saves may name what another one of it cannot read.
      const foreign: ViewState = {
        ...STATE,
        layout: { columns: [{ field: "nobodys", width: 90 }] },
        filters: [{ operator: "or", value: [{ field: "nobodys", operator: "eq", value: 1 }] }, ...STATE.filters],
        sort: [{ field: "nobodys", order: "asc" }],
        group: "nobodys",
      };
      await save("clerk", "过期", {}, foreign);
      const [cut] = (await viewsOf("clerk")).filter(({ title }) => title === "过期");
      expect(cut).toMatchObject({ isCut: true, state: { layout: {}, filters: STATE.filters, sort: [], group: null } });
    });

    it("are changed and deleted by whoever may, and by nobody else", async () => {
      const [shared] = (await viewsOf("admin")).filter(({ isShared }) => isShared);
      const id = shared?.id ?? "";
      for (const name of ["clerk", "s1", "late"]) {
        const Code = name === "clerk" ? 403 : 404;
        expect(await save(name, "改名", { id }), name).toMatchObject({ Code });
        expect(await tell(name, `Module/${ORDERS}/DeleteView`, { id }), name).toMatchObject({ Code });
      }
      const [own] = (await viewsOf("admin")).filter(({ isShared }) => !isShared);
      expect(await save("clerk", "改名", { id: own?.id ?? "" })).toMatchObject({ Code: 404 });
      expect((await save("admin", "全员用", { id, shared: "1" })).Result.id).toBe(id);
      expect(await titles("clerk")).toContain("全员用");
      expect((await tell("admin", `Module/${ORDERS}/DeleteView`, { id })).Code).toBe(200);
      expect(await titles("clerk")).not.toContain("全员用");
      expect(await tell("admin", `Module/${ORDERS}/DeleteView`, { id })).toMatchObject({ Code: 404 });
    });

    it("open the list by default for whoever wants it", async () => {
      const { Result } = await save("admin", "默认", { default: "1" });
      expect((Result as ViewsResult).own.view).toBe(Result.id);
      expect((await tell("clerk", `Module/${ORDERS}/GetViews`)).Result.own.view).toBeNull();
      expect(await tell("clerk", `Module/${ORDERS}/SetDefaultView`, { id: Result.id })).toMatchObject({ Code: 400 });
      await tell("admin", `Module/${ORDERS}/SaveLayout`, { layout: '{"density":"large"}' });
      expect((await tell("admin", `Module/${ORDERS}/GetViews`)).Result.own).toMatchObject({
        view: Result.id,
        layout: { density: "large" },
      });
      await tell("admin", `Module/${ORDERS}/DeleteView`, { id: Result.id });
      expect((await tell("admin", `Module/${ORDERS}/GetViews`)).Result.own.view).toBeNull();
      expect((await tell("admin", `Module/${ORDERS}/SetDefaultView`)).Code).toBe(200);
    });

    it("are refused in words where they are nonsense, or too many", async () => {
      const deep = (levels: number): unknown =>
        levels === 0 ? { field: "Statu", operator: "eq", value: 1 } : { operator: "and", value: [deep(levels - 1)] };
      const wrong: readonly unknown[] = [
        {},
        { ...STATE, filters: [{ field: "Statu", operator: "like", value: 1 }] },
        { ...STATE, filters: [{ field: "Statu", operator: "eq", value: { ready: false } }] },
        { ...STATE, filters: [{ operator: "or", value: [] }] },
        { ...STATE, filters: [deep(5)] },
        { ...STATE, filters: Array(201).fill(deep(0)) },
        { ...STATE, sort: [{ field: "Statu", order: "up" }] },
        { ...STATE, group: "a b" },
        { ...STATE, pageSize: 0 },
        { ...STATE, layout: { columns: 1 } },
        { ...STATE, more: 1 },
      ];
      for (const state of wrong)
        expect(await save("admin", "错", {}, state), JSON.stringify(state).slice(0, 100)).toMatchObject({ Code: 400 });
      expect((await save("admin", "深", {}, { ...STATE, filters: [deep(4)] })).Code).toBe(200);
      expect(await save("admin", "深")).toMatchObject({ Code: 422, Msg: expect.stringContaining("已有") });
      for (const title of [" ", "长".repeat(31)]) expect(await save("admin", title)).toMatchObject({ Code: 400 });
      expect(await save("admin", "x", { shared: "yes" })).toMatchObject({ Code: 400 });
      const { kysely } = portal.database;
      const row = {
        SHOP_ID: SHOP,
        PROV_ID: "102001",
        USER_ID: "s1",
        MdlId: ORDERS,
        is_shared: false,
        state: "{}",
        changed: "2025-06-30T00:00:00Z",
      };
      const state = JSON.stringify({ ...STATE, filters: [] });
      await kysely
        .insertInto("_list_view")
        .values(Array.from({ length: 49 }, (_, n) => ({ ...row, id: `v${n}`, title: `视图${n}`, state })))
        .execute();
      expect(await save("s1", "再一个")).toMatchObject({ Code: 422, Msg: expect.stringContaining("最多") });
    });
  });

  describe("at hand", () => {
    it("are the pages and views that the user has put there, as long as he has them", async () => {
      const { Result } = await save("admin", "常用");
      const keys = [
        [ORDERS, ""],
        [ORDERS, Result.id],
        [ORDERS, "gone"],
        [7777, ""],
      ];
      const answer = await tell("admin", "Usr/SaveFavourites", { favourites: JSON.stringify(keys) });
      expect(answer.Result.favourites).toEqual([
        { MdlId: ORDERS, view: "", title: "订单", path: "/logisticsReceiptsDemand/OrderManage" },
        { MdlId: ORDERS, view: Result.id, title: "订单：常用", path: `/logisticsReceiptsDemand/OrderManage?view=${Result.id}` },
      ]);
      expect((await shortcuts("clerk")).favourites).toEqual([]);
      // Of somebody else's view not even the title is told.
      await tell("clerk", "Usr/SaveFavourites", { favourites: JSON.stringify([[ORDERS, Result.id]]) });
      expect((await shortcuts("clerk")).favourites).toEqual([]);
      for (const wrong of [
        "7",
        "[[1]]",
        '[["1",""]]',
        '[[1,"a b"]]',
        '[[1,""],[1,""]]',
        JSON.stringify(Array.from({ length: 31 }, (_, n) => [n + 1, ""])),
      ])
        expect(await tell("admin", "Usr/SaveFavourites", { favourites: wrong }), wrong).toMatchObject({ Code: 400 });
    });

    it("are the documents he has looked at, the latest first, which he may still see", async () => {
      const { rows } = (await tell("s1", `Module/${ORDERS}/GetPage`)).Result as { rows: { Id: number; Billid: string }[] };
      expect(rows.length).toBeGreaterThan(1);
      for (const { Id } of rows) {
        portal.advance(1000);
        await tell("s1", `Module/${ORDERS}/Get`, { id: String(Id) });
      }
      const path = (id: number) => `/logisticsReceiptsDemand/OrderManage/show/${id}`;
      const told = rows
        .map(({ Id, Billid }): RecentDocument => ({ MdlId: ORDERS, id: Id, number: Billid, title: "订单", path: path(Id) }))
        .reverse();
      expect((await shortcuts("s1")).recent).toEqual(told);
      for (const other of ["s2", "admin"]) expect((await shortcuts(other)).recent, other).toEqual([]);
      // A document that was refused was not looked at.
      await tell("s2", `Module/${ORDERS}/Get`, { id: String(rows[0]?.Id) });
      expect((await shortcuts("s2")).recent).toEqual([]);
      const { kysely } = portal.database;
      const table = portal.registry.entities.Order?.table ?? "";
      await kysely.updateTable(table).set({ provid: "102002" }).where("Id", "=", rows[0]?.Id).execute();
      expect((await shortcuts("s1")).recent).toEqual(told.slice(0, -1));
      const many = Array.from({ length: 60 }, (_, n) => ({
        SHOP_ID: SHOP,
        USER_ID: "s1",
        MdlId: ORDERS,
        row_id: 10_000 + n,
        at: "2025-01-01T00:00:00Z",
      }));
      await kysely.insertInto("_opened_row").values(many).execute();
      await tell("s1", `Module/${ORDERS}/Get`, { id: String(rows[1]?.Id) });
      const left = await kysely
        .selectFrom("_opened_row")
        .select("row_id")
        .where("USER_ID", "=", "s1")
        .where("row_id", "<", 10_000)
        .execute();
      expect(left.length).toBe(rows.length);
    });
  });

  it("go with their user, but for what he shared", async () => {
    const { kysely } = portal.database;
    const row = { SHOP_ID: SHOP, PROV_ID: "", MdlId: ORDERS, state: "{}", changed: "2025-06-30T00:00:00Z", USER_ID: "left" };
    const ids = async () =>
      (await kysely.selectFrom("_list_view").select("id").where("USER_ID", "=", "left").execute()).map(({ id }) => id);
    const leave = () =>
      kysely
        .insertInto("_list_view")
        .values([
          { ...row, id: "own", title: "a", is_shared: false },
          { ...row, id: "all", title: "b", is_shared: true },
        ])
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await leave();
    const before = await kysely.selectFrom("_list_view").select("id").execute();
    await forgetOwnLists(kysely, portal.registry);
    expect(await ids()).toEqual(["all"]);
    expect(await kysely.selectFrom("_list_view").select("id").execute()).toHaveLength(before.length - 1);
    await leave();
    await kysely.transaction().execute((trx) => forgetOwnOf(trx, "left"));
    expect(await ids()).toEqual(["all"]);
  });
});
