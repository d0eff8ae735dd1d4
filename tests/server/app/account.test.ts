import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { passwordProblems, UNCOMMON } from "../../../src/shared/domain/password-rules.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, shopModules, signIn } from "./fixtures/portal.ts";
import { EXPIRED, MALL, PASSWORD, SHOP } from "./fixtures/world.ts";

const CONTRACT_ENDED = "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能";

describeEngine("the account", (open) => {
  let portal: Portal;
  let admin: string;
  let supplier: string;
  beforeAll(async () => {
    portal = await openPortal({ open });
    [admin, supplier] = [await signIn(portal, "admin"), await signIn(portal, "s1")];
  });

  it("tells a shop user who he is", async () => {
    const { Result } = await call(portal, admin, "login/GetUserInfo");
    expect(Result.user).toMatchObject({ USER_ID: "admin", UsrName: "名-admin", SHOP_ID: SHOP, ShopName: "惠民超市", PROV_ID: "" });
    expect(Result.user).toMatchObject({ SupplierName: "", isconfirm: false, isout: 1, lastoutday: 10 });
    expect(Result.user.CurMdl).toEqual(Result.mdl);
    expect(Result.mdl.map(({ MdlId }: { MdlId: number }) => MdlId)).toEqual(shopModules(portal));
  });

  it("tells a supplier who he is, with the rights his side may hold", async () => {
    const { Result } = await call(portal, supplier, "login/GetUserInfo");
    expect(Result.user).toMatchObject({ PROV_ID: "102001", SupplierName: "供应商102001", company_providerDisplayName: "显示102001" });
    const funcs = Object.fromEntries(
      Result.mdl.map(({ MdlId, Funcs }: { MdlId: number; Funcs: string }) => [MdlId, Funcs.split(",").sort()]),
    );
    // Granted: also audit and close (the shop's), confirm and stop (finance), and 202 = the older number of 8902.
    expect(funcs[8901]).toEqual(["print", "provconfirm", "query"]);
    expect(funcs[8902]).toEqual(["query"]);
    expect(funcs[510]).not.toContain("stop");
    expect(funcs[510]).not.toContain("recheck");
  });

  it("is what the own shop says of group, grants and supplier, never another shop's of the same name", async () => {
    const { kysely } = portal.database;
    const table = (name: string) => portal.registry.entities[name]?.table ?? "";
    const change = (USER_ID: string, values: Row) => kysely.updateTable(table("User")).set(values).where("USER_ID", "=", USER_ID).execute();
    const told = async (token: string) => (await call(portal, token, "login/GetUserInfo")).Result;
    const elsewhere = { SHOP_ID: EXPIRED, GroupId: "ghost", GroupName: "别处", UserKind: "retail", allModules: true, statu: 1 };
    await kysely.insertInto(table("UserGroup")).values(elsewhere).execute();
    await kysely.insertInto(table("GroupModule")).values({ SHOP_ID: EXPIRED, GroupId: "empty", MdlId: 8901, Funcs: "query" }).execute();
    const token = await signIn(portal, "none");
    expect((await told(token)).mdl).toEqual([]);
    await change("none", { GroupId: "ghost" });
    expect((await told(token)).mdl).toEqual([]);
    await change("none", { GroupId: "empty" });
    await change("s1", { PROV_ID: "103001" });
    expect((await told(supplier)).user).toMatchObject({ PROV_ID: "103001", SupplierName: "" });
    await change("s1", { PROV_ID: "102001" });
  });

  it.each([
    ["mall01", MALL, 1, 365],
    ["late", EXPIRED, 0, -1],
    ["s3", EXPIRED, 0, -1],
  ])("counts the days of the contract for %s", async (name, shop, isout, lastoutday) => {
    const { Result } = await call(portal, await signIn(portal, name), "login/GetUserInfo");
    expect(Result.user).toMatchObject({ SHOP_ID: shop, isout, lastoutday });
  });

  it("has no contract where the shop has none", async () => {
    const table = portal.registry.entities.Shop?.table ?? "";
    await portal.database.kysely.updateTable(table).set({ contractend: null }).where("SHOP_ID", "=", MALL).execute();
    const { Result } = await call(portal, await signIn(portal, "mall01"), "login/GetUserInfo");
    expect(Result.user).toMatchObject({ isout: 1, lastoutday: null });
  });

  it("ignores whom a parameter names", async () => {
    const own = (await call(portal, supplier, "login/GetUserInfo")).body;
    for (const name of ["username", "USER_ID", "personId", "PROV_ID", "ProvId", "provid", "SHOP_ID", "ShopId", "side", "isconfirm"]) {
      for (const value of ["admin", "102002", EXPIRED, "", "0", "L"]) {
        expect((await call(portal, supplier, "login/GetUserInfo", { [name]: value })).body).toBe(own);
        expect((await call(portal, supplier, "login/GetUserInfo", {}, { query: { [name]: value } })).body).toBe(own);
      }
    }
  });

  it("gives nothing to a group without modules", async () => {
    const none = await signIn(portal, "none");
    expect((await call(portal, none, "login/GetUserInfo")).Result.mdl).toEqual([]);
    expect((await call(portal, none, "Registry/GetModules")).Result.modules).toEqual([]);
    expect(await call(portal, none, "Module/8901/GetPage")).toMatchObject({ status: 200, Code: 403, Msg: "不存在模块权限！" });
  });

  it("loses a right at once when the group does", async () => {
    const clerk = await signIn(portal, "clerk");
    const { kysely } = portal.database;
    const table = portal.registry.entities.GroupModule?.table ?? "";
    expect((await call(portal, clerk, "Module/8901/GetPage")).Code).toBe(200);
    await kysely.updateTable(table).set({ Funcs: "queryx,unaudit" }).where("GroupId", "=", "clerk").execute();
    expect(await call(portal, clerk, "Module/8901/GetPage")).toMatchObject({ Code: 403, Msg: portal.registry.messages.NOFUNC });
    await kysely.updateTable(table).set({ MdlId: 8902 }).where("GroupId", "=", "clerk").where("MdlId", "=", 8901).execute();
    expect(await call(portal, clerk, "Module/8901/GetPage")).toMatchObject({ Code: 403, Msg: "不存在模块权限！" });
  });

  it("counts unread messages of the viewer's side, the same at every place", async () => {
    expect((await call(portal, admin, "Comm/GetRemindCount")).Result).toEqual({ remindcount: 1 });
    expect((await call(portal, supplier, "Comm/GetRemindCount", { provid: "102002" })).Result).toEqual({ remindcount: 1 });
    expect((await call(portal, await signIn(portal, "late"), "Comm/GetRemindCount")).Result).toEqual({ remindcount: 0 });
    expect((await call(portal, supplier, "login/GetHomePageData")).Result).toMatchObject({ remindcount: 1, modules: [510, 8901, 8902] });
    expect((await call(portal, admin, "Advice/getNoReadAdvice")).Result).toBe(0);
  });

  it("says nothing about who exists", async () => {
    const answers = await Promise.all(["admin", "nobody"].map((username) => call(portal, null, "Comm/UserCheck", { username })));
    expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body]);
    expect(answers[0]?.Result).toEqual({ wait: 0, ticket: "" });
  });

  it("keeps shop users of an ended contract to the paths of their profile; suppliers and others go on", async () => {
    const [late, s3] = [await signIn(portal, "late"), await signIn(portal, "s3")];
    const { registry } = portal;
    const special = registry.profiles.special;
    if (special === undefined) throw new Error("no profile special");
    const flags = { ...special.flags, allowPaths: ["/accountChecking/BalanceManage"] };
    portal.changeRegistry({ ...registry, profiles: { ...registry.profiles, special: { ...special, flags } } });
    expect(await call(portal, late, "Module/8901/GetPage")).toMatchObject({ status: 200, Code: 403, Msg: CONTRACT_ENDED });
    expect(await call(portal, late, "Registry/GetModule", { mdl: "8901" })).toMatchObject({ Code: 403, Msg: CONTRACT_ENDED });
    expect(await call(portal, late, "Print/GetPrintDoc", { printtyp: "order", ids: "1" })).toMatchObject({
      Code: 403,
      Msg: CONTRACT_ENDED,
    });
    expect((await call(portal, late, "Module/510/GetPage")).Code).toBe(200);
    expect((await call(portal, s3, "Module/8901/GetPage")).Code).toBe(200);
    expect((await call(portal, admin, "Module/8901/GetPage")).Code).toBe(200);
    portal.changeRegistry(registry);
    expect((await call(portal, late, "Module/8901/GetPage")).Code).toBe(200);
  });

  describe("a new password", () => {
    const change = (token: string, OldPass: string, NewPass: string, more: Readonly<Record<string, string>> = {}) =>
      call(portal, token, "Usr/UpdateUsrPass", { OldPass, NewPass, ...more });

    it.each(["short1", "qwertyuiop", "1234567890", `${"a1".repeat(64)}x`])("must be good: %s", async (bad) => {
      expect(await change(supplier, PASSWORD, bad)).toMatchObject({ Code: 400, Msg: expect.stringContaining("NewPass") });
    });

    it("is told everything that is wrong with it at once, by the rules the page shows", async () => {
      const answer = await change(supplier, "", "S1");
      expect(answer).toMatchObject({ Code: 400, Msg: expect.stringMatching(/^缺少参数 OldPass；新密码（NewPass）应满足：/) });
      for (const text of passwordProblems("S1", { userId: "s1", oldPassword: "" })) expect(answer.Msg).toContain(text);
      expect(await call(portal, supplier, "Usr/UpdateUsrPass")).toMatchObject({ Code: 400, Msg: "缺少参数 OldPass；缺少参数 NewPass" });
      expect(await change(supplier, PASSWORD, PASSWORD)).toMatchObject({ Code: 400, Msg: expect.stringContaining("与原密码不同") });
      for (const common of ["Password123", "1Q2W3E4R5T", "woaini1314"])
        expect(await change(supplier, PASSWORD, common), common).toMatchObject({ Code: 400, Msg: `新密码（NewPass）应满足：${UNCOMMON}` });
      expect(await change(supplier, "", "qwertyuiop")).toMatchObject({ Msg: `缺少参数 OldPass；新密码（NewPass）应满足：${UNCOMMON}` });
      await signIn(portal, "s1");
    });

    it("needs the old one", async () => {
      expect(await change(supplier, "wrong", "Another-1-password")).toMatchObject({ Code: 422, Msg: "原密码不正确" });
      expect(await call(portal, supplier, "Usr/UpdateUsrPass", { NewPass: "Another-1-password" })).toMatchObject({ Code: 400 });
    });

    it("is refused in the address", async () => {
      for (const name of ["OldPass", "NewPass", "newpass"]) {
        const answer = await call(portal, supplier, "Usr/UpdateUsrPass", {}, { query: { [name]: "Another-1-password" } });
        expect(answer).toMatchObject({ Code: 400, Msg: expect.stringContaining(name) });
      }
    });

    it("is the caller's own, whatever personId says, and ends his other sessions", async () => {
      const [here, there] = [await signIn(portal, "s2"), await signIn(portal, "s2")];
      expect((await change(here, PASSWORD, "Another-1-password", { personId: "admin", USER_ID: "admin" })).Code).toBe(200);
      expect((await call(portal, here, "login/GetUserInfo")).Code).toBe(200);
      expect((await call(portal, there, "login/GetUserInfo")).status).toBe(401);
      await signIn(portal, "s2", "Another-1-password");
      await signIn(portal, "admin");
      await expect(signIn(portal, "s2")).rejects.toThrow();
    });

    it("can be guessed three times before it waits, and not by strangers at the login page", async () => {
      const token = await signIn(portal, "clerk");
      for (let index = 0; index < 6; index++) await signIn(portal, "clerk", `wrong-${index}`).catch(() => undefined);
      for (let index = 0; index < 3; index++) expect((await change(token, `wrong-${index}`, "Another-1-password")).Code).toBe(422);
      const refused = { status: 429, Code: 429, Msg: "登录失败次数过多，请2秒后再试" };
      expect(await change(token, PASSWORD, "Another-1-password")).toMatchObject(refused);
    });
  });
});
