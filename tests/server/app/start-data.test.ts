import { beforeAll, expect, it } from "vitest";
import { fitPageSize } from "../../../src/shared/domain/list/page-size.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import type { StartData } from "../../../src/shared/protocol/start-data.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

const ORDERS = 8901;
/** Of the shop, of its suppliers, of a mall, of a shop whose contract is over, and somebody with no page at all. */
const USERS = ["admin", "clerk", "s1", "s2", "mall01", "late", "s3", "none"];
const HEIGHT = 900;
/** Rows of a day. */
const FEW = { user: 3, shop: 3 };

describeEngine("what a page that is opened asks for first", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open });
    for (const name of USERS) tokens[name] = await signIn(portal, name);
  });

  const tell = (name: string, path: string, params: Readonly<Record<string, string>> = {}) =>
    call(portal, tokens[name] ?? "", path, params);
  const start = async (name: string, address: string, more: Readonly<Record<string, string>> = {}): Promise<StartData> => {
    const { Code, Msg, Result } = await tell(name, "login/GetStartData", { address, height: String(HEIGHT), ...more });
    expect([Code, Msg], address).toEqual([200, ""]);
    return Result;
  };
  /** The Result of a call; null: it refuses. */
  const alone = async (name: string, path: string, params: Readonly<Record<string, string>> = {}) => {
    const { Code, Result } = await tell(name, path, params);
    return Code === 200 ? Result : null;
  };
  const pathOf = (mdl: number) => portal.registry.modules[mdl]?.entry.path ?? "";

  it.each(USERS)("is for %s, on every page, what each call by itself answers", async (name) => {
    const [user, menu] = [await alone(name, "login/GetUserInfo"), await alone(name, "Registry/GetModules")];
    const entries = portal.registry.groups.flatMap(({ modules }) => modules);
    let [screens, pages] = [0, 0];
    for (const { id, path } of entries) {
      const got = await start(name, path);
      expect(got.user).toEqual(user);
      expect(got.menu).toEqual(menu);
      const screen: ScreenModel | null = await alone(name, "Registry/GetModule", { mdl: String(id) });
      expect(got.screen, path).toEqual(screen);
      if (screen !== null) screens += 1;
      if (got.page === null) {
        const mayRead = screen?.page === "list" && screen.functions.includes("query");
        expect(mayRead, `${path} has rows`).toBe(false);
        continue;
      }
      pages += 1;
      const answer: PageResult | null = await alone(name, got.page.path.slice(1), got.page.params);
      expect(got.page.result, path).toEqual(answer);
      expect(got.page.params).toMatchObject({ page: "1", rows: String(fitPageSize(HEIGHT, screen?.footer !== null)) });
    }
    const granted = (menu?.modules ?? []).flatMap(({ children }: { children: readonly unknown[] }) => children).length;
    // A contract that is over closes pages which the menu names.
    if (name === "late") expect(screens).toBeLessThan(granted);
    else expect(screens).toBe(granted);
    if (name !== "late" && name !== "none") expect(pages).toBeGreaterThan(0);
    if (name === "none") expect([screens, pages]).toEqual([0, 0]);
  });

  it("is as the address asks, also by an older name and with a slash too many", async () => {
    const filters = JSON.stringify([["Statu", "in", [10]]]);
    const search = `current=2&pageSize=3&sorters=busdate.asc&filters=${encodeURIComponent(filters)}`;
    const { page } = await start("admin", `${pathOf(ORDERS)}/?${search}`);
    const params = {
      page: "2",
      rows: "3",
      sort: "busdate",
      order: "asc",
      filter: JSON.stringify([{ field: "Statu", operator: "in", value: [10] }]),
    };
    expect(page).toEqual({
      path: `/Module/${ORDERS}/GetPage`,
      params,
      result: await alone("admin", `Module/${ORDERS}/GetPage`, params),
    });
    const aliased = portal.registry.groups.flatMap(({ modules }) => modules).find(({ aliases }) => aliases.length > 0);
    expect((await start("admin", aliased?.aliases[0] ?? "")).screen?.MdlId).toBe(aliased?.id);
  });

  it("fits the window and how close rows stand in it", async () => {
    const rows = async (more: Readonly<Record<string, string>>, address = pathOf(ORDERS)) =>
      Number((await start("admin", address, more)).page?.params.rows);
    const { screen } = await start("admin", pathOf(ORDERS));
    const hasFooter = screen?.footer !== null;
    expect(await rows({ height: "600" })).toBe(fitPageSize(600, hasFooter));
    expect(await rows({ compact: "1" })).toBe(fitPageSize(HEIGHT, hasFooter, "compact"));
    expect(await rows({ compact: "1" }, `${pathOf(ORDERS)}?cols=*large`)).toBe(fitPageSize(HEIGHT, hasFooter, "large"));
    await tell("clerk", `Module/${ORDERS}/SaveLayout`, { layout: JSON.stringify({ density: "middle" }) });
    expect(Number((await start("clerk", pathOf(ORDERS))).page?.params.rows)).toBe(fitPageSize(HEIGHT, hasFooter, "middle"));
    await tell("clerk", `Module/${ORDERS}/SaveLayout`, { layout: "{}" });
  });

  it("begins with the user's own view, unless the address says something else", async () => {
    const filters = [{ field: "Statu", operator: "in", value: [0] }];
    const state = { layout: null, filters, sort: [{ field: "busdate", order: "desc" }], group: null, pageSize: 7 };
    const saved = await tell("admin", `Module/${ORDERS}/SaveView`, { title: "草稿", state: JSON.stringify(state), default: "1" });
    expect([saved.Code, saved.Msg]).toEqual([200, ""]);
    expect((await start("admin", pathOf(ORDERS))).page?.params).toEqual({
      page: "1",
      rows: "7",
      sort: "busdate",
      order: "desc",
      filter: JSON.stringify(filters),
    });
    expect((await start("admin", `${pathOf(ORDERS)}?view=none`)).page?.params.rows).not.toBe("7");
    await tell("admin", `Module/${ORDERS}/DeleteView`, { id: saved.Result.id });
  });

  it("has no rows for a document, a form, a page of its own kind, all rows at once, and an address that leads nowhere", async () => {
    for (const rest of ["/show/1", "/create", "/1/edit"]) {
      const got = await start("admin", pathOf(ORDERS) + rest);
      expect([got.screen?.MdlId, got.page], rest).toEqual([ORDERS, null]);
    }
    expect((await start("admin", `${pathOf(ORDERS)}?pageSize=999999999`)).page).toBeNull();
    for (const address of ["", "/", "/index", "/nowhere", "/print/8901/1", "//evil", "/%"]) {
      const got = await start("admin", address);
      expect([got.screen, got.page], address).toEqual([null, null]);
    }
    // What the list would refuse, the list says by itself.
    const wrong = encodeURIComponent(JSON.stringify([["nothing", "eq", 1]]));
    expect(await start("admin", `${pathOf(ORDERS)}?filters=${wrong}`)).toMatchObject({ screen: { MdlId: ORDERS }, page: null });
    expect(await tell("admin", "login/GetStartData", { address: pathOf(ORDERS), height: "high" })).toMatchObject({
      Code: 400,
      Msg: "参数 height 应为整数",
    });
  });

  it("counts for the day's rows as the list does", async () => {
    const { app, database } = portal;
    const small = await openPortal({
      open: async () => database,
      fill: async () => undefined,
      settings: { dailyLimits: { rows: FEW, exports: FEW, uploads: FEW } },
    });
    expect(small.app).not.toBe(app);
    const token = await signIn(small, "admin");
    const ask = async () => (await call(small, token, "login/GetStartData", { address: `${pathOf(ORDERS)}?filters=[]` })).Result.page;
    expect((await ask())?.result.rows.length).toBeGreaterThan(3);
    expect(await ask()).toBeNull();
    expect((await call(small, token, `Module/${ORDERS}/GetPage`)).Code).not.toBe(200);
  });

  it("ends with the right to it, in the same session", async () => {
    const { table = "" } = portal.registry.entities.GroupModule ?? {};
    const funcs = (Funcs: string) =>
      portal.database.kysely
        .updateTable(table)
        .set({ Funcs })
        .where("SHOP_ID", "=", SHOP)
        .where("GroupId", "=", "clerk")
        .where("MdlId", "=", ORDERS)
        .execute();
    expect((await start("clerk", pathOf(ORDERS))).page).not.toBeNull();
    await funcs("audit");
    await expect.poll(async () => (await start("clerk", pathOf(ORDERS))).page).toBeNull();
    await funcs("query,Audit");
    await expect.poll(async () => (await start("clerk", pathOf(ORDERS))).page).not.toBeNull();
  });
});
