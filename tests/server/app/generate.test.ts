import { beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

describe("making statements for a period", () => {
  let portal: Portal;
  let token: string;
  beforeAll(async () => {
    portal = await openPortal();
    // The bills of this world were written without counting their numbers: those of another day are free.
    portal.advance(86_400_000);
    token = await signIn(portal, "admin");
    const { Accept: accept, Sale: sale, Contract: contract } = portal.registry.entities;
    if (!accept || !sale || !contract) throw new Error("no acceptances, sales or contracts");
    await portal.database.kysely.updateTable("provider").set({ OperMode: 1 }).where("provid", "=", "102001").execute();
    await portal.database.kysely.updateTable("provider").set({ OperMode: 2 }).where("provid", "=", "102002").execute();
    await portal.database.kysely.transaction().execute(async (trx) => {
      const rows = ["102001", "102002"].map((provid) => ({
        provid,
        Provider: provid,
        Billid: `YS${provid}`,
        OperMode: provid === "102001" ? 1 : 2,
        busdate: "2025-06-10",
        Statu: 10,
        sum_cost: 12_345n,
        taxMoney: 1000n,
      }));
      await sqlStore(trx, SHOP).insert(accept, rows);
      // This one is paid by what is sold, and not for its acceptance as well.
      const party = { provid: "102002", Provider: "102002" };
      const sold = { busdate: "2025-06-11", StoreId: "0501", StoreName: "0501", GoodsId: "G1", saleMoney: 24_690n };
      await sqlStore(trx, SHOP).insert(sale, [{ ...party, ...sold }]);
      const term = { startdate: "2025-01-01", enddate: "2025-12-31", commissionRate: 500_000n };
      await sqlStore(trx, SHOP).insert(contract, [{ ...party, ...term, Statu: 50, ContractNo: "HT1", Billid: "HT1" }]);
    });
  });
  const generate = (mdl: number, params: Record<string, string>, by = token) => call(portal, by, `Module/${mdl}/Generate`, params);
  const settled = async (mdl: number, job: string) => {
    for (;;) {
      const { Result } = await call(portal, token, `Module/${mdl}/GenerateStatus`, { job });
      if (Result.isDone) return Result;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const PERIOD = { startdate: "2025-06-01", enddate: "2025-06-15" };

  it("on the page of own-operation suppliers is for these alone; on the other for all; nobody gets two", async () => {
    const started = await generate(515, PERIOD);
    expect(started).toMatchObject({ status: 200, Code: 200 });
    expect(await settled(515, started.Result.job)).toMatchObject({ total: 1, made: 1, failed: 0 });
    const all = await generate(510, PERIOD);
    const result = await settled(510, all.Result.job);
    expect(result).toMatchObject({ total: 3, made: 1, none: 2, failed: 0 });
    const list = await call(portal, token, "Module/510/GetPage", {
      filter: JSON.stringify([{ field: "TotalMoney", operator: "eq", value: "123.45" }]),
    });
    expect(list.Result.rows).toHaveLength(2);
  });

  it("is offered for the suppliers it can be made for, by code or by name", async () => {
    const choices = async (mdl: number, params: Record<string, string>, by = token) => {
      const answer = await call(portal, by, `Module/${mdl}/GenerateOptions`, { field: "provid", ...params });
      return answer.Code === 200 ? answer.Result.map(({ value }: { value: string }) => value) : answer.Code;
    };
    await portal.database.kysely.updateTable("provider").set({ statu: 0 }).where("provid", "=", "102002").execute();
    expect(await choices(510, { search: "10200" })).toEqual(expect.arrayContaining(["102001", "102002"]));
    const { Result } = await call(portal, token, "Module/510/GenerateOptions", { values: JSON.stringify(["102001"]) });
    expect(Result).toEqual([{ value: "102001", label: expect.stringMatching(/\S/), fill: {} }]);
    expect(await choices(510, { search: Result[0].label })).toContain("102001");
    // The other page is for own-operation suppliers alone.
    expect(await choices(515, { search: "10200" })).toEqual(["102001"]);
    expect(await choices(501, {})).toBe(403);
    expect(await choices(510, {}, await signIn(portal, "s1"))).toBe(403);
    expect(await choices(510, { values: "[1]" })).toBe(400);
    await portal.database.kysely.updateTable("provider").set({ statu: 1 }).where("provid", "=", "102002").execute();
  });

  it("tells everything that is wrong at once", async () => {
    expect(await generate(510, { startdate: "2025-06-31", enddate: "", provid: "<x>" })).toMatchObject({
      status: 200,
      Code: 400,
      Msg: expect.stringMatching(/账期起.*；请填写账期止；供应商编码不正确/),
    });
    expect(await generate(510, { startdate: "2025-06-20", enddate: "2025-06-10" })).toMatchObject({
      Code: 400,
      Msg: "账期止不能早于账期起",
    });
    expect(await generate(510, { startdate: "2025-06-20", enddate: "2025-07-01" })).toMatchObject({ Code: 400, Msg: "账期止应早于今天" });
    expect(await generate(510, { startdate: "2020-01-01", enddate: "2025-06-01" })).toMatchObject({ Code: 400, Msg: "账期不能超过366天" });
  });

  it("is for who holds the right on a page that has it, and its progress for the own shop", async () => {
    const supplier = await signIn(portal, "s1");
    expect(await generate(510, PERIOD, supplier)).toMatchObject({ Code: 403 });
    expect(await generate(501, PERIOD)).toMatchObject({ Code: 403 });
    // A supplier of another shop is nobody here.
    const foreign = await generate(510, { ...PERIOD, provid: "103001" });
    expect(foreign.Result).toMatchObject({ total: 0, made: 0 });
    const { Result } = await generate(510, { startdate: "2025-05-01", enddate: "2025-05-15" });
    const mall = await signIn(portal, "mall01");
    expect(await call(portal, mall, "Module/510/GenerateStatus", { job: Result.job })).toMatchObject({ Code: 404 });
    expect(await call(portal, token, "Module/510/GenerateStatus", {})).toMatchObject({ Code: 400 });
    await settled(510, Result.job);
  });
});
