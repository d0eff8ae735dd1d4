import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Db } from "../../../src/server/db/connect.ts";
import { openRow } from "../../../src/server/engine/save/open-row.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import { loadFiles } from "../../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../../src/shared/build-registry.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import type { Module, Registry } from "../../../src/shared/registry/model.ts";
import { DEMO } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";

const MALL = "0000000001";
const RETAILER = "0000000054";
const ANCHOR = "2025-06-30";
/** A page over the shops of a market, a page for shops with a sum that suppliers do not get. */
const PAGES = {
  "market-orders": {
    id: 9601,
    entity: "Order",
    market: true,
    audience: ["shop"],
    columns: ["Billid", "ShopName", "storeAddress", "order_cost"],
    footer: { sums: ["order_cost"] },
  },
  "market-shops": {
    id: 9602,
    entity: "Shop",
    market: true,
    audience: ["shop"],
    columns: ["SHOP_ID", "ShopName"],
  },
  "own-orders": {
    id: 9603,
    entity: "Order",
    audience: ["shop", "supplier"],
    columns: ["Billid", "amount", "order_cost"],
    footer: { sums: ["amount", { field: "order_cost", audience: ["shop"] }] },
    hide: { supplier: ["order_cost"] },
  },
};

/** The project's registry with these pages besides its own. */
function withPages(pages: Readonly<Record<string, object & { id?: number }>>) {
  const files = loadFiles(".").files.map((file) => {
    if (file.path !== "modules.json") return file;
    const menu = JSON.parse(file.text) as { groups: { modules: object[] }[] };
    menu.groups[0]?.modules.push(
      ...Object.entries(pages).map(([name, { id }]) => ({ id, name: name.replace("-", ""), title: name, schema: `trial/${name}` })),
    );
    return { ...file, text: JSON.stringify(menu) };
  });
  const own = Object.entries(pages).map(([name, { id: _id, ...page }]) => ({
    path: `schemas/modules/trial/${name}.json`,
    text: JSON.stringify(page),
  }));
  return buildRegistry([...files, ...own]);
}

const viewer = (shopId: string, more: Partial<Viewer> = {}): Viewer => ({
  userId: "u",
  userName: "张三",
  shopId,
  shopName: shopId,
  provId: "",
  provName: "",
  side: "shop",
  isMall: shopId === MALL,
  isConfirm: false,
  hasAll: false,
  rights: new Map([9601, 9602, 9603].map((id) => [id, new Set(["query"])])),
  ...more,
});

describeEngine("a page over a market", (open) => {
  let db: Db;
  let registry: Registry;
  beforeAll(async () => {
    const built = withPages(PAGES);
    if (!built.ok) throw new Error(JSON.stringify(built.problems));
    registry = built.registry;
    const database = await open(DEMO);
    // The statements are tried, not the database behind them.
    await takeWallDown(database);
    db = database.kysely;
  });
  const ctx = (who: Viewer) => ({ db, registry, viewer: who, now: new Date(`${ANCHOR}T10:00:00+08:00`) });
  const page = (id: number): Module => registry.modules[id] as Module;
  const list = (id: number, who: Viewer) => listPage(ctx(who), page(id), { page: "1", rows: "999999999" });
  const shopsOf = (rows: readonly WireRow[]) => new Set(rows.map(({ ShopName }) => ShopName)).size;

  it("shows a mall its own rows and those of its shops, with the sums and names of each", async () => {
    const { rows, total, footer } = await list(9601, viewer(MALL));
    expect(shopsOf(rows)).toBe(8);
    const stored = await db
      .selectFrom("order")
      .select((row) => [row.fn.countAll().as("count"), row.fn.sum("order_cost").as("sum")])
      .executeTakeFirstOrThrow();
    expect(total).toBe(Number(stored.count));
    expect(footer.order_cost?.replace(".", "")).toBe(String(stored.sum));
    expect(rows.filter(({ storeAddress }) => storeAddress === null)).toEqual([]);
    expect((await list(9602, viewer(MALL))).total).toBe(8);
  });

  it("shows a mall nothing of another mall's market", async () => {
    const move = (mall: string) => db.updateTable("shop").set({ MarketId: mall }).where("SHOP_ID", "=", RETAILER).execute();
    await move("0000000002");
    const { rows } = await list(9601, viewer(MALL));
    expect(shopsOf(rows)).toBe(7);
    expect((await list(9602, viewer(MALL))).rows.map(({ SHOP_ID }) => SHOP_ID)).not.toContain(RETAILER);
    await move(MALL);
  });

  it("shows every other shop its own rows only", async () => {
    expect(shopsOf((await list(9601, viewer(RETAILER))).rows)).toBe(1);
    expect((await list(9602, viewer(RETAILER))).rows.map(({ SHOP_ID }) => SHOP_ID)).toEqual([RETAILER]);
    const foreign = (await list(9601, viewer(MALL))).rows.find(({ ShopName }) => String(ShopName).includes("金桥"));
    await expect(showRow(ctx(viewer(RETAILER)), page(9601), Number(foreign?.Id))).rejects.toMatchObject({ code: 404 });
  });

  it("keeps every other page of a mall within its own shop", async () => {
    const { total } = await list(9603, viewer(MALL));
    const own = await db
      .selectFrom("order")
      .select((row) => row.fn.countAll().as("count"))
      .where("SHOP_ID", "=", MALL)
      .executeTakeFirstOrThrow();
    expect(total).toBe(Number(own.count));
  });

  it("reads only: opening a shop's row clears nothing there", async () => {
    const unread = () =>
      db
        .selectFrom("task_state")
        .select((row) => row.fn.sum("taskcount").as("sum"))
        .where("SHOP_ID", "<>", MALL)
        .executeTakeFirstOrThrow();
    const before = await unread();
    for (const { Id, ShopName } of (await list(9601, viewer(MALL))).rows) {
      if (String(ShopName).includes("惠民")) await openRow(ctx(viewer(MALL)), page(9601), Number(Id));
    }
    expect(await unread()).toEqual(before);
    expect(Number(before.sum)).toBeGreaterThan(0);
  });

  it("gives each side the sums meant for it", async () => {
    expect(Object.keys((await list(9603, viewer(RETAILER))).footer)).toEqual(["amount", "order_cost"]);
    const supplier = viewer(RETAILER, { side: "supplier", provId: "102001", isMall: false });
    const { footer, rows } = await list(9603, supplier);
    expect(Object.keys(footer)).toEqual(["amount"]);
    expect(rows.every((row) => !("order_cost" in row))).toBe(true);
  });
});

describe("files that ask for a market", () => {
  it.each([
    ["suppliers", { audience: ["shop", "supplier"] }, "/market a page over a market is not for suppliers"],
    ["actions", { actions: ["audit"] }, "/market rows of other shops are read only: no actions (leave actions out)"],
    ["prints", { print: ["order"] }, "/market rows of other shops are read only: printing counts on them (leave print out)"],
  ])("are refused for %s", (_title, change, message) => {
    const built = withPages({ trial: { ...PAGES["market-orders"], ...change } });
    const told = built.ok ? [] : built.problems.map(({ pointer, message: text, hint }) => `${pointer} ${text}${hint ? ` (${hint})` : ""}`);
    expect(told).toContain(message);
  });
});
