import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillLedger, ledgerContext, ledgerModule, ledgerRegistry, ledgerViewer } from "./fixtures/ledger-database.ts";
import { SHOPS } from "./fixtures/small-database.ts";

const [SHOP] = SHOPS;
const registry = ledgerRegistry();
const done = ledgerModule(registry, "done");

/** A page of lines whose fixed condition looks at their heads (`done`: lines of finished receipts). */
describeEngine("lines chosen by their document", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fillLedger(database, registry);
  });
  const list = (viewer: Viewer, parameters: object = {}) =>
    listPage(ledgerContext(database, registry, viewer), done, { rows: "999999999", ...parameters });
  /** Ids and sum of the lines of the shop's finished receipts. */
  const stored = async (...suppliers: readonly string[]) => {
    const lines = await database.kysely
      .selectFrom("receipt_line as l")
      .innerJoin("receipt as r", (on) => on.onRef("r.SHOP_ID", "=", "l.SHOP_ID").onRef("r.Billid", "=", "l.Billid"))
      .select(["l.Id", "l.money"])
      .where("l.SHOP_ID", "=", SHOP)
      .where("l.provid", "in", suppliers)
      .where("r.Statu", "=", 50)
      .execute();
    const ids = lines.map(({ Id }) => Number(Id)).sort((a, b) => b - a);
    return { ids, sum: (lines.reduce((sum, { money }) => sum + Number(money), 0) / 100).toFixed(2) };
  };

  test.each([
    ["a shop", ledgerViewer(SHOP), ["101", "102"]],
    ["a supplier", ledgerViewer(SHOP, "102"), ["102"]],
  ])("%s sees them with their sum, also sorted, filtered and by page", async (_, viewer, suppliers) => {
    const expected = await stored(...suppliers);
    const { rows, footer, total } = await list(viewer);
    expect(rows.map(({ Id }) => Id)).toEqual(expected.ids);
    expect(expected.ids.length).toBeGreaterThan(3);
    expect(footer).toEqual({ money: expected.sum });
    expect(total).toBe(expected.ids.length);
    const filter = JSON.stringify([{ field: "Statu", operator: "eq", value: 50 }]);
    expect((await list(viewer, { filter, sort: "Statu", rows: "2", page: "2" })).rows).toHaveLength(2);
    expect((await list(viewer, { filter: JSON.stringify([{ field: "Statu", operator: "eq", value: 10 }]) })).total).toBe(0);
  });

  test("a line by its key only where its document is chosen", async () => {
    const context = ledgerContext(database, registry, ledgerViewer(SHOP, "102"));
    const lines = await database.kysely.selectFrom("receipt_line").select("Id").where("SHOP_ID", "=", SHOP).execute();
    const { ids } = await stored("102");
    for (const id of lines.map(({ Id }) => Number(Id))) {
      const call = showRow(context, done, id);
      if (ids.includes(id)) await expect(call).resolves.toMatchObject({ row: { Id: id, Statu: 50 } });
      else await expect(call).rejects.toMatchObject({ code: 404 });
    }
  });
});
