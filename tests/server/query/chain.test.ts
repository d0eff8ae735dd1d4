import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { readChain } from "../../../src/server/query/show/read-chain.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { ChainStep } from "../../../src/shared/protocol/screen.ts";
import type { Module } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, STRANGER, SUPPLIER } from "../flows/fixtures/desk.ts";
import { APPROVING, act, idOf, makeBill, makeStatement, openShop, page, STRICT, user } from "../money/fixtures/bills.ts";

const [ORDERS, ACCEPTS, STATEMENTS, INVOICES, BILLS, RECORDS] = [8901, 8902, 510, 514, 503, 520];
const ALL = [ORDERS, ACCEPTS, STATEMENTS, INVOICES, BILLS, RECORDS];
const TITLES = ["订单", "验收单", "结算单", "税票", "付款单", "支付流水"];

/** An order of 1,000.00 with an acceptance of 800.00, and its statement of as much. */
interface Trade {
  readonly order: Row;
  readonly accept: Row;
  readonly statement: Row;
}

let made = 0;

async function trade(desk: Desk, shopId = SHOP, provid = SUPPLIER): Promise<Trade> {
  made += 1;
  const number = `${shopId.slice(-3)}${String(made).padStart(6, "0")}`;
  const party = { provid, Provider: `供应商${provid}`, StoreName: `门店${provid}`, busdate: "2025-06-01" };
  const times = { audittime: "2025-06-10 09:00:00", createtime: "2025-06-01 09:00:00" };
  const [DD, YS] = [`DD${number}`, `YS${number}`];
  const amounts = { amount: 10_000n, accept_amou: 8_000n, order_cost: 100_000n };
  const days = { arrivedate: "2025-06-12", enddate: "2025-07-30" };
  const order = await desk.put("Order", { ...party, ...times, ...amounts, ...days, Billid: DD, Statu: 50 }, shopId);
  const statement = await makeStatement(desk, { shopId, provid, cents: 80_000n, values: { audittime: null } });
  const ofAccept = { OrderBillid: DD, BalaBillid: statement.Billid ?? null, sum_cost: 80_000n, Statu: 50 };
  const accept = await desk.put("Accept", { ...party, ...times, ...ofAccept, Billid: YS }, shopId);
  // Not audited yet: the shop's own business.
  await desk.put("Accept", { ...party, Billid: `${YS}D`, OrderBillid: DD, sum_cost: 7n, Statu: 0 }, shopId);
  return { order, accept, statement };
}

const stepOf = (chain: readonly ChainStep[], title: string): ChainStep => {
  const step = chain.find((each) => each.title === title);
  if (step === undefined) throw new Error(`no step ${title}`);
  return step;
};
const counts = (chain: readonly ChainStep[]) => Object.fromEntries(chain.map(({ title, count }) => [title, count]));
const nextOf = (chain: readonly ChainStep[]) => chain.flatMap(({ waits }) => waits).filter(({ isNext }) => isNext);

