import { beforeAll, beforeEach, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { apiRoutes } from "../../../src/server/http/route-table.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, FORM, form, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

const HOUR = 3_600_000;
const OWN = "Own-words-77";
/** What a given password opens. */
const OPEN: readonly string[] = ["/Usr/UpdateUsrPass", "/login/logout"];
const FIRST = "请先把初始密码改为自己的密码";

// docs/decisions/82
describeEngine("a password that somebody else gave", (open) => {
  let portal: Portal;
  let admin: string;
  beforeAll(async () => {
    portal = await openPortal({ open });
  });
  beforeEach(async () => {
    admin = await signIn(portal, "admin");
  });

  const entity = (name: string) => {
    const found = portal.registry.entities[name];
    if (!found) throw new Error(`no entity ${name}`);
    return found;
  };
  const rows = (name: string, match: Row) => sqlStore(portal.database.kysely, SHOP).find(entity(name), match);
  const told = (notice: string) => /：(\w{12})（/.exec(notice)?.[1] ?? "";
  const reset = async (USER_ID: string, page: number): Promise<string> => {
    const [user] = await rows("User", { USER_ID });
    const { Code, Msg, Result } = await call(portal, admin, `Module/${page}/Action`, { action: "resetpwd", ids: String(user?.Id) });
    expect([Code, Msg]).toEqual([200, expect.any(String)]);
    return told(Result.notice);
  };
  const reply = async (username: string, password: string) => {
    const payload = form({ grant_type: "password", username, password });
    return (await portal.app.inject({ method: "POST", url: "/connect/token", payload, headers: FORM })).json();
  };

  it("opens nothing but the choice of an own one, and leaving", async () => {
    const password = await reset("clerk", 801);
    const { access_token: token, change_password } = await reply("clerk", password);
    expect(change_password).toBe(true);
    const closed = apiRoutes(FEATURES).filter(({ access, path }) => access !== "public" && !OPEN.includes(path));
    expect(closed.length).toBeGreaterThan(30);
    for (const { path } of closed) {
      const { Code, Msg } = await call(portal, token, path.replace(":mdl", "8901").slice(1));
      expect([path, Code, Msg]).toEqual([path, 403, FIRST]);
    }
    expect(await call(portal, token, "Usr/UpdateUsrPass", { OldPass: password, NewPass: password })).toMatchObject({ Code: 400 });
    expect(await call(portal, token, "Usr/UpdateUsrPass", { OldPass: "wrong-one-1", NewPass: OWN })).toMatchObject({ Code: 422 });
    expect((await call(portal, token, "login/GetUserInfo")).Code).toBe(403);
    expect(await call(portal, token, "Usr/UpdateUsrPass", { OldPass: password, NewPass: OWN })).toMatchObject({ Code: 200 });
    expect((await call(portal, token, "login/GetUserInfo")).Code).toBe(200);
    expect(await reply("clerk", OWN)).not.toHaveProperty("change_password");
    const again = await reset("clerk", 801);
    expect((await call(portal, (await reply("clerk", again)).access_token, "login/logout")).Code).toBe(200);
  });

  it("is over after 72 hours, which only who knows it is told", async () => {
    const password = await reset("clerk", 801);
    portal.advance(71 * HOUR);
    expect((await reply("clerk", password)).change_password).toBe(true);
    portal.advance(2 * HOUR);
    expect(await reply("clerk", password)).toMatchObject({ Code: 422, Msg: "初始密码已过期（72小时内有效），请联系管理员重新设置" });
    expect(await reply("clerk", "wrong-one-1")).toMatchObject({ Code: 400, Msg: "用户名或密码错误" });
  });

  it("is a new user's first one, too", async () => {
    const { Result } = await call(portal, admin, "Module/801/Save", { USER_ID: "fresh", UsrName: "新人", GroupId: "clerk" });
    expect(await reply("fresh", told(Result.notice))).toMatchObject({ change_password: true });
  });

  it("is told to the supplier whose user it is", async () => {
    const before = await rows("Message", { side: "supplier", entity: "User" });
    await reset("s1", 805);
    const after = await rows("Message", { side: "supplier", entity: "User" });
    expect(before).toEqual([]);
    expect(after).toMatchObject([{ provid: "102001", Provider: "供应商102001", title: "商场重置了用户 s1 的密码", isread: false }]);
    await reset("clerk", 801);
    expect(await rows("Message", { side: "supplier", entity: "User" })).toHaveLength(1);
  });
});
