import { beforeAll, describe, expect, it } from "vitest";
import { SHOPS } from "../../../src/demo/world.ts";
import { RowWriter } from "../../../src/demo/write-rows.ts";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Db } from "../../../src/server/db/connect.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { syncSchema } from "../../../src/server/tables/sync-schema.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { parseScaled } from "../../../src/shared/domain/scaled.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { module, registry } from "../flows/fixtures/real-registry.ts";
import { ANCHOR, memory, money, rowsOf, sum, text } from "./fixtures/demo.ts";

const LEDGER = 505;
const quiet = () => undefined;

describeEngine("the suppliers' ledger", (open) => {
  let db: Db;
  beforeAll(async () => {
    db = (await open()).kysely;
    await migrateTechnicalTables(db, FEATURES);
    await syncSchema(db, registry, quiet);
    await db.transaction().execute((trx) => new RowWriter(trx, registry, memory).during(async () => undefined));
  });

  const ledgerOf = async (viewer: Viewer): Promise<readonly WireRow[]> => {
    const ctx = { db, registry, viewer, now: new Date(`${ANCHOR}T10:00:00+08:00`) };
    const { rows, truncated } = await listPage(ctx, module(LEDGER), { page: "1", rows: "999999999" });
    expect(truncated).toBeUndefined();
    return rows;
  };

  describe.each(SHOPS)("of shop $id", ({ id: shopId }) => {
    const own = (name: string) => rowsOf(name, shopId);

    it("ends with what is owed: statements that are not paid, and documents that no statement has", async () => {
      const newest = new Map<unknown, bigint | null>();
      for (const row of await ledgerOf(viewerOf(shopId))) {
        if (!newest.has(row.provid)) newest.set(row.provid, parseScaled(String(row.endMoney), 2));
      }
      expect(newest.size).toBeGreaterThanOrEqual(10);
      for (const [provid, end] of newest) expect(end, `${provid}`).toBe(owed(own, provid));
    });

    it("tells a supplier its own balance", async () => {
      const provid = text(own("Provider")[0], "provid");
      const [last] = await ledgerOf({ ...viewerOf(shopId), side: "supplier", provId: provid });
      expect(parseScaled(String(last?.endMoney), 2)).toBe(owed(own, provid));
    });
  });
});

/** What the shop owes a supplier, from its statements and documents: the ledger adds up acceptances, sales, fees and payments. */
function owed(rows: (name: string) => readonly Row[], provid: unknown): bigint {
  const own = (name: string) => rows(name).filter((row) => row.provid === provid);
  const free = (name: string, codes: readonly unknown[], field = "Statu") =>
    own(name).filter((row) => row.BalaBillid === null && codes.includes(row[field]));
  const unpaid = sum(
    // What an excluded one had taken is free again, and counts by itself; what was carried over counts where it went.
    own("Balance").filter(({ Statu, B2b_statu }) => Statu !== 40 && Statu !== 50 && B2b_statu !== -1),
    "TotalMoney",
  );
  // Nothing is owed for goods to who is paid by what is sold.
  const isBySales = own("Provider").some(({ OperMode }) => OperMode === 2 || OperMode === 3);
  const alone =
    (isBySales ? 0n : sum(free("Accept", [10, 50]), "sum_cost") - sum(free("Recede", [50]), "sum_cost")) +
    sum(free("CostAdjust", [50], "Cost_statu"), "DifMoney") -
    sum(free("FeeBill", [10, 50]), "FeeMoney");
  // What was taken back is held until it is given back.
  const byOrder = own("PayOrder").filter(({ Statu }) => Statu === 50 || Statu === 60);
  // The demo's entries are deposits.
  const deposits = own("PayEntry").filter(({ Statu }) => Statu === 50);
  return unpaid + alone + sum(deposits, "amount") + byOrder.reduce((total, order) => total + money(order, "Pay_sum"), 0n);
}

const viewerOf = (shopId: string): Viewer => ({
  userId: "u",
  userName: "张三",
  shopId,
  shopName: shopId,
  provId: "",
  provName: "",
  side: "shop",
  isMall: false,
  isConfirm: false,
  hasAll: false,
  rights: new Map([[LEDGER, new Set(["query"])]]),
});
