import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-time.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { type Answer, call, FORM, form, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { PASSWORD } from "./fixtures/world.ts";

const MINUTE = 60_000;
const WRONG = { Code: 400, Msg: "用户名或密码错误", Result: null };

describeEngine("sign-in", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ open });
  });

  const attempt = async (username: string, password: string, headers: Readonly<Record<string, string>> = {}) => {
    const payload = form({ grant_type: "password", username, password });
    return portal.app.inject({ method: "POST", url: "/connect/token", payload, headers: { ...FORM, ...headers } });
  };
  const userInfo = (token: string | null): Promise<Answer> => call(portal, token, "login/GetUserInfo");

  it("answers with a token, its kind and its life, without an envelope", async () => {
    const answer = await attempt("admin", PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), token_type: "Bearer", expires_in: 43_200 });
  });

  it.each([
    ["a wrong password", "admin", "wrong"],
    ["an unknown user", "nobody", PASSWORD],
    ["a disabled user", "off", PASSWORD],
    ["a disabled group", "closed", PASSWORD],
    ["a disabled supplier", "s9", PASSWORD],
    ["another spelling of the name", "ADMIN", PASSWORD],
  ])("refuses %s with the same words", async (_title, username, password) => {
    const answer = await attempt(username, password);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(WRONG);
  });

  it.each([
    ["grant_type", { username: "admin", password: PASSWORD }],
    ["grant_type", { grant_type: "refresh", username: "admin", password: PASSWORD }],
    ["username", { grant_type: "password", password: PASSWORD }],
    ["password", { grant_type: "password", username: "admin", password: "" }],
  ])("names %s when it is missing or wrong", async (name, params) => {
    const answer = await portal.app.inject({ method: "POST", url: "/connect/token", payload: form(params), headers: FORM });
    expect(answer.json()).toMatchObject({ Code: 400, Msg: expect.stringContaining(name) });
    expect(answer.json()).not.toHaveProperty("expires_in");
  });

  it("refuses a password in the address", async () => {
    const url = `/connect/token?${form({ grant_type: "password", username: "admin", password: PASSWORD })}`;
    const answer = await portal.app.inject({ method: "POST", url });
    expect(answer.json()).toMatchObject({ Code: 400, Msg: expect.stringContaining("password") });
  });

  // That the work is the same, step by step, is shown in every run (sign-in-work.test.ts).
  it.runIf(IS_LONG)("takes as long for a name that nobody has", async () => {
    const median = async (username: string) => {
      const times: number[] = [];
      for (let index = 0; index < 9; index++) {
        times.push(await cpuSeconds(() => attempt(`${username}${username === "admin" ? "" : index}`, "wrong")));
        portal.advance(11 * MINUTE);
      }
      return times.sort((a, b) => a - b)[4] ?? 0;
    };
    const ratio = (await median("admin")) / (await median("nobody"));
    // Wide, because other work of this process counts as well: without the comparison it would be above 5.
    expect(ratio).toBeGreaterThan(1 / 3);
    expect(ratio).toBeLessThan(3);
  });

  it("keeps only the token's hash", async () => {
    const token = await signIn(portal, "admin");
    const rows = await portal.database.kysely.selectFrom("_session").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("takes the token bare or after Bearer, and nothing else", async () => {
    const token = await signIn(portal, "admin");
    for (const header of [token, `Bearer ${token}`, `bearer ${token}`]) expect((await userInfo(header)).Code).toBe(200);
    for (const header of [`Basic ${token}`, `${token}x`, token.slice(1), `${token} ${token}`, "null", "undefined", ""]) {
      expect(await userInfo(header)).toMatchObject({ status: 401, Code: 401 });
    }
    for (const query of [{ access_token: token }, { Authorization: token }]) {
      const answer = await call(portal, null, "login/GetUserInfo", {}, { query });
      expect(answer.status).toBe(401);
    }
  });

  it("ends a session after 30 idle minutes, and after 12 hours in any case", async () => {
    const idle = await signIn(portal, "admin");
    portal.advance(29 * MINUTE);
    expect((await userInfo(idle)).Code).toBe(200);
    portal.advance(29 * MINUTE);
    expect((await userInfo(idle)).Code).toBe(200);
    portal.advance(31 * MINUTE);
    expect((await userInfo(idle)).status).toBe(401);

    const busy = await signIn(portal, "admin");
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      portal.advance(20 * MINUTE);
      expect((await userInfo(busy)).Code).toBe(200);
    }
    portal.advance(21 * MINUTE);
    expect((await userInfo(busy)).status).toBe(401);
  });

  it("does not count what an open page calls by itself as use", async () => {
    const left = await signIn(portal, "admin");
    for (const minutes of [20, 9]) {
      portal.advance(minutes * MINUTE);
      expect((await call(portal, left, "Comm/GetRemindCount")).Code).toBe(200);
    }
    portal.advance(2 * MINUTE);
    expect((await call(portal, left, "Comm/GetRemindCount")).status).toBe(401);
  });

  it("ends a session at logout, and only that one", async () => {
    const [first, second] = [await signIn(portal, "admin"), await signIn(portal, "admin")];
    expect((await call(portal, first, "login/logout")).Code).toBe(200);
    expect((await userInfo(first)).status).toBe(401);
    expect((await userInfo(second)).Code).toBe(200);
  });

  it("ends a session when the user, the group or the supplier is disabled, or when kind and supplier disagree", async () => {
    const { kysely } = portal.database;
    const { entities } = portal.registry;
    const changes = [
      { entity: "User", where: ["USER_ID", "s2"], off: { statu: 0 }, on: { statu: 1 } },
      { entity: "UserGroup", where: ["GroupId", "supplier"], off: { statu: 0 }, on: { statu: 1 } },
      { entity: "Provider", where: ["provid", "102002"], off: { statu: 0 }, on: { statu: 1 } },
      { entity: "User", where: ["USER_ID", "s2"], off: { PROV_ID: null }, on: { PROV_ID: "102002" } },
      { entity: "User", where: ["USER_ID", "s2"], off: { UserKind: "retail" }, on: { UserKind: "supplier" } },
      {
        entity: "User",
        where: ["USER_ID", "s2"],
        off: { UserKind: "retail", PROV_ID: " " },
        on: { UserKind: "supplier", PROV_ID: "102002" },
      },
    ] as const;
    // The table refuses such users, too: these came there before it did.
    const users = entities.User?.table ?? "";
    const checks = sql<{ name: string }>`select conname as name from pg_constraint where conname like ${`ck__${users}__kind_agrees_%`}`;
    for (const { name } of (await checks.execute(kysely)).rows) await kysely.schema.alterTable(users).dropConstraint(name).execute();
    for (const { entity, where, off, on } of changes) {
      const token = await signIn(portal, "s2");
      const table = entities[entity]?.table ?? "";
      await kysely.updateTable(table).set(off).where(where[0], "=", where[1]).execute();
      const what = `${entity} ${JSON.stringify(off)}`;
      expect((await userInfo(token)).status, what).toBe(401);
      expect((await attempt("s2", PASSWORD)).json(), what).toEqual(WRONG);
      await kysely.updateTable(table).set(on).where(where[0], "=", where[1]).execute();
      portal.advance(11 * MINUTE);
    }
  });
});
