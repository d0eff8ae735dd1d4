import { beforeAll, expect, it } from "vitest";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, viewer } from "./fixtures/desk.ts";
import { entity, registry } from "./fixtures/real-registry.ts";

const MALL = "0000000001";
const OWN = "0000000054";
const FOREIGN = "0000000777";

describeEngine("shops of a market", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    const shop = (SHOP_ID: string, ShopKind: string, MarketId: string | null) =>
      desk.db.insertInto("shop").values({ SHOP_ID, ShopName: SHOP_ID, ShopKind, MarketId, statu: 1, rowver: 1 }).execute();
    await shop(MALL, "mall", null);
    await shop(OWN, "retail", MALL);
    await shop(FOREIGN, "retail", "0000000009");
  });
  const page = () => {
    const found = registry.modules["102"];
    if (!found) throw new Error("no page that changes shops");
    return found;
  };
  const mall = viewer("", { shopId: MALL, isMall: true });
  const shopRow = async (id: string): Promise<Row> => (await desk.find("Shop", { SHOP_ID: id }, MALL))[0] ?? {};
  const edit = async (id: string, who = mall) => {
    const row = await shopRow(id);
    const request = { id: Number(row.Id), rowver: Number(row.rowver), fields: { contractend: "2026-12-31" }, lines: "" };
    return saveRow(desk.as(who), page(), request);
  };

  it("are changed by their mall, also their state, and the mall keeps the history", async () => {
    const { id } = await edit(OWN);
    expect(await shopRow(OWN)).toMatchObject({ contractend: "2026-12-31", rowver: 2 });
    await runAction(desk.as(mall), page(), { action: "disable", ids: [id] });
    expect(await shopRow(OWN)).toMatchObject({ statu: 0 });
    const events = await desk.find("EventLog", { entity: "Shop", bllid: String(id) }, MALL);
    expect(events.map(({ action }) => action)).toEqual(["edit", "disable"]);
  });

  it("are nobody else's to change", async () => {
    await expect(edit(FOREIGN)).rejects.toMatchObject({ code: 404 });
    // A retailer keeps its own file; the days of its contract are its mall's.
    await expect(edit(OWN, viewer("", { shopId: OWN }))).rejects.toMatchObject({ code: 400 });
    const written = await desk.work((store) => store.update(entity("Shop"), { SHOP_ID: FOREIGN }, { tel: "x" }), MALL);
    expect(written).toBe(0);
  });
});