describeEngine("the chain of documents", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    for (const shopId of [STRICT, APPROVING]) await openShop(desk, shopId);
  });
  const pages = (shopId = SHOP, ids: readonly number[] = ALL): Module[] => ids.map((id) => page(id, shopId));
  const chainOf = (mdl: number, row: Row, as: Viewer = user(), of: readonly number[] = ALL, now = NOW) =>
    readChain(desk.as(as, now), page(mdl, as.shopId), idOf(row), pages(as.shopId, of));
  const confirmed = async (shopId = SHOP): Promise<Trade & { bill: Row }> => {
    const documents = await trade(desk, shopId);
    await act(desk, "confirm", [idOf(documents.statement)], { as: user(shopId), page: page(STATEMENTS, shopId) });
    const [bill] = await desk.find("BalancePay", { BalaBillid: documents.statement.Billid ?? null }, shopId);
    if (!bill) throw new Error("no bill");
    return { ...documents, bill };
  };

  it("is the same from each of its documents", async () => {
    const { order, accept, statement, bill } = await confirmed();
    const whole = { 订单: 1, 结算单: 1, 税票: 0, 付款单: 1, 支付流水: 0 };
    expect(counts(await chainOf(ORDERS, order))).toEqual({ ...whole, 验收单: 2 });
    // The other acceptance of the order is no document of this one's chain, nor of the statement's.
    expect(counts(await chainOf(ACCEPTS, accept))).toEqual({ ...whole, 验收单: 1 });
    expect(counts(await chainOf(STATEMENTS, statement))).toEqual({ ...whole, 验收单: 1 });
    const fromBill = await chainOf(BILLS, bill);
    expect(fromBill.map(({ title }) => title)).toEqual(["订单", "验收单", "结算单", "付款单", "支付流水"]);
    expect(fromBill.filter(({ isCurrent }) => isCurrent).map(({ title }) => title)).toEqual(["付款单"]);
  });

  it("tells numbers, pages, states, amounts and what is missing", async () => {
    const { order, accept, statement, bill } = await confirmed();
    const chain = await chainOf(ORDERS, order);
    expect(stepOf(chain, "订单")).toMatchObject({ amount: "1000.00", gap: { title: "未到货", amount: "200.00" }, isCurrent: true });
    expect(stepOf(chain, "订单").documents).toEqual([
      {
        id: idOf(order),
        number: order.Billid,
        path: `/logisticsReceiptsDemand/OrderManage/show/${idOf(order)}`,
        state: expect.objectContaining({ text: "部分收货" }),
        amount: "1000.00",
        due: { title: "要求到货日", day: "2025-06-12" },
      },
    ]);
    expect(stepOf(chain, "验收单").documents.map(({ number }) => number)).toContain(accept.Billid);
    expect(stepOf(chain, "结算单")).toMatchObject({ amount: "800.00", gap: { title: "未开票", amount: "800.00" } });
    expect(stepOf(chain, "付款单")).toMatchObject({ amount: "800.00", gap: { title: "未付", amount: "800.00" } });
    expect(stepOf(chain, "付款单").documents[0]).toMatchObject({ number: bill.Billid, state: { text: "待确认" } });
    const invoice = { provid: SUPPLIER, BalaBillid: statement.Billid ?? null, TotalMoney: 30_000n, netMoney: 30_000n, taxMoney: 0n };
    const stamped = { ...invoice, Number: "20000001", Code: "1234567890", InvoiceStt: 0, createtime: "2025-06-27 08:00:00" };
    const paper = await desk.put("TaxInvoice", { ...stamped, ImgUrl: "/files/a.png" });
    await desk.db.updateTable("balance").set({ Sum_invoice: 30_000 }).where("Id", "=", idOf(statement)).execute();
    const later = await chainOf(ORDERS, order);
    expect(stepOf(later, "结算单").gap).toEqual({ title: "未开票", amount: "500.00" });
    expect(stepOf(later, "税票")).toMatchObject({ amount: "300.00", waits: [{ side: "shop", title: "验真", days: 3 }] });
    expect(counts(await chainOf(INVOICES, paper))).toMatchObject({ 订单: 1, 验收单: 1, 结算单: 1, 税票: 1, 付款单: 1 });
  });

  it("tells who acts next, and since when, at every step of the way", async () => {
    const { accept, statement } = await trade(desk);
    const at = (day: number) => new Date(NOW.getTime() + day * 86_400_000);
    expect(nextOf(await chainOf(ACCEPTS, accept))).toMatchObject([{ side: "shop", title: "对账确认", isOwn: true }]);
    await act(desk, "confirm", [idOf(statement)], { page: page(STATEMENTS) });
    const invoiced = await chainOf(ACCEPTS, accept, user(SHOP, [], SUPPLIER), ALL, at(4));
    expect(nextOf(invoiced)).toEqual([{ side: "supplier", title: "交税票", count: 1, days: 4, isOwn: true, isNext: true }]);
    const [bill] = await desk.find("BalancePay", { BalaBillid: statement.Billid ?? null });
    const waiting = (now: Date) => chainOf(BILLS, bill ?? {}, user(), ALL, now).then(nextOf);
    expect(await waiting(at(2))).toMatchObject([{ side: "shop", title: "财务确认", days: 2 }]);
    await act(desk, "confirm", [idOf(bill ?? {})]);
    expect(await waiting(at(5))).toMatchObject([{ side: "shop", title: "付款", days: 5 }]);
    await act(desk, "stop", [idOf(statement)], { page: page(STATEMENTS) });
    expect(await waiting(at(5))).toMatchObject([{ side: "shop", title: "取消停付" }]);
    await act(desk, "unstop", [idOf(statement)], { page: page(STATEMENTS) });
    await act(desk, "pay", [idOf(bill ?? {})]);
    const paid = await chainOf(BILLS, bill ?? {});
    expect(stepOf(paid, "付款单")).toMatchObject({ gap: null, waits: [] });
    expect(stepOf(paid, "支付流水")).toMatchObject({ count: 1, amount: "800.00", waits: [] });
    // Nothing waits from here on; what is told then is the first that waits before.
    expect(nextOf(paid)).toMatchObject([{ side: "supplier", title: "送货" }]);
  });

  it("adds up no invoice that failed, and looks forward to nothing once nobody is waited for", async () => {
    const { bill, statement, order } = await confirmed();
    const invoice = { provid: SUPPLIER, BalaBillid: statement.Billid ?? null, Code: "1234567890", netMoney: 0n, taxMoney: 0n };
    await desk.put("TaxInvoice", { ...invoice, Number: `${idOf(bill)}1`.padStart(8, "3"), TotalMoney: 30_000n, InvoiceStt: -1 });
    const alone = stepOf(await chainOf(BILLS, bill), "税票");
    expect(alone).toMatchObject({ count: 1, amount: "300.00", waits: [{ side: "supplier", title: "修改重传" }] });
    await desk.put("TaxInvoice", { ...invoice, Number: `${idOf(bill)}2`.padStart(8, "3"), TotalMoney: 50_000n, InvoiceStt: 1 });
    expect(stepOf(await chainOf(BILLS, bill), "税票")).toMatchObject({ count: 2, amount: "500.00" });
    await desk.db.updateTable("order").set({ isclose: true }).where("Id", "=", idOf(order)).execute();
    expect(stepOf(await chainOf(ORDERS, order), "订单")).toMatchObject({ waits: [], documents: [{ due: null }] });
  });

  it("does not count a payment that failed", async () => {
    const { bill, statement } = await confirmed();
    const record = { provid: SUPPLIER, Billid: bill.Billid ?? null, bllid: statement.Billid ?? null, Operate: 1, Sign: -1 };
    await desk.put("PayRecord", { ...record, transid: `F-${idOf(bill)}`, Pay_sum: 80_000n, result: -1 });
    expect(stepOf(await chainOf(BILLS, bill), "支付流水").count).toBe(0);
    await desk.put("PayRecord", { ...record, transid: `S-${idOf(bill)}`, Pay_sum: 80_000n, result: 0, createtime: "2025-06-29 08:00:00" });
    expect(stepOf(await chainOf(BILLS, bill), "支付流水")).toMatchObject({ count: 1, waits: [{ side: "bank", days: 1 }] });
  });

  it("tells who applies, who approves, and that a stopped supplier is released first", async () => {
    const bill = await makeBill(desk, { shopId: APPROVING, statu: 10 });
    const next = async () => nextOf(await chainOf(BILLS, bill, user(APPROVING))).map(({ side, title }) => `${side} ${title}`);
    expect(await next()).toEqual(["supplier 申请付款"]);
    const of = { provid: SUPPLIER, ApplyType: "balance", PayBillid: bill.Billid ?? null, applyMoney: 100_005n };
    const { Id = null } = await desk.put("PayApply", { ...of, Billid: "SQ1", stt: 20 }, APPROVING);
    expect(await next()).toEqual(["shop 审批付款申请"]);
    const approved = { stt: 50, approvedMoney: 100_005 };
    await desk.db.updateTable("pay_apply").set(approved).where("Id", "=", Number(Id)).execute();
    expect(await next()).toEqual(["shop 财务确认"]);
    await desk.db.updateTable("provider").set({ Isstop: true }).where("SHOP_ID", "=", APPROVING).execute();
    expect(await next()).toEqual(["shop 取消停付"]);
  });

  describe("names nothing", () => {
    it("of another supplier, and of another shop with the same numbers", async () => {
      const own = await confirmed();
      const foreign = await trade(desk, SHOP, STRANGER);
      // Whatever points across the line is not followed.
      await desk.db
        .updateTable("accept")
        .set({ BalaBillid: String(foreign.statement.Billid) })
        .where("Id", "=", idOf(own.accept))
        .execute();
      const supplier = user(SHOP, [], SUPPLIER);
      const chain = await chainOf(ACCEPTS, own.accept, supplier);
      expect(counts(chain)).toMatchObject({ 订单: 1, 验收单: 1, 结算单: 0, 付款单: 0 });
      expect(JSON.stringify(chain)).not.toContain(STRANGER);
      expect(JSON.stringify(chain)).not.toContain(String(foreign.statement.Billid));
      const elsewhere = await trade(desk, STRICT);
      await desk.db
        .updateTable("balance")
        .set({ Billid: String(elsewhere.statement.Billid) })
        .where("Id", "=", idOf(own.statement))
        .execute();
      expect(counts(await chainOf(ORDERS, elsewhere.order, user(STRICT)))).toMatchObject({ 结算单: 1, 付款单: 0 });
    });

    it("that its side may not see yet", async () => {
      const { order, accept, statement } = await trade(desk);
      await desk.db.updateTable("balance").set({ B2b_statu: 0 }).where("Id", "=", idOf(statement)).execute();
      const supplier = user(SHOP, [], SUPPLIER);
      expect(counts(await chainOf(ORDERS, order, supplier))).toMatchObject({ 订单: 1, 验收单: 1, 结算单: 0 });
      expect(counts(await chainOf(ORDERS, order))).toMatchObject({ 验收单: 2, 结算单: 1 });
      expect(JSON.stringify(await chainOf(ACCEPTS, accept, supplier))).not.toContain(String(statement.Billid));
    });

    it("that the viewer has no page of, and does not follow it", async () => {
      const { order } = await confirmed();
      const chain = await chainOf(ORDERS, order, user(), [ORDERS, ACCEPTS, BILLS, RECORDS]);
      expect(chain.map(({ title }) => title)).toEqual(["订单", "验收单"]);
      expect((await chainOf(ORDERS, order)).map(({ title }) => title)).toEqual(TITLES);
    });

    it("of a document that is not the viewer's own", async () => {
      const { bill } = await confirmed();
      const stranger = user(SHOP, [], STRANGER);
      await expect(showRow(desk.as(stranger), page(BILLS), idOf(bill), pages())).rejects.toMatchObject({ code: 404 });
      expect(counts(await chainOf(BILLS, bill, stranger))).toEqual({ 支付流水: 0 });
    });
  });

  it("comes with the document, in one answer", async () => {
    const { bill } = await confirmed();
    const shown = await showRow(desk.as(user()), page(BILLS), idOf(bill), pages());
    expect(counts(shown.chain)).toMatchObject({ 结算单: 1, 付款单: 1 });
  });
});
