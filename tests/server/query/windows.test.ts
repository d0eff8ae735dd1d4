import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { divideRounded, formatScaled } from "../../../src/shared/domain/scaled.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillLedger, ledgerContext, ledgerModule, ledgerRegistry, ledgerViewer } from "./fixtures/ledger-database.ts";
import { SHOPS } from "./fixtures/small-database.ts";

const [SHOP] = SHOPS;
const registry = ledgerRegistry();
const quotes = ledgerModule(registry, "quotes");

interface Quote {
  readonly provid: string;
  readonly GoodsName: string;
  /** 分 */
  readonly cost: bigint | null;
  /** 1/1000 */
  readonly amount: bigint | null;
}

const large = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });
const value = fc.option(fc.oneof(fc.bigInt({ min: -5n, max: 5n }), large), { nil: null, freq: 6 });
const quote = fc.record({
  provid: fc.constantFrom("101", "102"),
  GoodsName: fc.constantFrom("A", "b", "中"),
  cost: value,
  amount: value,
});

describeEngine("windows", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fillLedger(database, registry);
  });
  const write = async (rows: readonly Quote[]) => {
    await database.kysely.deleteFrom("quote").execute();
    const values = rows.map(({ cost, amount, ...row }) => ({ ...row, SHOP_ID: SHOP, cost: cost?.toString(), amount: amount?.toString() }));
    // A foreign row that would be first in everything.
    await database.kysely
      .insertInto("quote")
      .values([...values, { SHOP_ID: SHOPS[1], provid: "101", GoodsName: "A", cost: "-1", amount: "1" }])
      .execute();
  };
  const read = async (viewer: Viewer, filter: readonly object[] = []) =>
    (await listPage(ledgerContext(database, registry, viewer), quotes, { rows: "999999999", filter: JSON.stringify(filter) })).rows;

  test("a rank counts equal rows once and leaves their places free; what is empty comes last", async () => {
    const quote = (provid: string, cost: bigint | null, amount = 1000n): Quote => ({ provid, GoodsName: "A", cost, amount });
    await write([quote("101", 300n), quote("102", 200n), quote("101", 200n), quote("102", null), quote("101", 300n, 2000n)]);
    const ranks = (await read(ledgerViewer(SHOP))).map(({ cost, amount, rank }) => [cost, amount, rank]);
    expect(ranks.reverse()).toEqual([
      ["3.00", "1.000", 4],
      ["2.00", "1.000", 1],
      ["2.00", "1.000", 1],
      [null, "1.000", 5],
      ["3.00", "2.000", 3],
    ]);
  });

  test("a supplier's windows know the supplier's rows only", async () => {
    const goods = { GoodsName: "A", amount: 1000n };
    await write([
      { ...goods, provid: "101", cost: 500n },
      { ...goods, provid: "102", cost: 100n },
    ]);
    expect(await read(ledgerViewer(SHOP, "101"))).toMatchObject([
      { cost: "5.00", minCost: "5.00", avgCost: "5.00", sumCost: "5.00", rank: 1 },
    ]);
    const first = await read(ledgerViewer(SHOP), [{ field: "provid", operator: "eq", value: "101" }]);
    expect(first).toMatchObject([{ cost: "5.00", minCost: "1.00", avgCost: "3.00", sumCost: "6.00", rank: 2 }]);
  });

  test("sums and averages of any values are exact, rounded once at the field's own scale", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(quote, { minLength: 1, maxLength: 12 }), async (rows) => {
        await write(rows);
        for (const row of await read(ledgerViewer(SHOP))) {
          const same = rows.filter(({ GoodsName }) => GoodsName === row.GoodsName);
          const [costs, amounts] = [known(same.map(({ cost }) => cost)), known(same.map(({ amount }) => amount))];
          expect(row.sumCost).toBe(formatScaled(total(costs), 2));
          expect(row.avgCost).toBe(average(costs, 1n, 2));
          expect(row.meanAmount).toBe(average(amounts, 1000n, 6));
          expect(row.minCost).toBe(costs.length === 0 ? null : formatScaled(least(costs), 2));
          const own = rows.filter(({ provid }) => provid === row.provid).map(({ GoodsName }) => GoodsName);
          expect(row.firstGoods).toBe(["A", "b", "中"].find((name) => own.some((each) => each === name)));
        }
      }),
      { numRuns: 30 },
    );
  });
});

const known = (values: readonly (bigint | null)[]) => values.filter((value) => value !== null);
const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
const least = (values: readonly bigint[]) => values.reduce((a, b) => (b < a ? b : a));

function average(values: readonly bigint[], factor: bigint, decimals: number): string | null {
  return values.length === 0 ? null : formatScaled(divideRounded(total(values) * factor, BigInt(values.length)), decimals);
}
