import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { printModule } from "../../../src/server/query/print-rows.ts";
import { syncSchema } from "../../../src/server/tables/sync-schema.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP } from "../flows/fixtures/desk.ts";
import { entity, registry } from "../flows/fixtures/real-registry.ts";
import { act, idOf, openShop, page, refused, STRICT, user } from "./fixtures/bills.ts";
import { agree } from "./fixtures/carry-world.ts";
import { Trade } from "./fixtures/trade-world.ts";

describeEngine("taxes and terms of trade", (open) => {
  let desk: Desk;
  let trade: Trade;
  beforeAll(async () => {
    desk = await Desk.open(open);
    trade = new Trade(desk, SHOP);
  });
  const settled = async (provid: string, startdate = "2025-06-01", enddate = "2025-06-15"): Promise<Row> => {
    trade.on("2025-06-30");
    const statement = await trade.settle(provid, startdate, enddate);
    if (!statement) throw new Error("nothing to settle");
    trade.on("2025-06-10");
    return statement;
  };
  const linesOf = async ({ Billid = null }: Row) =>
    (await desk.find("BalanceLine", { Billid })).map(({ SrcKind, taxRate, netMoney, taxMoney, TotalMoney }) => [
      SrcKind,
      taxRate,
      netMoney,
      taxMoney,
      TotalMoney,
    ]);

  it("are those of the articles, line by line, and of what was bought: in statement, voucher and notice", async () => {
    const provid = await trade.supplier();
    const [high, low] = [await trade.article(provid, 130_000n), await trade.article(provid, 90_000n)];
    const accept = await trade.buy(provid, [
      { GoodsId: high, amount: 3000n, cost: 33_300n },
      { GoodsId: low, amount: 1000n, cost: 100_500n },
    ]);
    expect(accept).toMatchObject({ OperMode: 1, sum_cost: 2004n, taxMoney: 115n + 83n });
    // The rate of an article is another one by now: what goes back and what is adjusted has that of the purchase.
    await desk.patch("Goods", { GoodsId: high }, { taxRate: 60_000n });
    const back = await trade.giveBack(accept, [{ GoodsId: high, amount: 1000n, cost: 33_300n }]);
    expect(back).toMatchObject({ OperMode: 1, sum_cost: 333n, taxMoney: 38n });
    const adjust = await trade.adjust(accept, [{ GoodsId: low, amount: 1000n, cost: 100_500n }], -5_000n);
    expect(adjust).toMatchObject({ DifMoney: -50n, taxMoney: -4n });
    const statement = await settled(provid);
    expect(statement).toMatchObject({ GoodsMoney: 2004n, ReturnMoney: 333n, AdjustMoney: -50n, TotalMoney: 1621n });
    expect(await linesOf(statement)).toEqual([
      [1, 90_000n, 922n, 83n, 1005n],
      [1, 130_000n, 884n, 115n, 999n],
      [2, 130_000n, -295n, -38n, -333n],
      [3, 90_000n, -46n, -4n, -50n],
    ]);
    await agree(desk, statement);
    for (const name of ["Voucher", "InvoiceApply"])
      expect((await desk.find(name, { BalaBillid: statement.Billid ?? null }))[0], name).toMatchObject({
        TotalMoney: 1621n,
        taxMoney: 156n,
        netMoney: 1465n,
        taxRate: null,
      });
    const [notice] = await desk.find("InvoiceApply", { BalaBillid: statement.Billid ?? null });
    const [sheet] = await printModule(desk.as(user()), page(512), "invoiceapply", [Number(notice?.Id)]);
    expect(sheet?.tr).toEqual([
      ["9.00%", "8.76", "0.79", "9.55"],
      ["13.00%", "5.89", "0.77", "6.66"],
    ]);
  });

  it("stay what they were: no later change of the file touches documents, their debt or the ledger", async () => {
    const provid = await trade.supplier();
    const GoodsId = await trade.article(provid, 130_000n);
    const accept = await trade.buy(provid, [{ GoodsId, amount: 10_252_000n, cost: 10_000n }]);
    const before = await trade.ledger(provid);
    expect(before.at(-1)).toMatchObject({ endMoney: "10252.00" });
    const [file = {}] = await desk.find("Provider", { provid });
    await trade.save("Provider", { OperMode: "2", taxRate: "0.06", settleDays: "90" }, {}, file);
    expect(await trade.ledger(provid)).toEqual(before);
    // Of what was bought under the old terms the return is under them, too.
    const back = await trade.giveBack(accept, [{ GoodsId, amount: 1000n, cost: 10_000n }]);
    expect(back).toMatchObject({ OperMode: 1, taxMoney: 12n });
    const statement = await settled(provid);
    expect(statement).toMatchObject({ OperMode: 1, GoodsMoney: 1_025_200n, ReturnMoney: 100n });
    const later = await trade.buy(provid, [{ GoodsId, amount: 1000n, cost: 10_000n }]);
    expect(later).toMatchObject({ OperMode: 2 });
    expect((await trade.ledger(provid)).at(-1)).toMatchObject({ endMoney: "10251.00" });
    expect(await trade.settle(provid, "2025-06-02", "2025-06-15")).toBeNull();
  });

  it("of a statement go with its plan: the day of payment is what it was made with", async () => {
    const provid = await trade.supplier({ settleDays: 7 });
    await trade.buy(provid, [{ GoodsId: await trade.article(provid, 130_000n), amount: 1000n, cost: 10_000n }]);
    const statement = await settled(provid);
    await desk.patch("Provider", { provid }, { settleDays: 90 });
    expect(await agree(desk, statement)).toMatchObject({ planpaydate: "2025-07-07" });
  });

  it("begin with their contract, the sales of each day are settled under that day's", async () => {
    const provid = await trade.supplier({ OperMode: 2 });
    const [high, low] = [await trade.article(provid, 130_000n), await trade.article(provid, 90_000n)];
    await trade.contract(provid, { OperMode: "2", commissionRate: "0.2", startdate: "2025-01-01", enddate: "2025-12-31" });
    await trade.contract(provid, {
      OperMode: "2",
      commissionRate: "0.1",
      startdate: "2025-06-12",
      enddate: "2025-12-31",
      settleDays: "60",
    });
    await trade.contract(provid, { OperMode: "1", startdate: "2025-06-14", enddate: "2025-12-31" });
    const file = async () => (await desk.find("Provider", { provid }))[0];
    expect(await file()).toMatchObject({ OperMode: 2, settleDays: 30 });
    const sell = (busdate: string, GoodsId: string) =>
      desk.put("Sale", {
        provid,
        Provider: `供应商${provid}`,
        busdate,
        StoreId: "0501",
        StoreName: "绿洲东区店",
        GoodsId,
        saleMoney: 10_000n,
      });
    for (const day of ["2025-06-11", "2025-06-12", "2025-06-14"]) for (const GoodsId of [high, low]) await sell(day, GoodsId);
    trade.on("2025-06-12");
    await trade.due();
    expect(await file()).toMatchObject({ OperMode: 2, settleDays: 60 });
    trade.on("2025-06-14");
    await trade.due();
    expect(await file()).toMatchObject({ OperMode: 1, settleDays: 30 });
    const statement = await settled(provid);
    expect(await linesOf(statement)).toEqual([
      [5, 90_000n, 7339n, 661n, 8000n],
      [5, 130_000n, 7080n, 920n, 8000n],
      [5, 90_000n, 8257n, 743n, 9000n],
      [5, 130_000n, 7965n, 1035n, 9000n],
    ]);
    expect(statement).toMatchObject({ OperMode: 2, GoodsMoney: 34_000n });
    const [sale] = await desk.find("Sale", { provid, busdate: "2025-06-12", GoodsId: high });
    expect(sale).toMatchObject({ OperMode: 2, commissionRate: 100_000n, taxRate: 130_000n, BalaBillid: statement.Billid });
    // Given up and taken again it is the same; one more sale is none of it.
    const at = { as: user(), page: page(510) };
    await act(desk, "exclude", [idOf(statement)], at);
    await sell("2025-06-11", await trade.article(provid, 90_000n));
    expect(await refused(act(desk, "restore", [idOf(statement)], at))).toMatchObject({ code: 422 });
    await desk.work((store) => store.remove(entity("Sale"), { provid, commissionRate: null, busdate: "2025-06-11" }));
    await act(desk, "restore", [idOf(statement)], at);
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ TotalMoney: 34_000n });
  });

  it("of several in one document are settled together: it is not ticked in part", async () => {
    const provid = await trade.supplier();
    const bought = [130_000n, 90_000n].map(async (rate) => ({ GoodsId: await trade.article(provid, rate), amount: 1000n, cost: 10_000n }));
    await trade.buy(provid, await Promise.all(bought));
    const other = await trade.buy(provid, [{ GoodsId: await trade.article(provid, 60_000n), amount: 1000n, cost: 10_000n }]);
    const statement = await settled(provid);
    const lines = await desk.find("BalanceLine", { Billid: statement.Billid ?? null });
    const tick = (rates: readonly bigint[]) => {
      const lineIds = lines.filter(({ taxRate }) => rates.includes(taxRate as bigint)).map(idOf);
      return act(desk, "tick", [idOf(statement)], { as: user(), page: page(515), ticked: lineIds });
    };
    expect(await refused(tick([130_000n, 60_000n]))).toMatchObject({
      code: 422,
      message: expect.stringContaining("有多种税率，须整单勾选"),
    });
    await tick([130_000n, 90_000n]);
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ TotalMoney: 200n });
    expect(await desk.row("Accept", idOf(other))).toMatchObject({ BalaBillid: null });
  });

  it("of a contract are approved by somebody else than wrote, changed or handed it in", async () => {
    await openShop(desk, STRICT);
    const strict = new Trade(desk, STRICT);
    const provid = await strict.supplier();
    const terms = { ContractNo: `HT-${provid}`, ContractName: "合同", settleCycle: "2", settleDays: "30", taxRate: "0.09", OperMode: "1" };
    const days = { startdate: "2025-01-01", enddate: "2025-12-31" };
    const contract = await strict.save("Contract", { provid, ...terms, ...days });
    const by = (action: string, userId: string) =>
      runAction(desk.as({ ...user(STRICT), userId }), page(105, STRICT), { action, ids: [idOf(contract)] });
    await by("submit", "clerk");
    const own = { code: 422, message: expect.stringMatching(/^职责须分开（录入合同 × 审核合同）：您已于 .* 做过/) };
    for (const userId of [user(STRICT).userId, "clerk"]) expect(await refused(by("audit", userId)), userId).toEqual(own);
    await by("audit", "chief");
    expect(await desk.row("Contract", idOf(contract), STRICT)).toMatchObject({ Statu: 50 });
    // Elsewhere one person may do both, as ever.
    const plain = await trade.supplier();
    expect(await trade.contract(plain, days)).toMatchObject({ Statu: 50, isPending: false });
  });

  it("that no column takes are refused by name, also where a sum gets too large", async () => {
    const provid = await trade.supplier();
    const GoodsId = await trade.article(provid, 130_000n);
    const order = (amount: string, cost: string) =>
      trade.save("Order", { provid, StoreId: "0501" }, { OrderLine: [{ GoodsId, amount, cost }] });
    const problems = { code: 400, result: { problems: expect.arrayContaining([expect.objectContaining({ field: "order_cost" })]) } };
    await expect(order("1000000", "99999999.99")).rejects.toMatchObject(problems);
    // Each of them fits, and together they do not.
    const stock = { StoreId: "0501", GoodsId };
    await desk.patch("Stock", stock, { amount: 10n ** 18n - 1n });
    const add = (by: bigint) => desk.work((store) => store.update(entity("Stock"), stock, { amount: { plus: by } }));
    for (let n = 0; n < 8; n++) await add(10n ** 18n - 1n);
    const tooLarge = { code: 400, message: "库存的库存数量超出范围，请核对数量和单价" };
    expect(await refused(add(10n ** 18n - 1n))).toMatchObject(tooLarge);
    const [bill] = [await desk.put("Balance", { provid, Billid: `JSX${provid}`, Sum_invoice: 10n ** 15n - 1n })];
    const sum = desk.work((store) => store.update(entity("Balance"), { Id: idOf(bill) }, { Sum_invoice: { plus: 1n } }));
    expect(await refused(sum)).toMatchObject({ code: 400, message: "结算单的已开票金额超出范围，请核对数量和单价" });
    expect(await refused(desk.patch("Balance", { Id: idOf(bill) }, { TotalMoney: 10n ** 15n }))).toMatchObject({ code: 400 });
  });

  it("of documents of an earlier version are what the file says on the day of the upgrade, and stay that", async () => {
    const [own, sold] = [await trade.supplier(), await trade.supplier({ OperMode: 2 })];
    const bought: Row[] = [];
    for (const provid of [own, sold])
      bought.push(await trade.buy(provid, [{ GoodsId: await trade.article(provid, 130_000n), amount: 1000n, cost: 10_000n }]));
    for (const table of ["order", "accept", "recede"]) await sql`alter table ${sql.table(table)} drop column "OperMode"`.execute(desk.db);
    await syncSchema(desk.db, registry, () => undefined);
    await desk.patch("Provider", { provid: own }, { OperMode: 3 });
    const modes = await Promise.all(bought.map((row) => desk.row("Accept", idOf(row))));
    expect(modes.map(({ OperMode }) => OperMode)).toEqual([1, 2]);
    const balances = await Promise.all([own, sold].map(async (provid) => (await trade.ledger(provid)).at(-1)?.endMoney));
    expect(balances).toEqual(["1.00", undefined]);
  });
});
