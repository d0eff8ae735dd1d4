import { beforeAll, expect, it } from "vitest";
import { confirmerOf } from "../../../src/server/models/model-history.ts";
import type { RightsResult, WhyResult } from "../../../src/shared/protocol/screen.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry as real } from "../flows/fixtures/real-registry.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

const [USERS, GROUPS, EDITS] = ["Module/9001", "Module/9002", "Module/9003"];

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
    expect([role, group, pages.map(({ module }) => module)]).toEqual(["供应商用户，方案 appr39", "supplier", [510, 8901, 8902]]);
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
    expect(refused.steps).toContainEqual({ verdict: "refuses", text: "拒绝 functions：用户组 clerk，无", place: "" });
    expect(refused.steps).toContainEqual(
      expect.objectContaining({ place: expect.stringMatching(/^schemas\/modules\/account-checking\/balance-manage\.json:\d+$/) }),
    );
  });

  it("tell nothing of others, and nobody who has not the page", async () => {
    expect((await call(portal, admin, `${USERS}/GetRights`, { id: "999999" })).Code).toBe(404);
    expect((await call(portal, admin, "Module/801/GetRights", { id: "1" })).Code).toBe(400);
    const clerk = await signIn(portal, "clerk");
    expect((await call(portal, clerk, `${USERS}/GetRights`, { id: "1" })).Code).toBe(403);
    expect((await rightsOf(USERS, await idOf(USERS, "USER_ID", "off"))).pages).toEqual([]);
  });

  it("hold an edit until an administrator confirms it, and the history names him", async () => {
    const base = portal.registry.version;
    const change = {
      class: "held",
      verb: "changed",
      part: "flag payRule",
      at: { profile: "paystrict" },
      was: "balancepay",
      is: "x",
    } as const;
    portal.hold({ base, version: "next", since: "2025-06-30T02:00:00.000Z", changes: [change] });
    const rows = async () => (await call(portal, admin, `${EDITS}/GetPage`)).Result.rows;
    await expect.poll(rows, { timeout: 30_000 }).toMatchObject([{ version: "next", state: "waiting", heldcount: 1 }]);
    const [row] = await rows();
    const shown = (await call(portal, admin, `${EDITS}/Get`, { id: String(row.Id) })).Result;
    expect(JSON.stringify(shown)).toContain("balancepay → x");
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
});
