import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { setUp } from "../../../src/server/features/setup/set-up.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { call, FORM, form, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { TODAY } from "../app/fixtures/world.ts";
import { openAsLogin } from "../db/fixtures/test-database.ts";

const PASSWORD = "Own-words-77";
const OTHERS = "Quite-other-88";
const MALL = "1000000001";
const NOW = new Date(`${TODAY}T10:00:00+08:00`);
const VALUES = {
  kind: "mall",
  shop: MALL,
  name: "清风广场",
  market: "",
  marketName: "",
  profile: "plain",
  user: "mall.admin",
  userName: "马一",
};
const fill = Object.assign(
  ({ kysely }: Database, registry: Registry) => setUp(kysely, registry, "operator", VALUES, { password: PASSWORD, isGiven: false }, NOW),
  { template: "set_up_mall" },
);
const OPENING = { NewName: "清风百货", ShopKind: "retail", ProfileKey: "plain", AdminId: "wang.yi", AdminName: "王一" };

// docs/decisions/106
describe("shops that a mall opens", () => {
  let portal: Portal;
  let admin: string;
  beforeAll(async () => {
    portal = await openPortal({ open: openAsLogin, fill });
  });
  beforeEach(async () => {
    admin = await signIn(portal, "mall.admin", PASSWORD);
  });

  const open = (said: Partial<typeof OPENING>, by = admin) => call(portal, by, "Module/9014/Save", { ...OPENING, ...said });
  const rows = async (by: string, mdl: number): Promise<readonly Row[]> =>
    (await call(portal, by, `Module/${mdl}/GetPage`, { page: "1", rows: "50" })).Result.rows;
  /** Signs in with a given password and chooses another. */
  const enter = async (username: string, notice: string) => {
    const password = /初始密码：(\w{12})（/.exec(notice)?.[1] ?? "";
    const payload = form({ grant_type: "password", username, password });
    const reply = (await portal.app.inject({ method: "POST", url: "/connect/token", payload, headers: FORM })).json();
    expect(reply).toMatchObject({ change_password: true });
    expect(await call(portal, reply.access_token, "Usr/UpdateUsrPass", { OldPass: password, NewPass: OTHERS })).toMatchObject({
      Code: 200,
    });
    return signIn(portal, username, OTHERS);
  };

  const begin = async (by: string) => {
    const { Result } = await call(portal, by, "login/GetHomePageData");
    return (Result.begin ?? []).map(({ mdl }: { mdl: number }) => mdl);
  };

  it("are what the home page asks of a new mall first, which keeps users on its own page alone", async () => {
    expect(await begin(admin)).toEqual([9014, 9011, 9012, 104, 9013, 802, 105]);
  });

  it("begin with an administrator and the standard groups, and belong to its market", async () => {
    const { Code, Result } = await open({});
    expect(Code).toBe(200);
    expect((await rows(admin, 9014))[0]).toMatchObject({ NewShop: "1000000002", NewName: "清风百货" });
    expect((await rows(admin, 102)).map(({ SHOP_ID, MarketId }) => [SHOP_ID, MarketId])).toEqual([["1000000002", MALL]]);
    const theirs = await enter("wang.yi", Result.notice);
    expect([await begin(admin), await begin(theirs)].map(([first]) => first)).toEqual([9011, 9011]);
    expect((await rows(theirs, 803)).length).toBeGreaterThan(4);
    // Neither sees the other's users; and a retailer opens nothing.
    expect((await rows(theirs, 801)).map(({ USER_ID }) => USER_ID)).toEqual(["wang.yi"]);
    expect((await rows(admin, 802)).map(({ USER_ID }) => USER_ID)).toEqual(["mall.admin"]);
    expect((await open({ AdminId: "li.er" }, theirs)).Code).toBe(403);
  });

  it("may be a mall, which belongs to nobody's market", async () => {
    const { Code, Result } = await open({ ShopKind: "mall", NewName: "明月广场", AdminId: "yue.yi" });
    expect(Code).toBe(200);
    const theirs = await enter("yue.yi", Result.notice);
    expect(await rows(theirs, 102)).toEqual([]);
    // Each keeps its own file, but for the contract.
    const [own] = await rows(theirs, 101);
    expect((await rows(admin, 101)).map(({ SHOP_ID }) => SHOP_ID)).toEqual([MALL]);
    const file = { id: String(own?.Id), rowver: String(own?.rowver) };
    expect((await call(portal, admin, "Module/101/Save", { ...file, tel: "02100000000" })).Code).toBe(404);
    expect((await call(portal, theirs, "Module/101/Save", { ...file, contractend: "2099-12-31" })).Code).toBe(400);
    expect((await call(portal, theirs, "Module/101/Save", { ...file, tel: "02100000000" })).Code).toBe(200);
    expect((await rows(admin, 102)).map(({ SHOP_ID }) => SHOP_ID)).toEqual(["1000000002"]);
  });

  it("get no name twice, no unknown profile, and nothing by half", async () => {
    expect(await open({})).toMatchObject({ Code: 422, Msg: "管理员登录名已被使用，请换一个" });
    expect((await open({ ProfileKey: "nobody", AdminId: "sun.wu" })).Msg).toContain("没有特性 nobody，可填：");
    const before = await rows(admin, 9014);
    const both = await Promise.all([open({ AdminId: "same.one" }), open({ AdminId: "same.one" })]);
    expect(both.filter(({ Code }) => Code === 200)).toHaveLength(1);
    expect(await rows(admin, 9014)).toHaveLength(before.length + 1);
  });

  it("are opened by who holds everything alone", async () => {
    const granted = await call(portal, admin, "Module/804/Save", { GroupId: "openers", GroupName: "开店" });
    expect(granted.Code).toBe(200);
    const grants = JSON.stringify({ 9014: ["query", "add"], 102: ["query"] });
    const group = (await rows(admin, 804)).find(({ GroupId }) => GroupId === "openers");
    expect(await call(portal, admin, "Module/804/Grant", { id: String(group?.Id), rowver: String(group?.rowver), grants })).toMatchObject({
      Code: 200,
    });
    const made = await call(portal, admin, "Module/802/Save", { USER_ID: "clerk.one", UsrName: "店员", GroupId: "openers" });
    const clerk = await enter("clerk.one", made.Result.notice);
    expect(await open({ AdminId: "never.there" }, clerk)).toMatchObject({ Code: 403, Msg: "开设商场或零售商须拥有全部模块" });
  });
});
