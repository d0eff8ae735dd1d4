import { expect, it } from "vitest";
import { FEATURES } from "../../../src/server/features.ts";
import { confirmerOf, confirmStep, filesOfModel, keepModel, keptModels, lastModel } from "../../../src/server/models/model-history.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { describeEnginesInLong } from "../db/fixtures/test-database.ts";

describeEnginesInLong("the models that were served", (open) => {
  it("are kept with their files and with what they mean, the latest first", async () => {
    const { kysely: db } = await open();
    await migrateTechnicalTables(db, FEATURES);
    expect(await lastModel(db)).toBeNull();
    expect(await filesOfModel(db, "a")).toBeNull();
    const files = [
      { path: "modules.json", text: "{ }\n" },
      { path: "schemas/entities/一.json", text: '{ "title": "单据" }' },
    ];
    const change = {
      class: "held",
      verb: "changed",
      part: "type",
      at: { entity: "Bill", field: "sum" },
      was: "money",
      is: "quantity",
    } as const;
    const at = new Date("2025-06-30T08:00:00Z");
    await keepModel(db, { version: "a", files, by: "first start", at, changes: [] });
    await keepModel(db, { version: "b", files: files.slice(1), by: "000001", at, changes: [change] });
    expect(await lastModel(db)).toEqual({ seq: 2, version: "b", at, by: "000001", changes: [change] });
    expect((await keptModels(db, 10)).map(({ version }) => version)).toEqual(["b", "a"]);
    expect(await filesOfModel(db, "a")).toEqual(files);
  });

  it("are confirmed once, by whoever comes first", async () => {
    const { kysely: db } = await open();
    await migrateTechnicalTables(db, FEATURES);
    const step = { base: "a", version: "b" };
    expect(await confirmerOf(db, step)).toBeNull();
    await confirmStep(db, step, "admin01", new Date());
    await confirmStep(db, step, "admin54", new Date());
    expect(await confirmerOf(db, step)).toBe("admin01");
    expect(await confirmerOf(db, { base: "c", version: "b" })).toBeNull();
  });
});
