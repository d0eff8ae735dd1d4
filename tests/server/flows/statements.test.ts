import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type JobRun, runJob, runOpenJobs } from "../../../src/server/engine/jobs/job-runner.ts";
import { jobProgress, openJob } from "../../../src/server/engine/jobs/job-store.ts";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { startDuePeriods } from "../../../src/server/features/settlement/periods.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, viewer } from "./fixtures/desk.ts";
import { module, registry, serving } from "./fixtures/real-registry.ts";

const PERIOD = { startdate: "2025-06-01", enddate: "2025-06-15" } as const;
let made = 0;

describeEngine("statements for a period", (open) => {
  let desk: Desk;
  let run: JobRun;
  beforeAll(async () => {
    desk = await Desk.open(open);
    run = {
      db: desk.db,
      registry: serving,
      now: () => NOW,
      log: (line) => void said.push(line),
      stopping: new AbortController().signal,
    };
  });
  const said: string[] = [];

  const supplier = async (values: Row = {}) => {
    made += 1;
    const provid = `3${String(made).padStart(5, "0")}`;
    const file = { provid, Provider: `供应商${provid}`, OperMode: 1, settleCycle: 2, settleDays: 30, taxRate: 130_000n };
    await desk.put("Provider", { ...file, ...values });
    return provid;
  };
  const put = (entity: string, provid: string, values: Row) => {
    made += 1;
    return desk.put(entity, { provid, Provider: "供", busdate: "2025-06-10", ...values });
  };
  const accept = (provid: string, values: Row = {}) =>
    put("Accept", provid, { Billid: `YS${++made}`, Statu: 10, StoreName: "东区店", sum_cost: 113_000n, taxMoney: 13_000n, ...values });
  const recede = (provid: string, values: Row = {}) =>
    put("Recede", provid, { Billid: `TH${++made}`, Statu: 50, sum_cost: 11_300n, ...values });
  const adjust = (provid: string, values: Row = {}) =>
    put("CostAdjust", provid, { Billid: `CB${++made}`, Cost_statu: 50, DifMoney: -2260n, ...values });
  const fee = (provid: string, values: Row = {}) =>
    put("FeeBill", provid, {
      Billid: `FY${++made}`,
      FeeKind: "bill",
      FeeItem: "陈列费",
      FeeName: "端架",
      Statu: 10,
      deductWay: 1,
      FeeMoney: 1060n,
      netMoney: 1000n,
      taxMoney: 60n,
      taxRate: 60_000n,
      ...values,
    });
  const sale = (provid: string, saleMoney: bigint, values: Row = {}) =>
    put("Sale", provid, { StoreId: "0501", StoreName: "东区店", GoodsId: `G${++made}`, saleMoney, CategoryName: "粮油", ...values });
  const generate = async (params: Record<string, string | number>) => {
    const id = await openJob(desk.db, registry, {
      shopId: SHOP,
      name: "statements",
      params: { ...PERIOD, ...params },
      creator: "王思远",
      now: NOW,
    });
    await runJob(run, id);
    return jobProgress(desk.as(viewer()), id);
  };
  const statementsOf = (provid: string) => desk.find("Balance", { provid });
  const linesOf = (balance: Row | undefined) => desk.find("BalanceLine", { Billid: balance?.Billid ?? null });

  it("take what is audited, accepted to the last day, and free; signs and taxes are exact", async () => {
    const provid = await supplier();
    const taken = [await accept(provid), await accept(provid, { Statu: 50, busdate: "2025-05-28", sum_cost: 5650n, taxMoney: 650n })];
    const left = [
      await accept(provid, { Statu: 0 }),
      await accept(provid, { BalaBillid: "JS-other" }),
      await accept(provid, { busdate: "2025-06-16" }),
      await accept(await supplier()),
    ];
    const back = await recede(provid);
    await recede(provid, { Statu: 10 });
    const change = await adjust(provid);
    await adjust(provid, { Cost_statu: 10 });
    const paid = await fee(provid);
    for (const values of [{ Statu: 0 }, { payStt: 25 }, { payStt: 50 }, { deductWay: 3 }]) await fee(provid, values);
    const progress = await generate({ provid });
    expect(progress).toMatchObject({ isDone: true, total: 1, done: 1, made: 1, none: 0, failed: 0 });
    const [balance, ...more] = await statementsOf(provid);
    expect(more).toEqual([]);
    expect(balance).toMatchObject({
      ...PERIOD,
      busdate: "2025-06-30",
      B2b_statu: 0,
      Statu: 10,
      OperMode: 1,
      settleCycle: 2,
      creator: "王思远",
    });
    const amounts = {
      GoodsMoney: 118_650n,
      ReturnMoney: 11_300n,
      AdjustMoney: -2260n,
      Bala_fee: 1060n,
      TotalMoney: 104_030n,
      Bala_sum: 104_030n,
    };
    expect(balance).toMatchObject({ ...amounts, Sum_invoice: 0n, Isstop: false });
    expect(progress.notes).toEqual([
      { key: provid, name: `供应商${provid}`, state: "made", note: `${String(balance?.Billid)}，结算金额 1040.30 元` },
    ]);
    const lines = await linesOf(balance);
    expect(
      lines.map(({ LineNo, SrcKind, SrcBillid, netMoney, taxRate, taxMoney, TotalMoney, checked }) => [
        LineNo,
        SrcKind,
        SrcBillid,
        netMoney,
        taxRate,
        taxMoney,
        TotalMoney,
        checked,
      ]),
    ).toEqual([
      [1, 1, taken[0]?.Billid, 100_000n, 130_000n, 13_000n, 113_000n, true],
      [2, 1, taken[1]?.Billid, 5000n, 130_000n, 650n, 5650n, true],
      [3, 2, back.Billid, -10_000n, 130_000n, -1300n, -11_300n, true],
      [4, 3, change.Billid, -2000n, 130_000n, -260n, -2260n, true],
      [5, 4, paid.Billid, -1000n, 60_000n, -60n, -1060n, true],
    ]);
    const bound = async (entity: string, row: Row | undefined) => (await desk.row(entity, Number(row?.Id))).BalaBillid;
    for (const row of taken) expect(await bound("Accept", row)).toBe(balance?.Billid);
    expect([await bound("Recede", back), await bound("CostAdjust", change), await bound("FeeBill", paid)]).toEqual(
      Array(3).fill(balance?.Billid),
    );
    expect(await Promise.all(left.map((row) => bound("Accept", row)))).toEqual([null, "JS-other", null, null]);
    const [plan] = await desk.find("BalancePlan", { BalaBillid: balance?.Billid ?? null });
    expect(plan).toMatchObject({ stt: 1, plandate: "2025-07-30", TotalMoney: 104_030n, Bala_sum: 104_030n, ...PERIOD });
    expect((await desk.events("Balance", Number(balance?.Id))).map(({ action, toStt }) => [action, toStt])).toEqual([["create", "0"]]);
  });

  it("are made once for a supplier and period, however often; what comes later goes into the next", async () => {
    const provid = await supplier();
    await accept(provid);
    await generate({ provid });
    await accept(provid);
    expect(await generate({ provid })).toMatchObject({ made: 0, none: 1 });
    expect(await statementsOf(provid)).toHaveLength(1);
    expect(await generate({ provid, enddate: "2025-06-29", startdate: "2025-06-16" })).toMatchObject({ made: 1 });
    expect((await statementsOf(provid)).map(({ TotalMoney }) => TotalMoney)).toEqual([113_000n, 113_000n]);
  });

  it("are made anew where the first one was excluded, from what that let go of; it can then not be restored", async () => {
    const provid = await supplier();
    await accept(provid);
    await generate({ provid });
    const [first] = await statementsOf(provid);
    const act = (action: string) => runAction(desk.as(viewer()), module(510), { action, ids: [Number(first?.Id)] });
    await act("exclude");
    expect(await generate({ provid })).toMatchObject({ made: 1 });
    expect((await statementsOf(provid)).map(({ B2b_statu }) => B2b_statu)).toEqual([-1, 0]);
    await expect(act("restore")).rejects.toMatchObject({ code: 422 });
    // Once the second is excluded the first may come back: it is the period's again, whatever arrives late.
    const [, second] = await statementsOf(provid);
    await runAction(desk.as(viewer()), module(510), { action: "exclude", ids: [Number(second?.Id)] });
    await act("restore");
    await accept(provid);
    expect(await generate({ provid })).toMatchObject({ made: 0, none: 1 });
    expect((await statementsOf(provid)).map(({ B2b_statu }) => B2b_statu)).toEqual([0, -1]);
  });

  it("of nothing are none; below zero nothing is due where the shop carries it over", async () => {
    const [idle, owing] = [await supplier({ Isstop: true }), await supplier({ Isstop: true })];
    await recede(owing);
    expect(await generate({ provid: idle })).toMatchObject({ made: 0, none: 1 });
    await generate({ provid: owing });
    expect((await statementsOf(owing))[0]).toMatchObject({ TotalMoney: -11_300n, Bala_sum: 0n, Isstop: true });
    expect(await statementsOf(idle)).toEqual([]);
    // Excluded, what is owed is not lost: the next statement takes it along.
    const [first] = await statementsOf(owing);
    await runAction(desk.as(viewer()), module(510), { action: "exclude", ids: [Number(first?.Id)] });
    await accept(owing, { busdate: "2025-06-20" });
    await generate({ provid: owing, startdate: "2025-06-16", enddate: "2025-06-29" });
    expect((await statementsOf(owing))[1]).toMatchObject({ ReturnMoney: 11_300n, TotalMoney: 101_700n, Bala_sum: 101_700n });
  });

  describe("by sales", () => {
    const contract = (provid: string, commissionRate: bigint | null, values: Row = {}) =>
      put("Contract", provid, {
        Billid: `HT${++made}`,
        ContractNo: `HT${made}`,
        Statu: 50,
        startdate: "2025-01-01",
        enddate: "2025-12-31",
        commissionRate,
        ...values,
      });
    const change = (provid: string, newRate: bigint, values: Row = {}) =>
      put("RateChange", provid, {
        Billid: `KL${++made}`,
        Statu: 50,
        startdate: "2025-06-01",
        enddate: "2025-06-30",
        newRate,
        oldRate: 200_000n,
        ...values,
      });

    it("give a line for each day and store, at the rate of the day, rounded article by article", async () => {
      const provid = await supplier({ OperMode: 2 });
      await contract(provid, 200_000n);
      await change(provid, 100_000n, { StoreId: "0502", StoreName: "西区店" });
      await change(provid, 50_000n, { StoreId: "0502", StoreName: "西区店", CategoryName: "乳品" });
      await change(provid, 150_000n, { startdate: "2025-06-11", enddate: "2025-06-12" });
      await change(provid, 10_000n, { Statu: 10 });
      const west = { StoreId: "0502", StoreName: "西区店" };
      await sale(provid, 10_001n);
      await sale(provid, 333n);
      await sale(provid, 10_001n, { ...west });
      await sale(provid, 10_001n, { ...west, CategoryName: "乳品" });
      await sale(provid, 10_000n, { busdate: "2025-06-11" });
      await sale(provid, 10_000n, { busdate: "2025-06-16" });
      await sale(provid, 10_000n, { busdate: "2025-05-20" });
      await generate({ provid });
      const [balance] = await statementsOf(provid);
      const lines = await linesOf(balance);
      // 10001 × 0.8 = 8000.8 → 8001; 333 × 0.8 = 266.4 → 266; 10001 × 0.9 → 9001; 10001 × 0.95 → 9501; the 11th × 0.85.
      expect(
        lines.map(({ SrcKind, busdate, StoreName, SrcCount, TotalMoney }) => [SrcKind, busdate, StoreName, SrcCount, TotalMoney]),
      ).toEqual([
        [5, "2025-05-20", "东区店", 1, 8000n],
        [5, "2025-06-10", "东区店", 2, 8267n],
        [5, "2025-06-10", "西区店", 2, 18_502n],
        [5, "2025-06-11", "东区店", 1, 8500n],
      ]);
      expect(balance).toMatchObject({ GoodsMoney: 43_269n, TotalMoney: 43_269n });
      for (const { netMoney, taxMoney, TotalMoney } of lines)
        expect(BigInt(netMoney as bigint) + BigInt(taxMoney as bigint)).toBe(TotalMoney);
      const sales = await desk.find("Sale", { provid });
      expect(sales.map(({ BalaBillid }) => BalaBillid === balance?.Billid)).toEqual([true, true, true, true, true, false, true]);
      // The ledger has them; a supplier's only once the statement is his to see.
      const sold = async (who: string) => {
        const { rows } = await listPage(desk.as(viewer(who)), module(505), { page: "1", rows: "999999999" });
        return rows.filter((row) => row.provid === provid && row.SrcKind === 5).map(({ credit }) => credit);
      };
      const credits = ["85.00", "185.02", "82.67", "80.00"];
      expect([(await sold("")).sort(), await sold(provid)]).toEqual([credits.toSorted(), []]);
      await runAction(desk.as(viewer()), module(510), { action: "submit", ids: [Number(balance?.Id)] });
      expect((await sold(provid)).sort()).toEqual(credits.toSorted());
    });

    it("are let go of by an excluded statement, and taken again; not where another one has them", async () => {
      const provid = await supplier({ OperMode: 3 });
      await contract(provid, 200_000n);
      await sale(provid, 10_000n);
      await generate({ provid });
      const [balance] = await statementsOf(provid);
      const act = (action: string) => runAction(desk.as(viewer()), module(510), { action, ids: [Number(balance?.Id)] });
      const held = async () => (await desk.find("Sale", { provid })).map(({ BalaBillid }) => BalaBillid);
      await act("exclude");
      expect(await held()).toEqual([null]);
      await act("restore");
      expect(await held()).toEqual([balance?.Billid]);
      await act("exclude");
      await sale(provid, 1000n);
      await expect(act("restore")).rejects.toMatchObject({ code: 422 });
      expect(await generate({ provid })).toMatchObject({ made: 1 });
      await expect(act("restore")).rejects.toMatchObject({ code: 422 });
    });

    it("without a contract that says the rate are refused with the day; others go on", async () => {
      const [without, fine] = [await supplier({ OperMode: 2, settleCycle: 1 }), await supplier({ OperMode: 2, settleCycle: 1 })];
      await contract(without, null);
      await contract(fine, 0n);
      for (const provid of [without, fine]) await sale(provid, 10_000n);
      const progress = await generate({ settleCycle: 1 });
      expect(progress).toMatchObject({ total: 2, made: 1, failed: 1, isDone: true });
      expect(progress.notes[0]).toEqual({
        key: without,
        name: `供应商${without}`,
        state: "failed",
        note: "2025-06-10 没有生效且约定扣率的合同，不能结算销售",
      });
      expect([(await statementsOf(without)).length, (await statementsOf(fine))[0]?.TotalMoney]).toEqual([0, 10_000n]);
      expect((await desk.find("Sale", { provid: without }))[0]?.BalaBillid).toBeNull();
    });
  });

  describe("as a job", () => {
    it("is one job however often it is started while it runs", async () => {
      const provid = await supplier();
      const start = () =>
        openJob(desk.db, registry, { shopId: SHOP, name: "statements", params: { ...PERIOD, provid }, creator: "", now: NOW });
      const ids = await Promise.all(Array.from({ length: 6 }, start));
      expect(new Set(ids).size).toBe(1);
      await runOpenJobs(run);
      expect(await jobProgress(desk.as(viewer()), ids[0] ?? "")).toMatchObject({ isDone: true, total: 1, none: 1 });
      expect(await start()).not.toBe(ids[0]);
      await runOpenJobs(run);
    });

    it("waits alone for a row that somebody holds: others are done meanwhile", async () => {
      const [held, free] = [await supplier(), await supplier()];
      for (const provid of [held, free]) await accept(provid);
      const start = (provid: string) =>
        openJob(desk.db, registry, { shopId: SHOP, name: "statements", params: { ...PERIOD, provid }, creator: "", now: NOW });
      const ids = [await start(held), await start(free)];
      const ends = async () =>
        (await Promise.all(ids.map((id) => jobProgress(desk.as(viewer()), id)))).map(({ isDone, made }) => [isDone, made]);
      await sql`create function held() returns trigger language plpgsql as $$ begin raise exception 'held' using errcode = '55P03'; end $$`.execute(
        desk.db,
      );
      await sql`create trigger held before insert on balance for each row when (new.provid = ${sql.lit(held)}) execute function held()`.execute(
        desk.db,
      );
      try {
        await runOpenJobs(run);
        expect(said.splice(0)).toEqual([expect.stringMatching(/^job \S+ is left for a while: held$/)]);
        expect(await ends()).toEqual([
          [false, 0],
          [true, 1],
        ]);
      } finally {
        await sql`drop trigger held on balance`.execute(desk.db);
      }
      await runOpenJobs(run);
      expect(await ends()).toEqual([
        [true, 1],
        [true, 1],
      ]);
    });

    it("tells a mistake of ours and goes on; nothing of that supplier is kept", async () => {
      const [broken, fine] = [await supplier({ settleCycle: 1 }), await supplier({ settleCycle: 1 })];
      for (const provid of [broken, fine]) await accept(provid, { busdate: "2025-04-10" });
      // Bills with the numbers that come next, as no flow would leave them: one for each of the two that are tried.
      const [{ last } = { last: 0 }] = await desk.db.selectFrom("_number").select("last").where("prefix", "=", "JS").execute();
      for (const more of [1, 2]) await put("Balance", broken, { Billid: `JS20250630${String(Number(last) + more).padStart(4, "0")}` });
      const progress = await generate({ settleCycle: 1, startdate: "2025-04-01", enddate: "2025-04-15" });
      expect(progress).toMatchObject({ isDone: true, failed: 2 });
      const told = progress.notes.map(({ state, note }) => [state, note]);
      // Whom nothing was made for comes last, each with the reason.
      expect(told.slice(0, 2)).toEqual(Array(2).fill(["failed", "系统错误，请稍后重新生成"]));
      expect(told.slice(2)).toEqual(Array(progress.none).fill(["none", "没有可结算的单据"]));
      expect((await desk.find("Accept", { provid: broken }))[0]?.BalaBillid).toBeNull();
      expect(said.splice(0)).toHaveLength(2);
      await desk.db.deleteFrom("balance").where("provid", "=", broken).execute();
    });

    it("leaves to the next model what meets its tables, and fails no piece for it", async () => {
      const provid = await supplier();
      await accept(provid);
      const params = { ...PERIOD, provid };
      const id = await openJob(desk.db, registry, { shopId: SHOP, name: "statements", params, creator: "", now: NOW });
      await sql`alter table accept rename column "taxMoney" to "taxes"`.execute(desk.db);
      let isChanging = true;
      const changing: JobRun = { ...run, registry: { current: () => registry, isChanging: () => isChanging } };
      await expect(runJob(changing, id)).rejects.toThrow("taxMoney");
      expect(await jobProgress(desk.as(viewer()), id)).toMatchObject({ isDone: false, failed: 0 });
      await sql`alter table accept rename column "taxes" to "taxMoney"`.execute(desk.db);
      isChanging = false;
      await runJob(changing, id);
      expect(await jobProgress(desk.as(viewer()), id)).toMatchObject({ isDone: true, made: 1, failed: 0 });
      expect(await statementsOf(provid)).toHaveLength(1);
    });

    it("goes on after a stop where it was, and does nothing twice", async () => {
      const suppliers = await Promise.all(Array.from({ length: 5 }, () => supplier({ settleCycle: 3 })));
      for (const provid of suppliers) await accept(provid);
      const params = { ...PERIOD, settleCycle: 3 };
      const id = await openJob(desk.db, registry, { shopId: SHOP, name: "statements", params, creator: "", now: NOW });
      const stopping = new AbortController();
      let looked = 0;
      const stopped: JobRun = {
        ...run,
        stopping: stopping.signal,
        now: () => {
          looked += 1;
          if (looked === 2) stopping.abort();
          return NOW;
        },
      };
      await runJob(stopped, id);
      const half = await jobProgress(desk.as(viewer()), id);
      expect([half.isDone, half.made]).toEqual([false, 2]);
      await runOpenJobs(run);
      expect(await jobProgress(desk.as(viewer()), id)).toMatchObject({ isDone: true, total: 5, made: 5, failed: 0 });
      for (const provid of suppliers) expect(await statementsOf(provid)).toHaveLength(1);
    });

    it("is started by itself once a cycle is over, in shops that want it, each period once", async () => {
      const other = new Date("2025-07-16T03:00:00+08:00");
      expect(await startDuePeriods(desk.db, registry, other)).toBe(0);
      const wanted = { ConfigKey: "balance.autoGenerate", ConfigName: "自动", ConfigValue: "true", ValueType: "bool", statu: 1 };
      await desk.put("ConfigItem", wanted);
      const provid = await supplier({ settleCycle: 1 });
      await accept(provid, { busdate: "2025-07-15" });
      expect(await startDuePeriods(desk.db, registry, other)).toBe(3);
      expect(await startDuePeriods(desk.db, registry, other)).toBe(0);
      await desk.db.insertInto("shop").values({ SHOP_ID: "0000000123", ShopName: "别家", ShopKind: "retail" }).execute();
      await desk.put("ConfigItem", wanted, "0000000123");
      expect(await startDuePeriods(desk.db, registry, other), "another shop's own").toBe(3);
      await runOpenJobs(run);
      expect(await statementsOf(provid)).toMatchObject([{ startdate: "2025-07-01", enddate: "2025-07-15", creator: "系统" }]);
      expect(said).toEqual([]);
    });
  });
});
