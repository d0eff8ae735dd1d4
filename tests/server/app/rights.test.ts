import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { rights } from "../../../scripts/rights.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { recordEdits } from "../../../src/server/features/configuration/record-edits.ts";
import { confirmerOf } from "../../../src/server/models/model-history.ts";
import type { RightsResult, WhyResult } from "../../../src/shared/protocol/screen.ts";
import { runScript } from "../../project/run-script.ts";
import { addressOf, databaseUrl, describeEngine, temporaryFolder } from "../db/fixtures/test-database.ts";
import { registry as real } from "../flows/fixtures/real-registry.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { fillWorld, SHOP } from "./fixtures/world.ts";

const [USERS, GROUPS, EDITS] = ["Module/9001", "Module/9002", "Module/9003"];

afterEach(() => {
  vi.unstubAllEnvs();
});

describeEngine("rights as pages", (open) => {
  let portal: Portal;
  let admin = "";
  beforeAll(async () => {
    portal = await openPortal({ open, registry: { ...real, shopProfiles: { ...real.shopProfiles, [SHOP]: "appr39" } } });
    admin = await signIn(portal, "admin");
  });

  const idOf = async (page: string, field: string, value: string): Promise<string> => {
    const filter = JSON.stringify([{ field, operator: "eq", value }]);
    return String((await call(portal, admin, `${page}/GetPage`, { filter })).Result.rows[0].Id);
  };
  const rightsOf = async (page: string, id: string, module?: string): Promise<RightsResult> =>
    (await call(portal, admin, `${page}/GetRights`, { id, ...(module && { module }) })).Result;
  const why = async (page: string, id: string, module: string, what: string): Promise<WhyResult> =>
    (await call(portal, admin, `${page}/GetWhy`, { id, module, what })).Result;

  it("tell what a user may, as the server decides it", async () => {
    const id = await idOf(USERS, "USER_ID", "s1");
    const { role, group, pages } = await rightsOf(USERS, id);
    expect([role, group, pages.map(({ module }) => module)]).toEqual([
      "供应商用户，方案 付款须节点审批(appr39)",
      "supplier",
      [510, 8901, 8902],
    ]);
    const supplier = await signIn(portal, "s1");
    const [page] = (await rightsOf(USERS, id, "510")).pages;
    const screen = (await call(portal, supplier, "Registry/GetModule", { mdl: "510" })).Result;
    const listed = page?.fields.filter(({ told }) => told.includes("列表")).map(({ name }) => name);
    expect(listed).toEqual(screen.columns.map(({ field }: { field: string }) => field).sort());
    expect(page?.actions.map(({ name }) => name)).toEqual(screen.actions.map(({ action }: { action: string }) => action));
  });

  it("tell why, with the places", async () => {
    const id = await idOf(GROUPS, "GroupId", "clerk");
    expect((await why(GROUPS, id, "8901", "audit")).may).toBe(true);
    const refused = await why(GROUPS, id, "510", "confirm");
    expect(refused.may).toBe(false);
    expect(refused.steps).toContainEqual({ verdict: "refuses", text: "拒绝 用户组授权：用户组 clerk，无", place: "" });
    expect(refused.steps).toContainEqual(
      expect.objectContaining({ place: expect.stringMatching(/^schemas\/modules\/account-checking\/balance-manage\.json:\d+$/) }),
    );
  });

  it("tell nothing of others, and nobody who has not the page", async () => {
    expect((await call(portal, admin, `${USERS}/GetRights`, { id: "999999" })).Code).toBe(404);
    expect((await call(portal, admin, "Module/801/GetRights", { id: "1" })).Code).toBe(400);
    const clerk = await signIn(portal, "clerk");
    expect((await call(portal, clerk, `${USERS}/GetRights`, { id: "1" })).Code).toBe(403);
  });

  it("tell that one cannot sign in, and why", async () => {
    const id = await idOf(USERS, "USER_ID", "off");
    expect(await rightsOf(USERS, id)).toMatchObject({ pages: [], faults: ["用户已停用"] });
    const { may, steps } = await why(USERS, id, "8901", "page");
    expect([may, steps[0]]).toEqual([false, { verdict: "refuses", text: "拒绝 登录：用户已停用", place: "" }]);
  });

  it("hold an edit until an administrator confirms it, and the history names him", async () => {
    const base = portal.registry.version;
    const change = {
      class: "held",
      verb: "changed",
      part: "flag negative",
      at: { profile: "paystrict" },
      was: "collect",
      is: "x",
    } as const;
    portal.hold({ base, version: "next", since: "2025-06-30T02:00:00.000Z", changes: [change] });
    const rows = async () => (await call(portal, admin, `${EDITS}/GetPage`)).Result.rows;
    await expect.poll(rows, { timeout: 30_000 }).toMatchObject([{ version: "next", state: "waiting", heldcount: 1 }]);
    const [row] = await rows();
    const shown = (await call(portal, admin, `${EDITS}/Get`, { id: String(row.Id) })).Result;
    expect(JSON.stringify(shown)).toContain("负数结算单(negative) 改变：向供应商收取 → x");
    const home = (await call(portal, admin, "login/GetHomePageData")).Result;
    expect(home.todos).toContainEqual(expect.objectContaining({ title: "待确认的配置变更", count: 1 }));
    const clerk = await signIn(portal, "clerk");
    expect((await call(portal, clerk, `${EDITS}/Action`, { action: "confirm", ids: String(row.Id) })).Code).toBe(403);
    expect((await call(portal, admin, `${EDITS}/Action`, { action: "confirm", ids: String(row.Id) })).Code).toBe(200);
    expect(await confirmerOf(portal.database.kysely, { base, version: "next" })).toBe("admin 名-admin");
    expect(await rows()).toMatchObject([{ state: "confirmed", decider: "名-admin" }]);
    // Taken back instead of served.
    portal.hold(null);
    await expect.poll(rows, { timeout: 30_000 }).toMatchObject([{ state: "withdrawn" }]);
  });

  it("take an edit for served that is let through, however long it takes until it is", async () => {
    const base = portal.registry.version;
    portal.hold({ base, version: "later", since: "2025-06-30T03:00:00.000Z", changes: [] });
    const latest = async () => (await call(portal, admin, `${EDITS}/GetPage`)).Result.rows[0];
    await expect.poll(latest, { timeout: 30_000 }).toMatchObject({ version: "later", state: "waiting" });
    portal.beginChange();
    portal.hold(null);
    // Longer than the time between two looks.
    await sleep(2_500);
    expect(await latest()).toMatchObject({ version: "later", state: "waiting" });
    portal.changeRegistry({ ...portal.registry, version: "later" });
    await expect.poll(latest, { timeout: 30_000 }).toMatchObject({ version: "later", state: "served" });
    portal.changeRegistry(portal.registry);
  });

  it("tell of an edit that was taken back while no server ran", async () => {
    const { registry } = portal;
    const edit = { base: registry.version, version: "next", since: "2025-06-30T02:00:00.000Z", changes: [] };
    const leave = (version: string) => async (database: Database) => {
      await fillWorld(database, registry);
      const now = new Date("2025-06-30T02:00:00Z");
      await recordEdits({ db: database.kysely, registry, now, held: { ...edit, version }, before: null });
    };
    const states = async (started: Portal) => {
      const { rows } = (await call(started, await signIn(started, "admin"), `${EDITS}/GetPage`)).Result;
      return rows.map((row: { readonly state: string }) => row.state);
    };
    const own = await openPortal({ open, registry, fill: leave("next"), heldBefore: edit });
    await expect.poll(() => states(own), { timeout: 30_000 }).toEqual(["withdrawn"]);
    // What another server holds is not known here.
    const other = await openPortal({ open, registry, fill: leave("of another server"), heldBefore: edit });
    await sleep(2_500);
    expect(await states(other)).toEqual(["waiting"]);
  });

  it.skipIf(databaseUrl === undefined)("are told of a user by npm run rights, too", async () => {
    const settings = { DATABASE_URL: addressOf(portal.database), DATA_DIR: temporaryFolder(), REGISTRY_DIR: process.cwd() };
    const run = (...flags: string[]) => {
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
      return runScript(rights, "--shop", SHOP, ...flags);
    };
    const told = await run("--user", "s1", "--module", "510", "--field", "Bala_sum");
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out.split("\n").slice(0, 4)).toEqual([
      "s1 名-s1, supplier users, profile paystrict",
      "  510 结算单",
      "    functions: export, query",
      "    rows: the rows of the own supplier in the own shop, where B2b_statu is one of 10 供应商审核, 20 已审核, 50 已确认, 60 业务系统复核",
    ]);
    const refused = await run("--user", "clerk", "--module", "8901", "--why", "close");
    expect(refused).toMatchObject({ code: 3, out: expect.stringContaining("allows functions: group clerk, audit, query") });
    expect(await run("--user", "nobody")).toMatchObject({ code: 1, err: `there is no user nobody in shop ${SHOP}` });
    expect(await run("--user", "off")).toMatchObject({ code: 1, err: "user off cannot sign in: the user is stopped" });
    const off = await run("--user", "off", "--module", "8901", "--why", "page");
    expect(off).toMatchObject({ code: 3, out: expect.stringContaining("refuses statu: the user is stopped") });
  });
});
