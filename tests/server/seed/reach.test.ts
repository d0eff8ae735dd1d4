import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { SHOPS, shopDigits, shopSuffix } from "../../../src/demo/world.ts";
import { accounts, isUsable, viewerOf } from "../../../src/server/auth/account.ts";
import { profileOf, type Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { listPlan } from "../../../src/server/query/list-plan.ts";
import { DEMO } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";

const ANCHOR = "2025-06-30";
const NOW = new Date(`${ANCHOR}T09:00:00+08:00`);

/** Pages about the market's mall, about users and groups of the kind of shop that this one is not, what a server that listens posts, and what a mall opens. */
const EMPTY_FOR_SHOP: readonly number[] = [101, 801, 802, 803, 804, 9005, 9006, 9007, 9014];

describeEngine("what the accounts of the demo reach", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open(DEMO);
  });

  const viewer = async (userId: string): Promise<Viewer> => {
    const account = await accounts(database.kysely, registry).where("u.USER_ID", "=", userId).executeTakeFirstOrThrow();
    expect(isUsable(account), userId).toBe(true);
    return viewerOf(account, registry);
  };

  /** Shops and suppliers of every row that each page shows the viewer, with how many rows. */
  async function reached(who: Viewer): Promise<Map<number, { shops: string[]; suppliers: string[]; rows: number }>> {
    const found = new Map<number, { shops: string[]; suppliers: string[]; rows: number }>();
    const { modules } = profileOf(registry, who.shopId);
    for (const id of who.rights.keys()) {
      const module = modules[id];
      if (!module) throw new Error(`no module ${id}`);
      const { entity, columns, rows } = listPlan({ db: database.kysely, registry, viewer: who, now: NOW }, module);
      const supplier = entity.supplierField === null ? sql`null` : columns.expr(entity.supplierField);
      const groups = await rows()
        .select([
          sql<string>`${columns.expr("SHOP_ID")}`.as("shop"),
          sql<string | null>`${supplier}`.as("supplier"),
          sql<string>`count(*)`.as("rows"),
        ])
        .groupBy([sql`1`, sql`2`])
        .execute();
      found.set(id, {
        shops: [...new Set(groups.map(({ shop }) => shop))],
        suppliers: [...new Set(groups.flatMap(({ supplier: code }) => (code === null ? [] : [code])))],
        rows: groups.reduce((total, group) => total + Number(group.rows), 0),
      });
    }
    return found;
  }

  it.each(SHOPS)("is the shop's own for the users of $id, and something on every page", async ({ id: shopId, kind }) => {
    const pages = await reached(await viewer(`admin${shopSuffix(shopId)}`));
    expect(pages.size).toBeGreaterThan(60);
    for (const [id, { shops, rows }] of pages) {
      // The mall sees its market's shops on some pages; the list of shops is everybody's.
      const isMarket = registry.modules[id]?.reach === "market" || registry.modules[id]?.entity === "Shop";
      if (!isMarket || (kind !== "mall" && registry.modules[id]?.entity !== "Shop"))
        expect(
          shops.filter((shop) => shop !== shopId),
          String(id),
        ).toEqual([]);
      if (!EMPTY_FOR_SHOP.includes(id)) expect(rows, String(id)).toBeGreaterThan(0);
    }
  });

  it.each(SHOPS)("is the supplier's own for suppliers and bidders of $id", async ({ id: shopId }) => {
    for (const userId of [`s${shopDigits(shopId)}001`, `s${shopDigits(shopId)}002`, `bid${shopSuffix(shopId)}`]) {
      const who = await viewer(userId);
      for (const [id, { shops, suppliers, rows }] of await reached(who)) {
        expect([shops.filter((shop) => shop !== shopId), suppliers.filter((code) => code !== who.provId)], `${userId} ${id}`).toEqual([
          [],
          [],
        ]);
        if (userId.endsWith("001")) expect(rows, `${userId} ${id}`).toBeGreaterThan(0);
      }
    }
  });
});
