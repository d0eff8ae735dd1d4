import { gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { KEYED_ROUTES } from "../../../src/server/features/keyed/feature.ts";
import { callbackPath } from "../../../src/server/features/payments/bank/bank.ts";
import { CHANNELS } from "../../../src/server/features/payments/bank/gateway.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { requireDeclaredAccess } from "../../../src/server/http/add-routes.ts";
import { apiRoutes, TOKEN_ROUTE } from "../../../src/server/http/route-table.ts";
import { FORM, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

const SIGNED_OUT = { Code: 401, Msg: "登录已失效，请重新登录", Result: null };
const MISSING = { Code: 404, Msg: "请求的地址不存在", Result: null };
const pathOf = (path: string) => `/api${path.replace(":mdl", "8901")}`;

describe("routes", () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  const post = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    portal.app.inject({ method: "POST", url, headers: { ...FORM, ...headers } });

  it("must declare who may call them", () => {
    const app = fastify();
    requireDeclaredAccess(app);
    expect(() => app.post("/open", async () => "")).toThrow("the route POST /open declares no access");
    expect(() => app.route({ method: "GET", url: "/known", config: { access: "public" }, handler: async () => "" })).not.toThrow();
  });

  it("are those of the table, and no others", () => {
    const calls = apiRoutes(FEATURES).flatMap(({ path }) => [`/api${path}`, `/API${path}`]);
    const posts = [TOKEN_ROUTE.path, ...CHANNELS.map(callbackPath), KEYED_ROUTES.in, KEYED_ROUTES.out, ...calls];
    const missing = posts.filter((url) => !portal.app.hasRoute({ method: "POST", url }));
    expect(missing).toEqual([]);
    const listed = portal.app.printRoutes({ commonPrefix: false });
    expect(listed.match(/\(POST\)/g)).toHaveLength(posts.length);
    expect([...listed.matchAll(/(\S+) \((GET|HEAD).*\)/g)].map((match) => match[1])).toEqual([KEYED_ROUTES.openApi, "/healthz", "/readyz"]);
    expect(
      apiRoutes(FEATURES)
        .filter(({ access }) => access === "public")
        .map(({ path }) => path),
    ).toEqual([
      "/Comm/UserCheck",
      "/login/GetSignInWays",
      "/login/BeginEnterprise",
      "/Comm/GetAdviceForm",
      "/Comm/Saveadvice",
      "/Setup/GetForm",
      "/Setup/Save",
      "/Register/GetForm",
      "/Register/Save",
      "/UpLoadFile/UploadAsVisitor",
    ]);
  });

  const guarded = apiRoutes(FEATURES)
    .filter(({ access }) => access !== "public")
    .map(({ path }) => pathOf(path));

  it.each(guarded)("%s answers 401 without a token, with garbage and with one that is unknown", async (url) => {
    for (const authorization of [undefined, "", "garbage", "Bearer ", `Bearer ${"A".repeat(43)}`, "A".repeat(43), "null"]) {
      const answer = await post(url, authorization === undefined ? {} : { authorization });
      expect(answer.statusCode, authorization).toBe(401);
      expect(answer.json()).toEqual(SIGNED_OUT);
    }
  });

  it.each(guarded)("%s refuses the token of a disabled user", async (url) => {
    const table = portal.registry.entities.User?.table ?? "";
    const token = await signIn(portal, "s2");
    await portal.database.kysely.updateTable(table).set({ statu: 0 }).where("USER_ID", "=", "s2").execute();
    expect((await post(url, { authorization: token })).statusCode).toBe(401);
    await portal.database.kysely.updateTable(table).set({ statu: 1 }).where("USER_ID", "=", "s2").execute();
  });

  const modules = apiRoutes(FEATURES)
    .filter(({ access }) => typeof access === "object")
    .map(({ path }) => pathOf(path));

  it.each(modules)("%s refuses a module that is not granted", async (url) => {
    const authorization = await signIn(portal, "none");
    const answer = await post(`${url}?mdl=8901&id=1&ids=1&action=audit`.replace("8901/GetModule?mdl", "GetModule?mdl"), { authorization });
    expect(answer.json()).toEqual({ Code: 403, Msg: "不存在模块权限！", Result: { cause: expect.stringMatching(/\S/) } });
  });

  it("are the same below /API", async () => {
    const authorization = await signIn(portal, "admin");
    expect((await post("/API/login/GetUserInfo", { authorization })).json()).toMatchObject({ Code: 200 });
    expect((await post("/API/login/GetUserInfo")).json()).toEqual(SIGNED_OUT);
  });

  it.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"] as const)("do not answer %s", async (method) => {
    const answer = await portal.app.inject({
      method,
      url: "/api/login/GetUserInfo",
      headers: { authorization: await signIn(portal, "admin") },
    });
    expect(answer.statusCode).toBe(404);
    if (method !== "HEAD") expect(answer.json()).toEqual(MISSING);
  });

  it("tell health to whoever asks", async () => {
    const [alive, ready] = await Promise.all(["/healthz", "/readyz"].map((url) => portal.app.inject({ method: "GET", url })));
    expect([alive?.statusCode, ready?.statusCode]).toEqual([200, 200]);
    expect(ready?.json()).toMatchObject({ Code: 200, Result: { status: "ready" } });
  });

  it("are compressed for who takes it, when that is worth it", async () => {
    const authorization = await signIn(portal, "admin");
    const large = await post("/api/Registry/GetModule?mdl=8901", { authorization, "accept-encoding": "gzip, br" });
    expect(large.headers).toMatchObject({ "content-encoding": "gzip", vary: expect.stringContaining("accept-encoding") });
    expect(JSON.parse(gunzipSync(large.rawPayload).toString("utf8"))).toMatchObject({ Code: 200 });
    expect((await post("/api/Comm/GetRemindCount", { authorization, "accept-encoding": "gzip" })).headers).not.toHaveProperty(
      "content-encoding",
    );
  });

  it("carry the request's id, the policy and no-store", async () => {
    for (const answer of [
      await post("/api/login/GetUserInfo"),
      await post("/nowhere"),
      await portal.app.inject({ method: "GET", url: "/healthz" }),
    ]) {
      expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(answer.headers).not.toHaveProperty("strict-transport-security");
      expect(answer.headers).not.toHaveProperty("x-powered-by");
    }
  });
});

describe("a portal that users reach by https", () => {
  it("pins https", async () => {
    const { app } = await openPortal({ settings: { publicUrl: "https://scm.example.com" } });
    expect((await app.inject({ method: "GET", url: "/healthz" })).headers["strict-transport-security"]).toBe("max-age=31536000");
  });
});
