import { beforeAll, describe, expect, it } from "vitest";
import { type JobRun, runOpenJobs } from "../../../src/server/engine/jobs/job-runner.ts";
import { forecastOf } from "../../../src/server/features/logistics/forecast.ts";
import { forecasts } from "../../../src/server/features/logistics/forecasts.ts";
import { addDays } from "../../../src/shared/domain/day.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SUPPLIER } from "./fixtures/desk.ts";
import { registry, serving } from "./fixtures/real-registry.ts";

const TODAY = "2025-06-30";

/** Sales of so many days before today, by how many days ago it was and which weekday, Sunday 0. */
const salesOf = (days: number, sold: (ago: number, weekday: number) => number) =>
  new Map(
    Array.from({ length: days }, (_, index) => {
      const weekday = new Date(`${addDays(TODAY, -1 - index)}T00:00:00Z`).getUTCDay();
      return [index + 1, BigInt(Math.round(sold(index + 1, weekday) * 1000))] as const;
    }),
  );

describe("what is expected to be sold", () => {
  it("is the mean of the same weekday in the eight weeks before", () => {
    const weekend = (_ago: number, weekday: number) => (weekday === 0 || weekday === 6 ? 14 : 10);
    expect(forecastOf(salesOf(84, weekend))).toEqual({ avgAmount: 11_143n, amount: 78_000n, errorRate: 0n });
    // What is longer ago than eight weeks tells nothing.
    expect(forecastOf(salesOf(84, (ago) => (ago > 56 ? 900 : 10)))?.amount).toBe(70_000n);
  });

  it("counts days without a sale, and goes back no further than the first one", () => {
    const everyOther = new Map([...salesOf(56, () => 10)].filter(([, _sold], index) => index % 2 === 0));
    expect(forecastOf(everyOther)?.avgAmount).toBe(5_091n);
    expect(forecastOf(salesOf(10, () => 6))).toEqual({ avgAmount: 6000n, amount: 42_000n, errorRate: 0n });
    // Three days old: four weekdays of the week ahead were none yet.
    expect(forecastOf(salesOf(3, () => 6))).toEqual({ avgAmount: 6000n, amount: 42_000n, errorRate: null });
    expect(forecastOf(new Map())).toBeNull();
    expect(forecastOf(new Map([[0, 1000n]]))).toBeNull();
  });

  it("is rounded up to pieces, unless goods were sold by weight", () => {
    expect(forecastOf(salesOf(14, (ago) => (ago === 3 ? 2 : 1)))?.amount).toBe(8000n);
    expect(forecastOf(salesOf(14, (ago) => (ago === 3 ? 1.5 : 1)))?.amount).toBe(7250n);
  });

  it("says by how much the same method was off", () => {
    // Twice as much as expected on each of the last seven days: off by 70 of the 280 sold in four weeks before and 140 in the last.
    expect(forecastOf(salesOf(56, (ago) => (ago <= 7 ? 20 : 10)))?.errorRate).toBe(200_000n);
  });
});

describeEngine("forecasts of the morning", (open) => {
  let desk: Desk;
  let run: JobRun;
  const said: string[] = [];
  const place = { provid: SUPPLIER, Provider: "供", StoreId: "0501", StoreName: "东区店", GoodsId: "G1", GoodsName: "苹果", unit: "箱" };
  beforeAll(async () => {
    desk = await Desk.open(open);
    const stopping = new AbortController().signal;
    run = { db: desk.db, registry: serving, now: () => NOW, log: (line) => void said.push(line), stopping };
    // The latest one says how the article is called now.
    for (const [ago, amount] of salesOf(84, () => 3))
      await desk.put("Sale", { ...place, ...(ago > 1 && { GoodsName: "旧名" }), busdate: addDays(TODAY, -ago), amount });
    // Of the day itself nothing is known yet, and what is longer ago is not looked at.
    await desk.put("Sale", { ...place, busdate: TODAY, amount: 9_000_000n });
    await desk.put("Sale", { ...place, busdate: addDays(TODAY, -85), amount: 1n });
    await desk.put("Stock", { ...place, amount: 5000n, avgAmount: 1n });
    await desk.put("Forecast", { ...place, busdate: addDays(TODAY, -35), amount: 1n });
    await desk.put("Forecast", { ...place, busdate: addDays(TODAY, -34), amount: 1n });
    const order = { provid: SUPPLIER, StoreId: "0501", busdate: TODAY, arrivedate: TODAY, enddate: TODAY, amount: 9000n };
    for (const [Billid, values] of Object.entries({
      DD1: { Statu: 10, accept_amou: 2000n },
      DD2: { Statu: 0 },
      DD3: { Statu: 10, isclose: true },
      DD4: { Statu: 50, enddate: addDays(TODAY, -1) },
    })) {
      await desk.put("Order", { ...order, Billid, ...values });
      await desk.put("OrderLine", { Billid, provid: SUPPLIER, LineNo: 1, GoodsId: "G1", amount: 9000n, accept_amou: 2000n });
    }
  });

  it("are made once a day, from sales, stock and what is on its way; stock learns how fast it goes", async () => {
    expect(await forecasts.startDue?.(desk.db, registry, NOW)).toBeGreaterThan(0);
    await runOpenJobs(run);
    expect(said).toEqual([]);
    const made = await desk.find("Forecast", { busdate: TODAY });
    expect(made).toMatchObject([
      { ...place, avgAmount: 3000n, amount: 21_000n, errorRate: 0n, stockAmount: 5000n, wayAmount: 7000n, suggest: 9000n },
    ]);
    expect(await desk.find("Stock", { GoodsId: "G1" })).toMatchObject([{ avgAmount: 3000n, lastsale: addDays(TODAY, -1), amount: 5000n }]);
    expect((await desk.find("Forecast", { GoodsId: "G1" })).map(({ busdate }) => busdate).sort()).toEqual([addDays(TODAY, -34), TODAY]);
    expect(await forecasts.startDue?.(desk.db, registry, NOW)).toBe(0);
  });
});
