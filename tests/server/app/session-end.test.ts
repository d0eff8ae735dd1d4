import { beforeAll, expect, it } from "vitest";
import { openSession } from "../../../src/server/auth/session-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { EXPIRED, PASSWORD, TODAY } from "./fixtures/world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIGNED_OUT = { status: 401, Code: 401, Msg: "登录已失效，请重新登录" };
const NO_MODULE = { Code: 403, Msg: "不存在模块权限！" };
const CONTRACT_ENDED = { Code: 403, Msg: "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能" };
const NEXT = "Another-1-password";

describeEngine("what ends a right ends it with the next request:", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ open });
  });
  const orders = (token: string) => call(portal, token, "Module/8901/GetPage");
  const update = (entity: string, values: Row, column: string, value: string) =>
    portal.database.kysely
      .updateTable(portal.registry.entities[entity]?.table ?? "")
      .set(values)
      .where(column, "=", value)
      .execute();

  it("logout, of 20 requests that follow at once", async () => {
    const token = await signIn(portal, "clerk");
    expect((await orders(token)).Code).toBe(200);
    expect((await call(portal, token, "login/logout")).Code).toBe(200);
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => orders(token)))) expect(answer).toMatchObject(SIGNED_OUT);
    expect(await call(portal, token, "login/logout"), "a second time").toMatchObject(SIGNED_OUT);
  });

  it("a new password, in every other session", async () => {
    const [own, others] = [await signIn(portal, "s1"), [await signIn(portal, "s1"), await signIn(portal, "s1")]];
    const stranger = await signIn(portal, "s2");
    expect((await call(portal, own, "Usr/UpdateUsrPass", { OldPass: PASSWORD, NewPass: NEXT })).Code).toBe(200);
    for (const token of others) expect(await orders(token)).toMatchObject(SIGNED_OUT);
    for (const token of [own, stranger]) expect((await orders(token)).Code).toBe(200);
    await call(portal, own, "Usr/UpdateUsrPass", { OldPass: NEXT, NewPass: PASSWORD });
  });

  it("its user, who sees where he is signed in, and nobody else", async () => {
    const tokens = [await signIn(portal, "s2"), await signIn(portal, "s2"), await signIn(portal, "s2")];
    const [own = "", second = "", third = ""] = tokens;
    const stranger = await signIn(portal, "s1");
    const seen = async (token: string) => (await call(portal, token, "Usr/GetSessions")).Result;
    const listed = await seen(own);
    expect(listed.filter(({ isOwn }: { isOwn: boolean }) => isOwn)).toHaveLength(1);
    for (const one of listed) {
      expect(one).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        isOwn: expect.any(Boolean),
        created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        seen: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        ip: "127.0.0.1",
        agent: expect.any(String),
      });
    }
    const idOf = async (token: string) => (await seen(token)).find(({ isOwn }: { isOwn: boolean }) => isOwn).id;
    expect(await call(portal, own, "Usr/EndSession", { id: await idOf(second) })).toMatchObject({ Code: 200, Msg: "已退出" });
    expect(await orders(second)).toMatchObject(SIGNED_OUT);
    expect((await orders(third)).Code).toBe(200);
    for (const id of [await idOf(stranger), "%", "________________", "0".repeat(16), "x", "0".repeat(64)])
      expect((await call(portal, own, "Usr/EndSession", { id })).Code, id).toBe(200);
    for (const token of [own, third, stranger]) expect((await orders(token)).Code).toBe(200);
    expect(await call(portal, own, "Usr/EndSession")).toMatchObject({ Code: 400, Msg: "缺少参数 id" });
    await call(portal, own, "Usr/EndSession", { id: "others" });
    expect(await orders(third)).toMatchObject(SIGNED_OUT);
    for (const token of [own, stranger]) expect((await orders(token)).Code).toBe(200);
    expect(await seen(own)).toHaveLength(1);
    portal.advance(31 * 60_000);
    const later = await signIn(portal, "s2");
    expect(await seen(later), "what is over by time is not listed").toHaveLength(1);
    portal.advance(-31 * 60_000);
  });

  it("a password reset by an administrator, in every session", async () => {
    const tokens = [await signIn(portal, "s1"), await signIn(portal, "s1")];
    const admin = await signIn(portal, "admin");
    const filter = JSON.stringify([{ field: "USER_ID", operator: "eq", value: "s1" }]);
    const { Result } = await call(portal, admin, "Module/805/GetPage", { filter });
    const reset = { action: "resetpwd", ids: String(Result.rows[0].Id), rowver: String(Result.rows[0].rowver) };
    const done = await call(portal, admin, "Module/805/Action", reset, { headers: { "idempotency-key": "reset-of-s1" } });
    expect(done.Result.results[0].Code).toBe(200);
    for (const token of tokens) expect(await orders(token)).toMatchObject(SIGNED_OUT);
    await expect(signIn(portal, "s1")).rejects.toThrow("用户名或密码错误");
  });

  it("a first password, in a session that somebody of the same name has left behind", async () => {
    const [admin, now] = [await signIn(portal, "admin"), new Date(`${TODAY}T10:00:00+08:00`)];
    const token = await openSession(
      portal.database.kysely,
      "fresh",
      { ip: "", agent: "" },
      { isProven: false, groups: null },
      { now, hours: 12 },
    );
    expect((await call(portal, admin, "Module/801/Save", { USER_ID: "fresh", UsrName: "新人", GroupId: "clerk" })).Code).toBe(200);
    expect(await orders(token)).toMatchObject(SIGNED_OUT);
  });

  it("another group", async () => {
    const token = await signIn(portal, "clerk");
    expect((await orders(token)).Code).toBe(200);
    await update("User", { GroupId: "empty" }, "USER_ID", "clerk");
    expect(await orders(token)).toMatchObject(NO_MODULE);
    expect((await call(portal, token, "login/GetUserInfo")).Result.mdl).toEqual([]);
    await update("User", { GroupId: "clerk" }, "USER_ID", "clerk");
    expect((await orders(token)).Code).toBe(200);
  });

  it("a group that no longer holds all modules", async () => {
    const token = await signIn(portal, "admin");
    expect((await orders(token)).Code).toBe(200);
    const table = portal.registry.entities.UserGroup?.table ?? "";
    const all = (allModules: boolean) =>
      portal.database.kysely.updateTable(table).set({ allModules }).where("GroupId", "=", "admin").execute();
    await all(false);
    expect(await orders(token)).toMatchObject(NO_MODULE);
    await all(true);
    expect((await orders(token)).Code).toBe(200);
  });

  it("a supplier changed under the user: he sees the other one's rows, and his old one's never again", async () => {
    const token = await signIn(portal, "s2");
    const suppliers = async () => {
      const { Result } = await orders(token);
      return new Set(Result.rows.map(({ Provider }: { Provider: string }) => Provider));
    };
    const before = await suppliers();
    await update("User", { PROV_ID: "102001" }, "USER_ID", "s2");
    const after = await suppliers();
    expect([...after].filter((name) => before.has(name))).toEqual([]);
    await update("User", { PROV_ID: "102002" }, "USER_ID", "s2");
  });

  it.each(["User", "Shop"])("a %s that is suspended, and its return opens no old session", async (entity) => {
    const token = await signIn(portal, "late");
    expect((await call(portal, token, "login/GetUserInfo")).Code).toBe(200);
    const [column, value] = entity === "User" ? ["USER_ID", "late"] : ["SHOP_ID", EXPIRED];
    await update(entity, { statu: 0 }, column ?? "", value ?? "");
    expect(await call(portal, token, "login/GetUserInfo")).toMatchObject(SIGNED_OUT);
    await update(entity, { statu: 1 }, column ?? "", value ?? "");
    expect(await call(portal, token, "login/GetUserInfo")).toMatchObject(SIGNED_OUT);
  });

  it("the contract at midnight, where the profile guards it; for suppliers nothing ends", async () => {
    await update("Shop", { contractend: TODAY }, "SHOP_ID", EXPIRED);
    portal.advance(13 * HOUR + 55 * MINUTE); // 23:55
    const [shop, supplier] = [await signIn(portal, "late"), await signIn(portal, "s3")];
    const closed = (token: string) => call(portal, token, "Registry/GetModule", { mdl: "801" });
    expect((await call(portal, shop, "login/GetUserInfo")).Result.user).toMatchObject({ isout: 1, lastoutday: 0 });
    expect((await closed(shop)).Code).toBe(200);
    portal.advance(6 * MINUTE);
    expect(await closed(shop)).toMatchObject(CONTRACT_ENDED);
    expect((await call(portal, shop, "login/GetUserInfo")).Result.user).toMatchObject({ isout: 0, lastoutday: -1 });
    expect((await orders(supplier)).Code).toBe(200);
  });

  it("thirty minutes without use, to the minute", async () => {
    const token = await signIn(portal, "admin");
    portal.advance(30 * MINUTE);
    expect((await orders(token)).Code).toBe(200);
    portal.advance(30 * MINUTE + 1);
    expect(await orders(token)).toMatchObject(SIGNED_OUT);
    portal.advance(-20 * MINUTE);
    expect(await orders(token), "a session that is over stays over").toMatchObject(SIGNED_OUT);
  });

  it("twelve hours of use, to the minute", async () => {
    const token = await signIn(portal, "admin");
    for (let minutes = 0; minutes < 12 * 60 - 1; minutes += 29) {
      portal.advance(Math.min(29, 12 * 60 - 1 - minutes) * MINUTE);
      expect((await orders(token)).Code).toBe(200);
    }
    portal.advance(MINUTE);
    expect(await orders(token)).toMatchObject(SIGNED_OUT);
  });
});
