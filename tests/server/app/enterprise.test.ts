/*
 * Long on purpose: what one sign-in by a real provider may do and what it may not, each a few lines.
 */
import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { OidcSettings } from "../../../src/server/auth/oidc-settings.ts";
import { atEnd } from "../db/fixtures/at-end.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { CLIENT, type IdentityProvider, type Person, startProvider } from "./fixtures/identity-provider.ts";
import { call, FORM, form, openPortal, type Portal, type PortalOptions, signIn } from "./fixtures/portal.ts";
import { PASSWORD, SHOP, TODAY } from "./fixtures/world.ts";

const PORTAL = "https://scm.example.com";
const MINUTE = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LOST = "登录请求已过期，或不是从本页发起的，请重新登录";

const person = (name: string, groups: readonly string[], more: Partial<Person> = {}): Person => ({
  sub: `id-of-${name}`,
  claims: { preferred_username: name, groups },
  ...more,
});

// docs/decisions/87
describeEngine("sign-in by a provider of identity", (open) => {
  let idp: IdentityProvider;
  let oidc: OidcSettings;
  let portal: Portal;
  beforeAll(async () => {
    idp = await startProvider(`${PORTAL}/login`);
    atEnd(() => idp.close());
    oidc = {
      issuer: idp.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scope: "openid profile email",
      userClaim: "preferred_username",
      groupsClaim: "groups",
      groups: new Map([
        ["clerks", [`${SHOP}/clerk`]],
        ["admins", [`${SHOP}/admin`, `${SHOP}/clerk`]],
        ["suppliers", [`${SHOP}/supplier`]],
      ]),
      trustsMfa: true,
      redirectUri: `${PORTAL}/login`,
    };
    portal = await openPortal({ open, settings: { oidc, publicUrl: PORTAL } });
  });
  beforeEach(() => {
    idp.fault = null;
    idp.person = null;
  });

  /** The same portal with other settings. */
  const another = (settings: NonNullable<PortalOptions["settings"]>) =>
    openPortal({ open: async () => portal.database, fill: async () => undefined, settings: { oidc, publicUrl: PORTAL, ...settings } });
  const reply = async (params: Readonly<Record<string, string>>, at = portal) =>
    (await at.app.inject({ method: "POST", url: "/connect/token", payload: form(params), headers: FORM })).json();
  const begin = async (at = portal): Promise<{ readonly url: string; readonly flow: string }> =>
    (await call(at, null, "login/BeginEnterprise")).Result;
  const finish = (flow: string, callback: string, at = portal) => reply({ grant_type: "authorization_code", flow, callback }, at);
  /** All of it, as a browser does it. */
  const come = async (who: Person | null, at = portal) => {
    idp.person = who;
    const { url, flow } = await begin(at);
    return finish(flow, await idp.visit(url), at);
  };
  const identities = () => portal.database.kysely.selectFrom("_identity").selectAll().execute();

  it("opens a session of the user, as a password does, and ends at both places", async () => {
    const opened = await come(person("clerk", ["clerks", "others"]));
    expect(opened).toEqual({ access_token: expect.stringMatching(TOKEN), token_type: "Bearer", expires_in: 43_200 });
    const info = await call(portal, opened.access_token, "login/GetUserInfo");
    expect(info.Result.user).toMatchObject({ USER_ID: "clerk", SHOP_ID: SHOP });
    const byPassword = await call(portal, await signIn(portal, "clerk"), "login/GetUserInfo");
    expect(info.Result).toEqual(byPassword.Result);
    const { Result } = await call(portal, opened.access_token, "login/logout");
    const end = new URL(Result.url);
    expect([end.origin, end.searchParams.get("post_logout_redirect_uri")]).toEqual([idp.issuer, `${PORTAL}/login`]);
    expect((await call(portal, opened.access_token, "login/GetUserInfo")).status).toBe(401);
  });

  it("sends the browser with PKCE, state and nonce, each other every time, and no secret", async () => {
    const [one, two] = [new URL((await begin()).url).searchParams, new URL((await begin()).url).searchParams];
    expect(one.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one.get(name), name).toMatch(/^[\w-]{43}$/);
      expect(one.get(name), name).not.toBe(two.get(name));
    }
    expect(one.toString()).not.toContain(CLIENT.secret);
  });

  it("knows somebody again by what never changes, whatever he is called by then", async () => {
    await come(person("s1", ["suppliers"]));
    expect(await identities()).toContainEqual(expect.objectContaining({ issuer: idp.issuer, subject: "id-of-s1", USER_ID: "s1" }));
    const renamed = await come({ ...person("admin", ["suppliers", "admins"]), sub: "id-of-s1" });
    expect((await call(portal, renamed.access_token, "login/GetUserInfo")).Result.user.USER_ID).toBe("s1");
    const other = await come({ ...person("s1", ["suppliers"]), sub: "somebody-else" });
    expect(other).toMatchObject({ Code: 422, Msg: "该用户已绑定其他企业账号，请联系系统管理员解除绑定" });
  });

  it.each<[string, Person | null, string]>([
    ["has no user", person("nobody", ["clerks"]), "您的企业账号在本系统中没有启用的用户，请联系系统管理员开通"],
    ["whose user is stopped", person("off", ["admins"]), "您的企业账号在本系统中没有启用的用户，请联系系统管理员开通"],
    ["is in no group that counts", person("clerk", ["others"]), "您的企业账号不在任何可以使用本系统的组中，请联系系统管理员"],
    ["is in no group at all", { sub: "id-of-x", claims: {} }, "企业账号没有提供用户名，请联系系统管理员"],
    ["would hold more than his group there", person("admin", ["clerks"]), "您的企业账号所在的组与本系统中的用户组不一致，请联系系统管理员"],
    ["declined", null, "企业账号登录已取消或被拒绝"],
  ])("tells who %s so, and keeps nothing of him", async (_who, who, Msg) => {
    const before = await identities();
    expect(await come(who)).toEqual({ Code: 422, Msg, Result: null });
    expect(await identities()).toEqual(before);
  });

  it("gives no more than the group the provider names, also when the portal's group changes during the session", async () => {
    const { access_token: token } = await come(person("clerk", ["clerks"]));
    const table = portal.registry.entities.User?.table ?? "";
    const users = portal.database.kysely.updateTable(table).where("USER_ID", "=", "clerk");
    await users.set({ GroupId: "admin" }).execute();
    expect((await call(portal, token, "login/GetUserInfo")).status).toBe(401);
    await users.set({ GroupId: "clerk" }).execute();
  });

  it("counts an e-mail address only where the provider has checked it", async () => {
    const byEmail = await another({ oidc: { ...oidc, userClaim: "email" } });
    const claims = { email: "s2", groups: ["suppliers"] };
    expect(await come({ sub: "by-email", claims: { ...claims, email_verified: false } }, byEmail)).toMatchObject({ Code: 422 });
    expect(await come({ sub: "by-email", claims: { ...claims, email_verified: true } }, byEmail)).toHaveProperty("access_token");
  });

  it("cannot be begun by one and ended by another: no answer counts without the way it was asked for", async () => {
    idp.person = person("clerk", ["clerks"]);
    const [mine, theirs] = [await begin(), await begin()];
    const callback = await idp.visit(theirs.url);
    const changed = callback.replace(/state=[^&]+/, `state=${new URL(mine.url).searchParams.get("state")}`);
    // Somebody else's answer in my browser, and mine with his code in it.
    for (const [flow, text] of [
      [mine.flow, callback],
      ["", callback],
      ["made-up", callback],
      [theirs.flow, "code=x"],
    ] as const) {
      const answer = await finish(flow, text);
      expect(answer).toMatchObject(flow === "" ? { Code: 400, Msg: "缺少参数 flow" } : { Code: 422, Msg: LOST });
    }
    expect(await finish(mine.flow, changed), "PKCE").toMatchObject({ Code: 422, Msg: "本次企业登录已失效，请重新登录" });
  });

  it("lets an answer count once, and not for ever", async () => {
    idp.person = person("clerk", ["clerks"]);
    const { url, flow } = await begin();
    const callback = await idp.visit(url);
    expect(await finish(flow, callback)).toHaveProperty("access_token");
    expect(await finish(flow, callback)).toMatchObject({ Code: 422, Msg: "本次企业登录已失效，请重新登录" });
    const late = await begin();
    const answer = await idp.visit(late.url);
    portal.advance(11 * MINUTE);
    expect(await finish(late.flow, answer)).toMatchObject({ Code: 422, Msg: LOST });
  });

  it("makes a session of its own, whatever the browser brings, and leads nowhere else", async () => {
    const planted = await signIn(portal, "s2");
    idp.person = person("clerk", ["clerks"]);
    const { url, flow } = await begin();
    const callback = `${await idp.visit(url)}&redirect=https://evil.example&redirect_uri=https://evil.example&access_token=${planted}`;
    const headers = { ...FORM, authorization: planted };
    const payload = form({ grant_type: "authorization_code", flow, callback, redirect_uri: "https://evil.example" });
    const answer = await portal.app.inject({ method: "POST", url: "/connect/token", payload, headers });
    expect(answer.headers.location).toBeUndefined();
    expect(answer.body).not.toContain("evil");
    const { access_token: token } = answer.json();
    expect(token).not.toBe(planted);
    expect((await call(portal, token, "login/GetUserInfo")).Result.user.USER_ID).toBe("clerk");
    expect((await call(portal, planted, "login/GetUserInfo")).Result.user.USER_ID).toBe("s2");
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${PORTAL}/login`);
  });

  it.each([
    ["is down", "down", "企业登录服务暂时无法连接，请稍后重试"],
    ["signs with keys that it does not publish", "keys", "企业登录服务的应答无法核实，请联系系统管理员"],
    ["has a clock that is far behind", "clock", "企业登录服务与本系统的时间相差过大，请联系系统管理员校准时间"],
  ] as const)("says in words that the provider %s, and goes on when it is well again", async (_what, fault, Msg) => {
    const fresh = await another({});
    idp.person = person("clerk", ["clerks"]);
    if (fault === "down") {
      idp.fault = fault;
      expect(await call(fresh, null, "login/BeginEnterprise")).toMatchObject({ status: 200, Code: 422, Msg });
      idp.fault = null;
    }
    const { url, flow } = await begin(fresh);
    if (fault === "clock") idp.fault = fault;
    const callback = await idp.visit(url);
    idp.fault = fault;
    expect(await finish(flow, callback, fresh)).toEqual({ Code: 422, Msg, Result: null });
    expect(fresh.log.join("")).toContain("enterprise sign-in refused");
    idp.fault = null;
    expect(await come(idp.person, fresh)).toHaveProperty("access_token");
  });

  it("may be the only way but for an administrator who keeps his password", async () => {
    const passwordSignIn = new Set(["admin"]);
    const only = await another({ passwordSignIn });
    expect((await call(only, null, "login/GetSignInWays")).Result).toEqual({ enterprise: true, password: "few" });
    const byPassword = (username: string, password = PASSWORD) => reply({ grant_type: "password", username, password }, only);
    expect(await byPassword("clerk")).toMatchObject({ Code: 422, Msg: "本系统已停用密码登录，请使用企业账号登录" });
    // Who does not know the password learns nothing by it.
    for (const name of ["clerk", "admin", "nobody"])
      expect(await byPassword(name, "wrong")).toMatchObject({ Code: 400, Msg: "用户名或密码错误" });
    expect(await byPassword("admin")).toHaveProperty("access_token");
    expect(await come(person("clerk", ["clerks"]), only)).toHaveProperty("access_token");
  });

  it("is not there without its settings", async () => {
    const without = await another({ oidc: undefined });
    expect((await call(without, null, "login/GetSignInWays")).Result).toEqual({ enterprise: false, password: "all" });
    expect(await call(without, null, "login/BeginEnterprise")).toMatchObject({ Code: 404 });
    expect(await finish("x", "code=x", without)).toMatchObject({ Code: 404 });
  });

  it("opens nothing by a second factor once the user is in a group that the provider has not named", async () => {
    const at = await another({});
    const { access_token: token } = await come(person("clerk", ["clerks"]), at);
    const { secret, proof } = (await call(at, token, "Usr/BeginSecondFactor")).Result;
    const now = Date.parse(`${TODAY}T10:00:00+08:00`);
    const code = (ms: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + ms });
    expect((await call(at, token, "Usr/ConfirmSecondFactor", { proof, otp: code(0) })).Code).toBe(200);
    const asked = await come(person("clerk", ["clerks"]), at);
    at.advance(MINUTE);
    const users = at.database.kysely.updateTable(at.registry.entities.User?.table ?? "").where("USER_ID", "=", "clerk");
    const second = () => reply({ grant_type: "second_factor", proof: asked.Result.proof, otp: code(MINUTE) }, at);
    await users.set({ GroupId: "admin" }).execute();
    expect(await second()).toMatchObject({ Code: 422, Msg: "验证已超时，请重新登录" });
    await users.set({ GroupId: "clerk" }).execute();
    expect(await second()).toHaveProperty("access_token");
    await at.database.kysely.deleteFrom("_second_factor").where("USER_ID", "=", "clerk").execute();
  });

  it("asks for a second factor, unless the provider says that one was shown and the settings trust it", async () => {
    const strict = await another({ secondFactor: "required" });
    const now = Date.parse(`${TODAY}T10:00:00+08:00`);
    const plain = await come(person("admin", ["admins"]), strict);
    expect(plain).toMatchObject({ enrol_second_factor: true });
    const mfa = await come(person("admin", ["admins"], { amr: ["pwd", "mfa"] }), strict);
    expect(mfa).not.toHaveProperty("enrol_second_factor");
    expect((await call(strict, mfa.access_token, "login/GetUserInfo")).Code).toBe(200);
    // He need not have a password: that he has just come stands for it.
    const offer = await call(strict, plain.access_token, "Usr/BeginSecondFactor");
    const totp = new TOTP({ secret: Secret.fromBase32(offer.Result.secret) });
    const otp = totp.generate({ timestamp: now });
    expect((await call(strict, plain.access_token, "Usr/ConfirmSecondFactor", { proof: offer.Result.proof, otp })).Code).toBe(200);
    expect(await come(person("admin", ["admins"], { amr: ["mfa"] }), strict)).toHaveProperty("access_token");
    const asked = await come(person("admin", ["admins"]), strict);
    expect(asked).toMatchObject({ Code: 422, Msg: "请输入两步验证码" });
    strict.advance(MINUTE);
    const code = totp.generate({ timestamp: now + MINUTE });
    const opened = await reply({ grant_type: "second_factor", proof: asked.Result.proof, otp: code }, strict);
    strict.advance(11 * MINUTE);
    const late = await call(strict, opened.access_token, "Usr/BeginSecondFactor", { otp: totp.generate({ timestamp: now + 12 * MINUTE }) });
    expect(late).toMatchObject({ Code: 422, Msg: "请退出后用企业账号重新登录，再在十分钟内办理" });
    const wary = await another({ oidc: { ...oidc, trustsMfa: false } });
    expect(await come(person("admin", ["admins"], { amr: ["mfa"] }), wary)).toMatchObject({ Code: 422, Msg: "请输入两步验证码" });
  });
});
