/*
 * Long on purpose: one user with one app, whose codes are tried in every way that they may not be used.
 */
import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { apiRoutes } from "../../../src/server/http/route-table.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, FORM, form, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { PASSWORD, SHOP, TODAY } from "./fixtures/world.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const STEP = 30 * SECOND;
const START = Date.parse(`${TODAY}T10:00:00+08:00`);
const ASKED = { Code: 422, Msg: "请输入两步验证码", Result: { proof: expect.any(String) } };
const WRONG = { Code: 400, Msg: "验证码不正确，或已使用过", Result: null };
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A user with an app: what it shows at the portal's time. */
interface Enrolled {
  readonly token: string;
  readonly codes: readonly string[];
  /** Steps before or after the present one. */
  readonly code: (steps?: number) => string;
}

// docs/decisions/86
describeEngine("a second factor", (open) => {
  let portal: Portal;
  let time = START;
  beforeAll(async () => {
    portal = await openPortal({ open });
  });
  const advance = (ms: number, at = portal) => {
    if (at === portal) time += ms;
    at.advance(ms);
  };
  // A code counts once: every test begins in another step, after the waits of the one before.
  beforeEach(() => advance(11 * MINUTE));

  const reply = async (params: Readonly<Record<string, string>>, at = portal) => {
    const payload = form(params);
    return (await at.app.inject({ method: "POST", url: "/connect/token", payload, headers: FORM })).json();
  };
  const first = (username: string, more: Readonly<Record<string, string>> = {}, at = portal) =>
    reply({ grant_type: "password", username, password: PASSWORD, ...more }, at);
  const second = (proof: string, otp: string, more: Readonly<Record<string, string>> = {}, at = portal) =>
    reply({ grant_type: "second_factor", proof, otp, ...more }, at);
  const proofOf = async (username: string): Promise<string> => (await first(username)).Result.proof;
  const enrol = async (token: string, at = portal, now = () => time): Promise<Enrolled> => {
    const offer = await call(at, token, "Usr/BeginSecondFactor", { OldPass: PASSWORD });
    expect(offer.Result).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining("otpauth://totp/"),
      proof: expect.any(String),
    });
    const totp = new TOTP({ secret: Secret.fromBase32(offer.Result.secret) });
    const code = (steps = 0) => totp.generate({ timestamp: now() + steps * STEP });
    const { Code, Result } = await call(at, token, "Usr/ConfirmSecondFactor", { proof: offer.Result.proof, otp: code() });
    expect(Code).toBe(200);
    return { token, codes: Result.codes, code };
  };
  const rows = (name: string, match: Row) => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(`no entity ${name}`);
    return sqlStore(portal.database.kysely, SHOP).find(entity, match);
  };

  it("is kept in no other session than the one it was offered to, of whomever", async () => {
    const [own, another, stranger] = [await signIn(portal, "none"), await signIn(portal, "none"), await signIn(portal, "s1")];
    const { Result } = await call(portal, own, "Usr/BeginSecondFactor", { OldPass: PASSWORD });
    const otp = new TOTP({ secret: Secret.fromBase32(Result.secret) }).generate({ timestamp: time });
    for (const token of [another, stranger]) {
      const answer = await call(portal, token, "Usr/ConfirmSecondFactor", { proof: Result.proof, otp });
      expect(answer).toMatchObject({ Code: 422, Msg: "设置已超时，请重新开始" });
    }
  });

  describe("of one's own", () => {
    let clerk: Enrolled;
    beforeAll(async () => {
      clerk = await enrol(await signIn(portal, "clerk"));
      advance(MINUTE);
    });
    // The session that belongs to it is used now and then: idle ones end.
    beforeEach(async () => void (await call(portal, clerk.token, "login/GetUserInfo")));

    it("is asked for after the password, and a session is there after both only", async () => {
      const before = await portal.database.kysely.selectFrom("_session").select("token_hash").execute();
      const asked = await first("clerk", { device: "" });
      expect(asked).toEqual(ASKED);
      expect(asked).not.toHaveProperty("device");
      expect(await portal.database.kysely.selectFrom("_session").select("token_hash").execute()).toHaveLength(before.length);
      expect(await second(asked.Result.proof, "000000")).toEqual(WRONG);
      const opened = await second(asked.Result.proof, clerk.code(), { device: "" });
      expect(opened).toEqual({
        access_token: expect.stringMatching(TOKEN),
        token_type: "Bearer",
        expires_in: 43_200,
        device: expect.stringMatching(TOKEN),
      });
      expect((await call(portal, opened.access_token, "login/GetUserInfo")).Code).toBe(200);
    });

    it("is asked for on a known device, too", async () => {
      const { device } = await second(await proofOf("clerk"), clerk.code(), { device: "" });
      expect(await first("clerk", { device })).toEqual(ASKED);
    });

    it("takes a code once, one step early or late, and none that is older than one that counted", async () => {
      expect(await second(await proofOf("clerk"), clerk.code(-2))).toEqual(WRONG);
      expect(await second(await proofOf("clerk"), clerk.code(2))).toEqual(WRONG);
      expect(await second(await proofOf("clerk"), clerk.code(-1))).toHaveProperty("access_token");
      expect(await second(await proofOf("clerk"), clerk.code(-1))).toEqual(WRONG);
      advance(MINUTE);
      expect(await second(await proofOf("clerk"), clerk.code(1))).toHaveProperty("access_token");
      expect(await second(await proofOf("clerk"), clerk.code()), "older").toEqual(WRONG);
      expect(await second(await proofOf("clerk"), clerk.code(1)), "again").toEqual(WRONG);
    });

    it("takes each recovery code once, also when it comes twice at once", async () => {
      const [one = "", two = ""] = clerk.codes;
      expect(clerk.codes).toHaveLength(10);
      const proof = await proofOf("clerk");
      const both = await Promise.all([second(proof, one), second(proof, one.toUpperCase().replace("-", " "))]);
      expect(both.filter((each) => each.access_token !== undefined)).toHaveLength(1);
      expect(both).toContainEqual(WRONG);
      const opened = await second(await proofOf("clerk"), two);
      expect((await call(portal, opened.access_token, "Usr/GetSecondFactor")).Result).toMatchObject({ isOn: true, codesLeft: 8 });
      const stored = await portal.database.kysely.selectFrom("_recovery_code").selectAll().execute();
      for (const code of clerk.codes) expect(JSON.stringify(stored)).not.toContain(code.replace("-", ""));
    });

    it("is tried as often as a password: each try waits the longer the more failed, wherever they come from", async () => {
      const proof = await proofOf("clerk");
      for (let index = 0; index < 3; index++) expect(await second(proof, "000000")).toEqual(WRONG);
      expect(await second(proof, clerk.code())).toMatchObject({ Code: 429, Result: { wait: 2 } });
      // The right password in between forgives nothing.
      expect(await first("clerk")).toEqual(ASKED);
      expect(await second(proof, clerk.code())).toMatchObject({ Code: 429 });
      advance(2 * SECOND);
      expect(await second(proof, "000000")).toEqual(WRONG);
      expect(await second(proof, clerk.code())).toMatchObject({ Code: 429, Result: { wait: 4 } });
      advance(4 * SECOND);
      // Success forgives.
      expect(await second(proof, clerk.code())).toHaveProperty("access_token");
    });

    it("does not wait for strangers on a device that the user has signed in on", async () => {
      const { device } = await second(await proofOf("clerk"), clerk.code(), { device: "" });
      advance(STEP);
      const stranger = await proofOf("clerk");
      for (let index = 0; index < 3; index++) await second(stranger, "000000");
      expect(await second(stranger, clerk.code())).toMatchObject({ Code: 429 });
      const { proof } = (await first("clerk", { device })).Result;
      expect(await second(proof, clerk.code(), { device })).toHaveProperty("access_token");
    });

    it("is not reached by a proof that is made up, over, of another step or of an earlier password", async () => {
      const late = "验证已超时，请重新登录";
      const offer = await call(portal, clerk.token, "Usr/BeginSecondFactor", { OldPass: PASSWORD, otp: clerk.code() });
      advance(STEP);
      const proof = await proofOf("clerk");
      const changed = `${proof.slice(0, -2)}${proof.endsWith("A") ? "B" : "A"}A`;
      for (const text of ["x", "AAAA".repeat(20), changed, offer.Result.proof])
        expect(await second(text, clerk.code()), text).toMatchObject({ Code: 422, Msg: late });
      advance(5 * MINUTE);
      expect(await second(proof, clerk.code())).toMatchObject({ Code: 422, Msg: late });
      const fresh = await proofOf("clerk");
      const { kysely } = portal.database;
      const { hash } = await kysely.selectFrom("_credential").select("hash").where("USER_ID", "=", "clerk").executeTakeFirstOrThrow();
      await kysely.updateTable("_credential").set({ hash: "another" }).where("USER_ID", "=", "clerk").execute();
      expect(await second(fresh, clerk.code())).toMatchObject({ Code: 422, Msg: late });
      await kysely
        .updateTable("_credential")
        .set({ hash: String(hash) })
        .where("USER_ID", "=", "clerk")
        .execute();
    });

    it("ends the sessions that were opened without it, and keeps its own", async () => {
      const other = (await second(await proofOf("clerk"), clerk.code())).access_token;
      advance(STEP);
      const offer = await call(portal, clerk.token, "Usr/BeginSecondFactor", { OldPass: PASSWORD, otp: clerk.code() });
      const totp = new TOTP({ secret: Secret.fromBase32(offer.Result.secret) });
      const code = (steps = 0) => totp.generate({ timestamp: time + steps * STEP });
      const kept = await call(portal, clerk.token, "Usr/ConfirmSecondFactor", { proof: offer.Result.proof, otp: code() });
      clerk = { ...clerk, codes: kept.Result.codes, code };
      expect((await call(portal, other, "login/GetUserInfo")).status).toBe(401);
      expect((await call(portal, clerk.token, "login/GetUserInfo")).Code).toBe(200);
    });

    it("is set up, changed and given up by who proves himself; the secret is told once and kept sealed", async () => {
      const path = "Usr/BeginSecondFactor";
      const wrong = { Code: 422, Msg: "密码或验证码不正确" };
      expect(await call(portal, clerk.token, path, { OldPass: PASSWORD })).toMatchObject({ Code: 400, Msg: "缺少参数 otp" });
      expect(await call(portal, clerk.token, path, { OldPass: "wrong", otp: clerk.code() })).toMatchObject(wrong);
      expect(await call(portal, clerk.token, path, { OldPass: PASSWORD, otp: "000000" })).toMatchObject(wrong);
      const offer = await call(portal, clerk.token, path, { OldPass: PASSWORD, otp: clerk.code() });
      const confirm = { proof: offer.Result.proof, otp: "000000" };
      expect(await call(portal, clerk.token, "Usr/ConfirmSecondFactor", confirm)).toMatchObject({ Code: 422 });
      advance(11 * MINUTE);
      const otp = new TOTP({ secret: Secret.fromBase32(offer.Result.secret) }).generate({ timestamp: time });
      expect(await call(portal, clerk.token, "Usr/ConfirmSecondFactor", { ...confirm, otp })).toMatchObject({
        Code: 422,
        Msg: "设置已超时，请重新开始",
      });
      const stored = JSON.stringify(await portal.database.kysely.selectFrom("_second_factor").selectAll().execute());
      expect(stored).not.toContain(offer.Result.secret);
      const renewed = await call(portal, clerk.token, "Usr/RenewRecoveryCodes", { OldPass: PASSWORD, otp: clerk.code() });
      expect(renewed.Result.codes).toHaveLength(10);
      expect(renewed.Result.codes.filter((code: string) => clerk.codes.includes(code))).toEqual([]);
      expect(await call(portal, clerk.token, "Usr/RemoveSecondFactor", { OldPass: PASSWORD, otp: clerk.codes[0] ?? "" })).toMatchObject(
        wrong,
      );
      const gone = await call(portal, clerk.token, "Usr/RemoveSecondFactor", { OldPass: PASSWORD, otp: renewed.Result.codes[0] });
      expect(gone).toMatchObject({ Code: 200, Msg: "两步验证已关闭" });
      expect(await first("clerk")).toHaveProperty("access_token");
    });
  });

  describe("that was lost", () => {
    const unbind = async (token: string, USER_ID: string, page = 801) => {
      const [user] = await rows("User", { USER_ID });
      return call(portal, token, `Module/${page}/Action`, { action: "unbind", ids: String(user?.Id) });
    };
    it("is taken away by who may reset passwords; the user is told, and the history has it", async () => {
      const clerk = await enrol(await signIn(portal, "clerk"));
      const admin = await signIn(portal, "admin");
      expect((await unbind(admin, "clerk")).Code).toBe(200);
      expect((await call(portal, clerk.token, "login/GetUserInfo")).status).toBe(401);
      expect(await first("clerk")).toHaveProperty("access_token");
      const [message] = await rows("Message", { USER_ID: "clerk" });
      expect(message).toMatchObject({ side: "shop", title: "您的两步验证和企业账号绑定已被解除", isread: false });
      const [user] = await rows("User", { USER_ID: "clerk" });
      expect(await rows("EventLog", { entity: "User", bllid: String(user?.Id), action: "unbind" })).toMatchObject([{ USER_ID: "admin" }]);
      expect((await unbind(admin, "clerk")).body).toContain("用户 clerk 没有设置两步验证，也没有绑定企业账号");
    });

    it("is not taken away by who holds less, nor by the user himself", async () => {
      const admin = await enrol(await signIn(portal, "admin"));
      const { kysely } = portal.database;
      const group = portal.registry.entities.GroupModule?.table ?? "";
      await kysely.insertInto(group).values({ SHOP_ID: SHOP, GroupId: "clerk", MdlId: 801, Funcs: "query,resetpwd" }).execute();
      const clerk = await signIn(portal, "clerk");
      expect((await unbind(clerk, "admin")).body).toContain("超出您自己的权限");
      expect((await unbind(admin.token, "admin")).body).toContain("不能解除自己的绑定");
      await kysely.deleteFrom(group).where("GroupId", "=", "clerk").where("MdlId", "=", 801).execute();
      expect(await first("admin")).toEqual(ASKED);
      await portal.database.kysely.deleteFrom("_second_factor").where("USER_ID", "=", "admin").execute();
    });

    it("does not open the account of somebody new of the same name", async () => {
      const admin = await signIn(portal, "admin");
      const { kysely } = portal.database;
      const secret = { secret: "x", last_step: 0, salt: "x", since: new Date(time).toISOString() };
      await kysely
        .insertInto("_second_factor")
        .values({ USER_ID: "fresh", ...secret })
        .execute();
      await call(portal, admin, "Module/801/Save", { USER_ID: "fresh", UsrName: "新人", GroupId: "clerk" });
      expect(await kysely.selectFrom("_second_factor").select("USER_ID").where("USER_ID", "=", "fresh").execute()).toEqual([]);
    });
  });

  describe("that is required", () => {
    const OPEN = ["/Usr/GetSecondFactor", "/Usr/BeginSecondFactor", "/Usr/ConfirmSecondFactor", "/login/logout"];
    let strict: Portal;
    let now = START;
    beforeAll(async () => {
      // The same database: one portal that requires it, after one that does not.
      strict = await openPortal({ open: async () => portal.database, fill: async () => undefined, settings: { secondFactor: "required" } });
      strict.advance(time - START);
      now = time;
    });

    it("leads who may grant or pay to setting it up, and to nothing else", async () => {
      const { access_token: token, enrol_second_factor } = await first("admin", {}, strict);
      expect(enrol_second_factor).toBe(true);
      const closed = apiRoutes(FEATURES).filter(({ access, path }) => access !== "public" && !OPEN.includes(path));
      expect(closed.length).toBeGreaterThan(30);
      for (const { path } of closed) {
        const { Code, Msg } = await call(strict, token, path.replace(":mdl", "8901").slice(1));
        expect([path, Code, Msg]).toEqual([path, 403, "您的权限要求两步验证，请重新登录并设置"]);
      }
      expect((await call(strict, token, "Usr/GetSecondFactor")).Result).toMatchObject({
        isOn: false,
        isRequired: true,
        asksPassword: true,
      });
      const { code } = await enrol(token, strict, () => now);
      expect((await call(strict, token, "login/GetUserInfo")).Code).toBe(200);
      now += STEP;
      strict.advance(STEP);
      const gone = await call(strict, token, "Usr/RemoveSecondFactor", { OldPass: PASSWORD, otp: code() });
      expect(gone).toMatchObject({ Code: 422, Msg: "您的权限要求两步验证，不能关闭；可以更换" });
      const again = await second((await first("admin", {}, strict)).Result.proof, code(), {}, strict);
      expect(again).toHaveProperty("access_token");
      expect(again).not.toHaveProperty("enrol_second_factor");
    });

    it.each([
      ["reads", "801", "query,export,print", undefined],
      ["resets passwords", "801", "query,resetpwd", true],
      ["grants", "803", "query,grant", true],
      ["pays by hand", "503", "query,pay", true],
      ["confirms", "503", "query,confirm", undefined],
    ])("concerns who %s by module %s (%s): %s", async (_what, MdlId, Funcs, expected) => {
      const table = strict.registry.entities.GroupModule?.table ?? "";
      const { kysely } = strict.database;
      await kysely
        .insertInto(table)
        .values({ SHOP_ID: SHOP, GroupId: "empty", MdlId: Number(MdlId), Funcs })
        .execute();
      expect((await first("none", {}, strict)).enrol_second_factor).toBe(expected);
      await kysely.deleteFrom(table).where("GroupId", "=", "empty").execute();
    });

    it("reaches an open session as soon as its user may grant", async () => {
      const { access_token: token } = await first("clerk", {}, strict);
      expect((await call(strict, token, "login/GetUserInfo")).Code).toBe(200);
      const table = strict.registry.entities.GroupModule?.table ?? "";
      await strict.database.kysely
        .insertInto(table)
        .values({ SHOP_ID: SHOP, GroupId: "clerk", MdlId: 803, Funcs: "query,grant" })
        .execute();
      expect((await call(strict, token, "login/GetUserInfo")).Code).toBe(403);
    });
  });
});
