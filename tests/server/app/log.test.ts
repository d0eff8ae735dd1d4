import { beforeAll, describe, expect, it } from "vitest";
import { call, FORM, form, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { CANARY, PASSWORD } from "./fixtures/world.ts";

describe("the log", () => {
  let portal: Portal;
  const tokens: string[] = [];
  beforeAll(async () => {
    portal = await openPortal();
    for (const name of ["admin", "s1"]) tokens.push(await signIn(portal, name));
  });
  const lines = () => portal.log.map((line) => JSON.parse(line));

  it("tells who called which route, with which outcome", async () => {
    portal.log.length = 0;
    await call(portal, tokens[0] ?? "", "Module/8901/GetPage", { rows: "1" });
    expect(lines()).toMatchObject([
      { method: "POST", route: "/api/Module/:mdl/GetPage", status: 200, user: "admin", ms: expect.any(Number) },
    ]);
    expect(lines()[0].reqId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is not filled by open pages that wait", async () => {
    portal.log.length = 0;
    await call(portal, tokens[0] ?? "", "Registry/Watch", { version: "an older one" });
    expect(portal.log).toEqual([]);
  });

  it("tells who was refused", async () => {
    portal.log.length = 0;
    await call(portal, tokens[1] ?? "", "Module/8901/GetPage", { purpose: "export" });
    expect(lines()[0]).toMatchObject({ level: 40, user: "s1", route: "/api/Module/:mdl/GetPage", msg: "refused" });
  });

  it("warns, once and not for every call, that a proxy stands in front which nobody told of", async () => {
    const behindProxy = { headers: { "x-forwarded-for": "198.51.100.7" } };
    const warned = (at: Portal) => at.log.filter((line) => line.includes("TRUST_PROXY")).map((line) => JSON.parse(line));
    const untold = await openPortal();
    await call(untold, null, "Comm/UserCheck", { username: "s1" });
    expect(warned(untold)).toEqual([]);
    for (let index = 0; index < 3; index++) await call(untold, null, "Comm/UserCheck", { username: "s1" }, behindProxy);
    expect(warned(untold)).toMatchObject([{ level: 40, msg: expect.stringContaining("请把 TRUST_PROXY 设为代理的地址") }]);
    const told = await openPortal({ settings: { trustProxy: ["127.0.0.1"] } });
    await call(told, null, "Comm/UserCheck", { username: "s1" }, behindProxy);
    expect(warned(told)).toEqual([]);
  });

  it("holds no token, no password, no query and nobody's data, whatever happens", async () => {
    const [admin = "", supplier = ""] = tokens;
    const secrets = [
      ...tokens,
      PASSWORD,
      "Wrong-secret-1",
      "New-secret-pass-1",
      "typed-into-the-name",
      "query-canary",
      ...Object.values(CANARY),
    ];
    await call(
      portal,
      admin,
      "Module/8901/GetPage",
      { filter: '[{"field":"Billid","operator":"eq","value":"query-canary"}]' },
      { query: { x: "query-canary" } },
    );
    await call(portal, admin, "Module/8901/GetPage", {}, { query: { filter: "query-canary", token: admin, password: PASSWORD } });
    await call(portal, supplier, "Module/8901/Get", { id: "1" });
    await call(portal, supplier, "Print/GetPrintDoc", { printtyp: "order", ids: "1" });
    await call(portal, supplier, "Usr/UpdateUsrPass", { OldPass: "Wrong-secret-1", NewPass: "New-secret-pass-1" });
    await call(portal, `${admin.slice(1)}x`, "login/GetUserInfo");
    const url = `/api/query-canary?token=${admin}`;
    await portal.app.inject({
      method: "POST",
      url,
      headers: { authorization: admin, cookie: `a=${admin}`, referer: `http://a/?t=${admin}` },
    });
    await portal.app.inject({ method: "GET", url: "/%zz-query-canary" });
    for (const [username, password] of [
      ["admin", "Wrong-secret-1"],
      ["typed-into-the-name", "x"],
    ] as const) {
      const payload = form({ grant_type: "password", username, password });
      await portal.app.inject({ method: "POST", url: "/connect/token", payload, headers: FORM });
    }
    const broken = await withoutSessions(() => call(portal, admin, "login/GetUserInfo", {}, { query: { x: "query-canary" } }));
    expect(broken.status).toBe(500);
    const text = portal.log.join("");
    for (const secret of secrets) expect(text, secret).not.toContain(secret);
  });

  /** While it cannot be read who calls. What was known is forgotten when a user changes (docs/decisions/124). */
  async function withoutSessions<T>(work: () => Promise<T>): Promise<T> {
    const { kysely } = portal.database;
    await kysely.schema.alterTable("_session").renameTo("_session_away").execute();
    await kysely.updateTable("user").set({ statu: 1 }).where("USER_ID", "=", "nobody").execute();
    const answer = await work();
    await kysely.schema.alterTable("_session_away").renameTo("_session").execute();
    return answer;
  }

  it("has the cause of a failure under the id that the answer names, and the answer nothing else", async () => {
    portal.log.length = 0;
    const answer = await withoutSessions(() => call(portal, tokens[0] ?? "", "login/GetUserInfo"));
    const id = String(answer.headers["x-request-id"]);
    expect(answer).toMatchObject({ status: 500, Code: 500, Msg: "系统错误，请联系管理员", Result: { requestId: id } });
    expect(answer.body).not.toMatch(/_session|relation|42P01/);
    const failure = lines().find((line) => line.reqId === id && line.failure !== undefined);
    expect(failure).toMatchObject({ level: 50, failure: { code: "42P01", stack: expect.stringContaining("_session") } });
  });

  it("tells a call that a renaming overtook, which may be made again", async () => {
    const { database, registry } = portal;
    const table = registry.entities[registry.modules["8901"]?.entity ?? ""]?.table ?? "";
    await database.kysely.schema.alterTable(table).renameTo("renamed").execute();
    portal.beginChange();
    const answer = await call(portal, tokens[0] ?? "", "Module/8901/GetPage", { rows: "1" });
    await database.kysely.schema.alterTable("renamed").renameTo(table).execute();
    portal.changeRegistry(registry);
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    expect((await call(portal, tokens[0] ?? "", "Module/8901/GetPage", { rows: "1" })).status).toBe(200);
  });
});
