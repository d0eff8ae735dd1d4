import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseConnection } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { openDatabase } from "../../../src/server/db/connect.ts";
import { TenantDriver } from "../../../src/server/db/driver/tenant-driver.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import { ACTIONS_KEY, type ScreenModel } from "../../../src/shared/protocol/screen.ts";
import type { Audience } from "../../../src/shared/registry/model.ts";
import { fits } from "../../../src/shared/registry/rights/audience.ts";
import { atEnd } from "../db/fixtures/at-end.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { addressOf, databaseUrl, describeEngine, type Open } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

const USERS: readonly { readonly user: string; readonly shop: string; readonly side: Audience }[] = [
  { user: "admin01", shop: "0000000001", side: "mall" },
  { user: "admin54", shop: "0000000054", side: "shop" },
  { user: "s054001", shop: "0000000054", side: "supplier" },
];

/** The connections that a call asks for or holds, now and at most; what the server does by itself meanwhile is none of it. */
interface Held {
  now: number;
  most: number;
}

const calls = new AsyncLocalStorage<Held>();

/** From now on it is counted what calls hold. */
function countConnections(): void {
  const { acquireConnection, releaseConnection } = TenantDriver.prototype;
  const holders = new WeakMap<DatabaseConnection, Held>();
  TenantDriver.prototype.acquireConnection = async function () {
    const held = calls.getStore() ?? { now: 0, most: 0 };
    held.most = Math.max(held.most, ++held.now);
    const connection = await acquireConnection.call(this);
    holders.set(connection, held);
    return connection;
  };
  TenantDriver.prototype.releaseConnection = function (connection) {
    const held = holders.get(connection);
    if (held !== undefined) held.now--;
    return releaseConnection.call(this, connection);
  };
  atEnd(() => Object.assign(TenantDriver.prototype, { acquireConnection, releaseConnection }));
}

/** The same database, with one connection to it. */
function withOne(open: Open): Open {
  return async (content) => {
    const database = await open(content);
    if (databaseUrl === undefined) return database;
    const one = await openDatabase({ dataDir: "", databaseUrl: addressOf(database), poolSize: 1, log: () => undefined });
    atEnd(() => one.close());
    return one;
  };
}

describeEngine("one connection", (open) => {
  let portal: Portal;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    portal = await openPortal({ open: withOne(open), fill: fillDemoAccounts });
    for (const { user } of USERS) tokens.set(user, await signIn(portal, user));
    countConnections();
  });

  /** So many calls have needed one. */
  let needed = 0;

  /** The answer of a call, which has needed one connection at most; none where all it needs is kept (docs/decisions/124). */
  async function ask(user: string, path: string, params: Readonly<Record<string, string>> = {}) {
    const held: Held = { now: 0, most: 0 };
    const answer = await calls.run(held, () => call(portal, tokens.get(user) ?? null, path, params));
    expect(held.now, `${path} ${JSON.stringify(params)} has given back`).toBe(0);
    expect(held.most, `${path} ${JSON.stringify(params)}`).toBeLessThanOrEqual(1);
    needed += held.most;
    return answer;
  }

  it.each(USERS)("is enough for what $user sees of no page", async ({ user }) => {
    for (const path of ["login/GetHomePageData", "Comm/GetNoFinishBalance", "Comm/GetRemindCount", "Registry/GetModules"])
      expect((await ask(user, path)).Code, path).toBe(200);
    for (const search of ["0001", "100", "生鲜"]) expect((await ask(user, "Comm/FindBill", { search })).Code).toBe(200);
  });

  const pages = USERS.flatMap(({ user, shop, side }) =>
    Object.values(profileOf(registry, shop).modules)
      .filter((module) => fits(module.audience, side))
      .map((module) => ({ id: String(module.id), user, module })),
  );

  describe.each(pages)("$id of $user", ({ id, user, module }) => {
    it("is enough for its list, its groups, its numbers, a document and a print", async () => {
      const screen = (await ask(user, "Registry/GetModule", { mdl: id })).Result as ScreenModel;
      const { rows } = (await ask(user, `Module/${id}/GetPage`, { page: "1", rows: "10" })).Result as PageResult;
      for (const { field } of screen.columns.filter(({ sortable }) => sortable).slice(0, 1)) {
        await ask(user, `Module/${id}/GetPage`, { page: "2", rows: "3", sort: field, order: "desc" });
        await ask(user, `Module/${id}/GetGroups`, { group: field });
      }
      await ask(user, `Module/${id}/GetPage`, { page: "1", rows: "3", sort: "_waits" });
      await ask(user, `Module/${id}/GetStats`);
      const [first] = rows;
      if (first === undefined || screen.show.sections.length === 0) return;
      await ask(user, `Module/${id}/Get`, { id: String(first.Id) });
      for (const { template } of screen.print)
        await ask(user, "Print/GetPrintDoc", { printtyp: template, ids: String(first.Id), mdl: id, preview: "1" });
    });

    it("is enough for what is done to its rows", async () => {
      const { rows } = (await ask(user, `Module/${id}/GetPage`, { page: "1", rows: "20" })).Result as PageResult;
      for (const { name } of module.actions) {
        const row = rows.find((one) => ((one[ACTIONS_KEY] ?? []) as unknown as readonly string[]).includes(name));
        if (row === undefined) continue;
        const params = { action: name, ids: String(row.Id) };
        await ask(user, `Module/${id}/TryAction`, { action: name });
        await ask(user, `Module/${id}/Preview`, params);
        await ask(user, `Module/${id}/Action`, { ...params, reason: "原因" });
      }
    });
  });

  it("is needed by most calls", () => expect(needed).toBeGreaterThan(2 * pages.length));
});
