/*
 * Long on purpose: one way after the other by which somebody could come by rights, each a few lines.
 */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KeptSessions } from "../../../src/server/auth/kept-sessions.ts";
import { findSession } from "../../../src/server/auth/session-store.ts";
import { guardRights } from "../../../src/server/engine/rights-guard.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { RegistrationStt } from "../../../src/server/generated/entities.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { TODAY } from "./fixtures/world.ts";

const SHOP = "0000000054";
const BEYOND = "权限超出您自己的权限，不能办理：您没有";
const OWN = "不能变更自己的权限，请由其他管理员办理";

// The ways by which rights could be come by, each through the real application (docs/decisions/81).
describeEngine("nobody gives more than he holds", (open) => {
  let portal: Portal;
  let admin: string;
  let buyer: string;
  let supplier: string;

  const store = () => sqlStore(portal.database.kysely, SHOP);
  const entity = (name: string) => {
    const found = portal.registry.entities[name];
    if (!found) throw new Error(`no entity ${name}`);
    return found;
  };
  const put = async (name: string, rows: readonly Row[]) => void (await store().insert(entity(name), rows));
  const userRow = async (USER_ID: string): Promise<Row> => {
    const [row] = await store().find(entity("User"), { USER_ID });
    if (!row) throw new Error(`no user ${USER_ID}`);
    return row;
  };
  const pageOf = (user: Row) => (user.UserKind === "supplier" ? "Module/805" : "Module/801");
  const save = async (token: string, USER_ID: string, fields: Readonly<Record<string, string>>): Promise<Answer> => {
    const row = await userRow(USER_ID);
    return call(portal, token, `${pageOf(row)}/Save`, { id: String(row.Id), rowver: String(row.rowver), ...fields });
  };
  const create = (token: string, fields: Readonly<Record<string, string>>, page = "Module/801") =>
    call(portal, token, `${page}/Save`, { UsrName: "新用户", ...fields });
  const act = async (token: string, action: string, USER_ID: string): Promise<Answer> => {
    const row = await userRow(USER_ID);
    return call(portal, token, `${pageOf(row)}/Action`, { action, ids: String(row.Id) });
  };
  const remove = async (token: string, USER_ID: string): Promise<Answer> => {
    const row = await userRow(USER_ID);
    return call(portal, token, `${pageOf(row)}/Delete`, { ids: String(row.Id) });
  };
  const modules = async (token: string) => (await call(portal, token, "login/GetUserInfo")).Result.mdl.length;
  const grant = async (token: string, GroupId: string, grants: object, page = "Module/803", more = {}) => {
    const [row] = await store().find(entity("UserGroup"), { GroupId });
    return call(portal, token, `${page}/Grant`, {
      id: String(row?.Id),
      rowver: String(row?.rowver),
      grants: JSON.stringify(grants),
      ...more,
    });
  };

  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    await put("UserGroup", [
      { GroupId: "G90", GroupName: "用户助理", UserKind: "retail", allModules: false },
      { GroupId: "G91", GroupName: "供应商助理", UserKind: "supplier", allModules: false },
      { GroupId: "G92", GroupName: "什么也不能", UserKind: "retail", allModules: false },
      { GroupId: "G93", GroupName: "停用的管理员", UserKind: "retail", allModules: true, statu: 0 },
    ]);
    await put("GroupModule", [
      { GroupId: "G90", MdlId: 801, Funcs: "query,add,edit,del,stop,resetpwd,enable,disable" },
      { GroupId: "G90", MdlId: 803, Funcs: "query,add,edit,del,grant" },
      { GroupId: "G90", MdlId: 806, Funcs: "query,add,edit,del,grant" },
      { GroupId: "G91", MdlId: 805, Funcs: "query,add,edit,del,stop,resetpwd" },
      { GroupId: "G91", MdlId: 8901, Funcs: "query" },
    ]);
    admin = await signIn(portal, "admin54");
  });

  beforeEach(async () => {
    await store().update(entity("User"), { USER_ID: "buyer54" }, { GroupId: "G90", statu: 1 });
    await store().update(entity("User"), { USER_ID: "admin54" }, { GroupId: "G01", statu: 1 });
    await store().update(entity("User"), { USER_ID: "s054001" }, { GroupId: "G91", statu: 1 });
    [buyer, supplier] = [await signIn(portal, "buyer54"), await signIn(portal, "s054001")];
  });

  describe("by a user's own row", () => {
    it("a user with 801 edit does not put himself among the administrators", async () => {
      const before = await modules(buyer);
      expect(await save(buyer, "buyer54", { GroupId: "G01" })).toMatchObject({ Code: 403, Msg: OWN });
      expect(await modules(buyer)).toBe(before);
    });

    it("a supplier's user with 805 edit does not put himself into the group that holds everything", async () => {
      expect(await modules(supplier)).toBe(2);
      expect(await save(supplier, "s054001", { GroupId: "G05" })).toMatchObject({ Code: 403, Msg: OWN });
      expect(await modules(supplier)).toBe(2);
    });

    it("nobody gives up rights of his own either, and everybody mends his telephone number", async () => {
      expect(await save(buyer, "buyer54", { GroupId: "G92" })).toMatchObject({ Code: 403, Msg: OWN });
      expect(await save(admin, "admin54", { GroupId: "G92" })).toMatchObject({ Code: 403, Msg: OWN });
      expect((await save(buyer, "buyer54", { tel: "13900001111" })).Code).toBe(200);
    });
  });

  describe("by another user", () => {
    it("who is put into a group above: told is the first right that is missing", async () => {
      const answer = await save(buyer, "none54", { GroupId: "G01" });
      expect(answer).toMatchObject({ Code: 403, Msg: `用户“none54”的${BEYOND}全部模块` });
      expect(await save(buyer, "none54", { GroupId: "G03" })).toMatchObject({
        Code: 403,
        Msg: `用户“none54”的${BEYOND}供应商信息管理.query`,
      });
      expect((await save(buyer, "none54", { GroupId: "G92" })).Code).toBe(200);
    });

    it("who is made in a group above", async () => {
      const answer = await create(buyer, { USER_ID: "friend54", GroupId: "G01" });
      expect(answer).toMatchObject({ Code: 403, Msg: `用户“friend54”的${BEYOND}全部模块` });
      expect(await store().exists(entity("User"), { USER_ID: "friend54" })).toBe(false);
      expect((await create(buyer, { USER_ID: "mate54", GroupId: "G90" })).Code).toBe(200);
    });

    it("who is made by a supplier's user in a group above", async () => {
      const answer = await create(supplier, { USER_ID: "s-friend", GroupId: "G05" }, "Module/805");
      expect(answer).toMatchObject({ Code: 403, Msg: expect.stringContaining(BEYOND) });
    });

    it("who holds more: he is neither lowered, nor stopped, nor enabled, nor deleted, nor is his password taken", async () => {
      expect((await save(buyer, "boss54", { GroupId: "G92" })).Code).toBe(403);
      expect((await act(buyer, "disable", "boss54")).Code).toBe(403);
      expect((await act(buyer, "resetpwd", "boss54")).Code).toBe(403);
      expect((await act(buyer, "resetpwd", "admin54")).Code).toBe(403);
      await store().update(entity("User"), { USER_ID: "fin54" }, { statu: 0, GroupId: "G02" });
      expect((await act(buyer, "enable", "fin54")).Code).toBe(403);
      expect((await remove(buyer, "fin54")).Code).toBe(403);
      expect((await act(admin, "enable", "fin54")).Code).toBe(200);
      expect((await act(admin, "resetpwd", "fin54")).Code).toBe(200);
      expect((await userRow("boss54")).statu).toBe(1);
      expect((await signIn(portal, "boss54")).length).toBeGreaterThan(0);
    });

    it("who is offered no group above: the form shows those that may be given", async () => {
      const offered = async (token: string) =>
        (await call(portal, token, "Module/801/Options", { field: "GroupId", search: "" })).Result.map(
          ({ value }: { value: string }) => value,
        );
      expect(await offered(buyer)).toEqual(["G07", "G90", "G92"]);
      expect(await offered(admin)).toEqual(expect.arrayContaining(["G01", "G02", "G90"]));
    });

    it("whose telephone number is mended by who holds less, as that is no right", async () => {
      expect((await save(buyer, "boss54", { tel: "13900002222" })).Code).toBe(200);
    });

    it("who is made one of the confirming party by who is none", async () => {
      await store().update(entity("User"), { USER_ID: "buyer54" }, { isconfirm: false });
      expect(await save(buyer, "none54", { GroupId: "G92", isconfirm: "true" })).toMatchObject({
        Code: 403,
        Msg: `用户“none54”的${BEYOND}确认方`,
      });
    });
  });

  it("but lets a newcomer in with what the shop gives newcomers, also by who holds less", async () => {
    await put("UserGroup", [{ GroupId: "G95", GroupName: "注册审核", UserKind: "retail", allModules: false }]);
    await put("GroupModule", [{ GroupId: "G95", MdlId: 103, Funcs: "query,audit,reject" }]);
    await store().update(entity("User"), { USER_ID: "buyer54" }, { GroupId: "G95" });
    const [waiting] = await store().find(entity("Registration"), { RegType: "supplier", stt: RegistrationStt.submitted });
    const done = await call(portal, buyer, "Module/103/Action", { action: "audit", ids: String(waiting?.Id) });
    expect([done.Code, done.Msg]).toEqual([200, expect.any(String)]);
    expect(await userRow(String(waiting?.UsrName))).toMatchObject({ UserKind: "supplier", GroupId: "G05", statu: 1 });
  });

  describe("by a group", () => {
    it("whose grants are widened or taken by who holds less", async () => {
      expect(await grant(buyer, "G92", { 8901: ["query"] })).toMatchObject({
        Code: 403,
        Msg: "不能授予或收回自己没有的权限：订单.query",
      });
      expect((await grant(buyer, "G03", {})).Code).toBe(403);
      expect((await grant(buyer, "G01", {})).Code).toBe(403);
      expect((await grant(buyer, "G92", { 801: ["query"] })).Code).toBe(200);
    });

    it("that is one's own", async () => {
      expect(await grant(buyer, "G90", { 801: ["query"], 803: ["query", "grant"], 806: ["query", "grant"] })).toMatchObject({
        Code: 403,
        Msg: OWN,
      });
    });

    it("that holds everything: whoever holds every page of today does not hold those of tomorrow", async () => {
      const pages = Object.values(portal.registry.modules).filter(({ entry, audience }) => entry.of === null && audience.includes("shop"));
      await put("UserGroup", [{ GroupId: "G94", GroupName: "每一页", UserKind: "retail", allModules: false }]);
      await put(
        "GroupModule",
        pages.map(({ id, functions }) => ({ GroupId: "G94", MdlId: id, Funcs: functions.join(",") })),
      );
      await store().update(entity("User"), { USER_ID: "buyer54" }, { GroupId: "G94" });
      expect(await grant(buyer, "G92", {}, "Module/803", { all: "true" })).toMatchObject({
        Code: 403,
        Msg: "不能授予或收回自己没有的权限：全部模块",
      });
      expect(await save(buyer, "none54", { GroupId: "G01" })).toMatchObject({ Code: 403, Msg: expect.stringContaining("全部模块") });
    });

    it("that is switched on by who holds less than it", async () => {
      const [row] = await store().find(entity("UserGroup"), { GroupId: "G93" });
      const answer = await call(portal, buyer, "Module/803/Save", { id: String(row?.Id), rowver: String(row?.rowver), statu: "1" });
      expect(answer).toMatchObject({ Code: 403, Msg: "不能授予或收回自己没有的权限：全部模块" });
    });
  });

  it("nor does a supplier's user change users of another supplier, whatever page might lead him there", async () => {
    const { database } = portal;
    const { kysely } = database;
    const source = { database, sessions: new KeptSessions(database), registry: { current: () => portal.registry } };
    const session = await findSession(source, supplier, new Date(`${TODAY}T10:00:00+08:00`));
    if (session === null) throw new Error("nobody is signed in");
    await store().update(entity("User"), { USER_ID: "s054002" }, { GroupId: "G91", statu: 1 });
    const write = kysely.transaction().execute(async (trx) => {
      const guarded = await guardRights(sqlStore(trx, SHOP), portal.registry, session.viewer, "User");
      await guarded.store.update(entity("User"), { USER_ID: "s054002" }, { statu: 0 });
      await guarded.judge();
    });
    await expect(write).rejects.toMatchObject({ code: 403, message: portal.registry.messages.NOFUNC });
  });

  describe("and the last who manages users stays", () => {
    it("in a shop: he cannot stop himself, and nobody else may", async () => {
      expect((await act(admin, "disable", "admin54")).Code).toBe(422);
      expect((await act(buyer, "disable", "admin54")).Code).toBe(403);
      expect((await userRow("admin54")).statu).toBe(1);
    });

    it("of a supplier, also where the shop acts", async () => {
      const mates = await store().find(entity("User"), { PROV_ID: (await userRow("s054001")).PROV_ID ?? null });
      for (const { USER_ID } of mates)
        if (USER_ID !== "s054001") await store().update(entity("User"), { USER_ID: USER_ID ?? null }, { statu: 0 });
      expect(await act(admin, "disable", "s054001")).toMatchObject({ Code: 422, Msg: "至少要保留一个能管理用户的启用账号" });
      await store().update(entity("User"), { USER_ID: "s054001b" }, { statu: 1, GroupId: "G91" });
      expect((await act(admin, "disable", "s054001")).Code).toBe(200);
    });

    it("in a shop, when two administrators stop each other at the same moment", async () => {
      await store().update(entity("User"), { USER_ID: "boss54" }, { statu: 1, GroupId: "G01" });
      const boss = await signIn(portal, "boss54");
      const answers = await Promise.all([act(admin, "disable", "boss54"), act(boss, "disable", "admin54")]);
      expect(answers.map(({ Code }) => Code).filter((code) => code === 200)).toHaveLength(1);
    });
  });
});
