import { beforeAll, expect, it } from "vitest";
import { answerOnce, forgetOldRequestKeys } from "../../../src/server/engine/request-key.ts";
import { openRow } from "../../../src/server/engine/save/open-row.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { module } from "./fixtures/real-registry.ts";

describeEngine("technical tables", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });

  it("opening a document clears the viewer's own counter only", async () => {
    for (const side of ["shop", "supplier"]) {
      for (const bllid of ["7", "8"]) await desk.put("TaskState", { provid: SUPPLIER, entity: "Order", bllid, side, taskcount: 3 });
      await desk.put("TaskState", { provid: SUPPLIER, entity: "Accept", bllid: "7", side, taskcount: 3 });
    }
    const counts = async () => {
      const tasks = await desk.find("TaskState", {});
      return tasks.filter((task) => task.taskcount === 0).map((task) => [task.entity, task.bllid, task.side].join());
    };
    await openRow(desk.as(viewer("", { rights: new Map([[8902, new Set(["query"])]]) })), module(8901), 7);
    await openRow(desk.as(viewer(STRANGER)), module(8901), 7);
    await openRow(desk.as(viewer("", { shopId: "0000000143" })), module(8901), 7);
    expect(await counts()).toEqual([]);
    await openRow(desk.as(viewer(SUPPLIER)), module(8901), 7);
    expect(await counts()).toEqual(["Order,7,supplier"]);
    await openRow(desk.as(viewer()), module(8901), 8);
    expect((await counts()).sort()).toEqual(["Order,7,supplier", "Order,8,shop"]);
  });

  it("are made as often as one likes, also by several at once", async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrateTechnicalTables(desk.db, FEATURES)));
    await desk.db.insertInto("_meta").values({ key: "k", value: "v" }).execute();
    await migrateTechnicalTables(desk.db, FEATURES);
    expect(await desk.db.selectFrom("_meta").selectAll().where("key", "=", "k").execute()).toEqual([{ key: "k", value: "v" }]);
  });

  it("request keys are forgotten after a week, and belong to one shop", async () => {
    const week = 7 * 86_400_000;
    const claim = async (key: string, now: Date, shopId = SHOP) => {
      let isNew = false;
      const work = async () => {
        isNew = true;
        return { said: key, secret: "once" };
      };
      const answer = await desk.db
        .transaction()
        .execute((trx) => answerOnce(trx, { shopId, key, body: [1], now }, work, ({ said }) => ({ said, secret: "" })));
      expect(answer).toEqual({ said: key, secret: isNew ? "once" : "" });
      return isNew;
    };
    expect(await claim("old", new Date(NOW.getTime() - week - 1))).toBe(true);
    expect(await claim("young", new Date(NOW.getTime() - week + 1))).toBe(true);
    expect(await claim("young", NOW, "0000000143")).toBe(true);
    await forgetOldRequestKeys(desk.db, NOW);
    expect(await claim("old", NOW)).toBe(true);
    expect(await claim("young", NOW), "a repetition reads what was kept").toBe(false);
  });
});
