import { expect, it } from "vitest";
import { loadRows } from "../../../src/demo/load-rows.ts";
import { DEMO } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { entity } from "../flows/fixtures/real-registry.ts";

const ANCHOR = "2025-06-30";

describeEngine("rows for load tests", (open) => {
  it("belong to suppliers of their own shop, are told as they come, and can be added again", async () => {
    const { kysely } = await open(DEMO);
    const balances = async () =>
      (await kysely
        .selectFrom("balance as b")
        .innerJoin("provider as p", (join) => join.onRef("p.SHOP_ID", "=", "b.SHOP_ID").onRef("p.provid", "=", "b.provid"))
        .select((row) => row.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()) as { count: string };
    const before = Number((await balances()).count);
    const told: number[] = [];
    for (let time = 0; time < 2; time += 1)
      await loadRows(kysely, entity("Balance"), { rows: 12_500, anchor: ANCHOR, onProgress: (written) => told.push(written) });
    expect(told).toEqual([10_000, 12_500, 10_000, 12_500]);
    expect(Number((await balances()).count)).toBe(before + 25_000);
  });
});
