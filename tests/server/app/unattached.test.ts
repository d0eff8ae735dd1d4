import { beforeAll, expect, it } from "vitest";
import { forgetUnattached } from "../../../src/server/engine/uploads/unattached.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { openPortal, type Portal } from "./fixtures/portal.ts";
import { CANARY, EXPIRED, SHOP } from "./fixtures/world.ts";

const NOW = new Date("2025-06-30T10:00:00+08:00");
const OLD = "2025-06-20 10:00:00";
const urlOf = (name: string) => `/uploads/${name.padEnd(16, "x")}/20250620100000${name} 正本.png`;

describeEngine("uploads that no document names", (open) => {
  let portal: Portal;
  const table = (name: string) => portal.registry.entities[name]?.table ?? "";
  beforeAll(async () => {
    portal = await openPortal({ open });
    // The sweep says itself whose rows it means, as there may be no wall behind it.
    await takeWallDown(portal.database);
    const { kysely } = portal.database;
    const attachment = (name: string, createtime = OLD, more: object = {}) => ({
      SHOP_ID: SHOP,
      url: urlOf(name),
      name: `${name}.png`,
      mime: "image/png",
      size: 1,
      creator: CANARY["102001"],
      createtime,
      ...more,
    });
    await kysely
      .insertInto(table("Attachment"))
      .values([
        attachment("forgotten"),
        attachment("named"),
        attachment("listed"),
        attachment("told"),
        attachment("aside"),
        attachment("fresh", "2025-06-29 10:00:00"),
        attachment("visitor", OLD, { visit: "v1" }),
        attachment("theirs", OLD, { SHOP_ID: EXPIRED }),
      ])
      .execute();
    const [bill] = await kysely.selectFrom(table("Balance")).select("Id").execute();
    await kysely
      .updateTable(table("Order"))
      .set({ Remark: `see ${urlOf("told")}, please` })
      .where("SHOP_ID", "=", SHOP)
      .execute();
    await kysely
      .updateTable(table("Order"))
      .set({ Remark: `${urlOf("theirs")},${urlOf("forgotten")}` })
      .where("SHOP_ID", "=", EXPIRED)
      .execute();
    await kysely
      .updateTable(table("Shop"))
      .set({ logo: urlOf("named") })
      .where("SHOP_ID", "=", SHOP)
      .execute();
    await kysely.schema.alterTable(table("Balance")).addColumn("_aside_1_scan", "text").execute();
    await kysely
      .updateTable(table("Balance"))
      .set({ _aside_1_scan: urlOf("aside"), Remark: `${urlOf("listed")},${urlOf("other")}` })
      .where("Id", "=", Number(bill?.Id))
      .execute();
  });
  const left = async () =>
    (await portal.database.kysely.selectFrom(table("Attachment")).select("name").orderBy("name").execute()).map(({ name }) => name);

  it("are forgotten after a week; what any text of the own shop names, also a set-aside one, stays", async () => {
    expect(await forgetUnattached(portal.database.kysely, portal.registry, NOW)).toBe(1);
    expect(await left()).toEqual(["aside.png", "fresh.png", "listed.png", "named.png", "theirs.png", "told.png", "visitor.png"]);
    expect(await forgetUnattached(portal.database.kysely, portal.registry, NOW)).toBe(0);
  });
});
