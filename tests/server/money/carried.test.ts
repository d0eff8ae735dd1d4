import { beforeAll, expect, it } from "vitest";
import { listPage } from "../../../src/server/query/list-page.ts";
import { printModule } from "../../../src/server/query/print-rows.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import { readTodos } from "../../../src/server/query/todos.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { labelKey } from "../../../src/shared/protocol/screen.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP } from "../flows/fixtures/desk.ts";
import { act, idOf, openShop, page, refused, STRICT, TEXT, user } from "./fixtures/bills.ts";
import { agree, generate, newSupplier, owe, settled } from "./fixtures/carry-world.ts";

const CARRIES = {
  code: 422,
  message: "结算金额为负数，将自动结转至该供应商的下一张结算单，不能按零付款；需要直接收款的，请在结算单中转为收款",
};
const DEBT = -152_600n;

describeEngine("statements below zero", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
  });
  const balance = ({ Id }: Row, shopId = SHOP) => desk.row("Balance", Number(Id), shopId);
  const billOf = async ({ Billid = null }: Row, shopId = SHOP) => (await desk.find("BalancePay", { BalaBillid: Billid }, shopId))[0] ?? {};
  const planOf = async ({ Billid = null }: Row, shopId = SHOP) => (await desk.find("BalancePlan", { BalaBillid: Billid }, shopId))[0] ?? {};
  const linesOf = ({ Billid = null }: Row) => desk.find("BalanceLine", { Billid });
  const on510 = (shopId = SHOP) => ({ as: user(shopId), page: page(510, shopId) });
  const pay = async (statement: Row) => {
    const { Id } = await billOf(statement);
    await act(desk, "confirm", [Number(Id)]);
    await act(desk, "pay", [Number(Id)]);
  };
  const next = async (provid: string): Promise<Row> => {
    const made = await generate(desk, provid);
    if (!made) throw new Error("nothing to settle");
    return made;
  };
  /** The supplier's ledger in the order in which it happened. */
  const ledger = async (provid: string, shopId = SHOP) => {
    const filter = JSON.stringify([{ field: "Provider", operator: "contains", value: provid }]);
    const { rows } = await listPage(desk.as(user(shopId)), page(505, shopId), { page: "1", rows: "999999999", filter });
    return [...rows].reverse();
  };
  const todo = async (title: string, id: number, shopId = SHOP) =>
    (await readTodos(desk.as(user(shopId)), [page(id, shopId)])).find((each) => each.title === title)?.count ?? 0;

  it("are never paid as 0.00: what waits to be carried is refused at every step of a payment", async () => {
    const { statement, bill } = await settled(desk, await newSupplier(desk), DEBT);
    expect(bill).toMatchObject({ Statu: 10, TotalMoney: DEBT, Bala_sum: 0n });
    for (const step of ["confirm", "pay"]) {
      // One that finance had confirmed before statements were carried.
      if (step === "pay") await desk.db.updateTable("balance_pay").set({ Statu: 20 }).where("Billid", "=", String(bill.Billid)).execute();
      expect(await refused(act(desk, step, [idOf(bill)])), step).toEqual(CARRIES);
    }
    expect(await billOf(statement)).toMatchObject({ Pay_sum: 0n, paytime: null });
    expect(await desk.find("PayRecord", { Billid: bill.Billid ?? null })).toEqual([]);
    expect(await balance(statement)).toMatchObject({ Statu: 10 });
  });

  it("go into the next statement as a line of its own, linked both ways, and are settled with it", async () => {
    const provid = await newSupplier(desk);
    const debt = await settled(desk, provid, DEBT);
    await owe(desk, provid, 500_000n);
    const taker = await next(provid);
    expect(taker).toMatchObject({ GoodsMoney: 500_000n, CarryMoney: DEBT, TotalMoney: 347_400n, Bala_sum: 347_400n });
    const line = (await linesOf(taker)).find(({ SrcKind }) => SrcKind === 6);
    expect(line).toMatchObject({ SrcBillid: debt.statement.Billid, netMoney: DEBT, taxRate: null, taxMoney: 0n, TotalMoney: DEBT });
    expect(await balance(debt.statement)).toMatchObject({ Statu: 40, BalaBillid: taker.Billid });
    expect(await billOf(debt.statement)).toMatchObject({ Statu: 40, Pay_sum: 0n });
    expect(await planOf(debt.statement)).toMatchObject({ stt: 8, finishdate: "2025-06-30" });
    const told = await desk.messages("Balance", idOf(debt.statement));
    expect(told.at(-1)).toMatchObject({
      side: "supplier",
      title: `结算单 ${debt.statement.Billid} 已结转`,
      content: `金额 -1526.00 元转入结算单 ${taker.Billid}。`,
    });
    expect(await refused(act(desk, "collect", [idOf(debt.statement)], { ...on510(), reason: "现金" }))).toEqual(TEXT.stale);

    // What must be invoiced is what its own lines say.
    await agree(desk, taker);
    for (const name of ["Voucher", "InvoiceApply"])
      expect((await desk.find(name, { BalaBillid: taker.Billid ?? null }))[0], name).toMatchObject({
        TotalMoney: 500_000n,
        taxMoney: 57_522n,
      });
    expect(await planOf(taker)).toMatchObject({ stt: 4, TotalMoney: 347_400n });

    await pay(taker);
    expect(await billOf(taker)).toMatchObject({ Statu: 50, Pay_sum: 347_400n });
    expect((await desk.find("Voucher", { BalaBillid: debt.statement.Billid ?? null }))[0]).toMatchObject({ Statu: 50 });
    expect((await desk.events("Balance", idOf(debt.statement))).map(({ action }) => action).slice(-2)).toEqual(["carry", "cleared"]);
    const rows = await ledger(provid);
    const own = (row: Row) => rows.filter(({ BalaBillid }) => BalaBillid === row.Billid);
    expect(own(debt.statement).map(({ title, debit, credit }) => [title, debit, credit])).toEqual([
      ["商品退货", "1526.00", "0.00"],
      ["结转至下一张结算单", "0.00", "1526.00"],
    ]);
    expect(own(taker).map(({ title, debit, credit }) => [title, debit, credit])).toEqual([
      ["商品验收", "0.00", "5000.00"],
      ["支付货款", "3474.00", "0.00"],
      ["由以前的结算单转入", "1526.00", "0.00"],
    ]);
    expect(rows.at(-1)).toMatchObject({ endMoney: "0.00", endSide: "平" });
  });

  it("go on, several at once and as a whole, for as many months as it takes", async () => {
    const provid = await newSupplier(desk);
    const first = await settled(desk, provid, -10_000n);
    // One that is not agreed upon yet waits for the statement after.
    await owe(desk, provid, -1n);
    const pending = await next(provid);
    await desk.db.updateTable("balance").set({ B2b_statu: 20 }).where("Billid", "=", String(pending.Billid)).execute();
    const debts = [first.statement, pending];
    let last = pending;
    await act(desk, "confirm", [idOf(pending)], on510());
    for (let month = 1; month <= 9; month++) {
      last = (await settled(desk, provid, -100n)).statement;
      debts.push(last);
      expect(last).toMatchObject({ CarryMoney: -10_001n - 100n * BigInt(month - 1), TotalMoney: -10_001n - 100n * BigInt(month) });
    }
    expect(await ledger(provid).then((rows) => rows.at(-1))).toMatchObject({ endMoney: "-109.01", endSide: "应收" });
    await owe(desk, provid, 1_000_000n);
    const taker = await next(provid);
    expect(taker).toMatchObject({ CarryMoney: -10_901n, TotalMoney: 989_099n });
    await agree(desk, taker);
    await pay(taker);
    for (const debt of debts) {
      expect(await balance(debt)).toMatchObject({ Statu: 40 });
      expect((await desk.events("Balance", idOf(debt))).at(-1)).toMatchObject({ action: "cleared" });
    }
    expect(await ledger(provid).then((rows) => rows.at(-1)?.endMoney)).toBe("0.00");
  });

  it("are open again when the statement that took them is excluded, and go back when it is restored", async () => {
    const provid = await newSupplier(desk);
    const { statement } = await settled(desk, provid, DEBT);
    await owe(desk, provid, 500_000n);
    const taker = await next(provid);
    await act(desk, "exclude", [idOf(taker)], on510());
    const isOpen = async () => {
      expect(await balance(statement)).toMatchObject({ Statu: 10, BalaBillid: null });
      expect([await billOf(statement), await planOf(statement)]).toMatchObject([{ Statu: 10 }, { stt: 3, finishdate: null }]);
      expect(await todo("待结转结算单（应收）", 510)).toBeGreaterThan(0);
    };
    await isOpen();
    await act(desk, "restore", [idOf(taker)], on510());
    expect(await balance(statement)).toMatchObject({ Statu: 40, BalaBillid: taker.Billid });
    expect(await balance(taker)).toMatchObject({ TotalMoney: 347_400n, CarryMoney: DEBT });
    // Left out by hand (515) it waits for the statement after this one.
    const lines = await linesOf(taker);
    const ticked = lines.filter(({ SrcKind }) => SrcKind !== 6).map(idOf);
    await act(desk, "tick", [idOf(taker)], { as: user(), page: page(515), ticked });
    expect(await balance(taker)).toMatchObject({ TotalMoney: 500_000n, CarryMoney: 0n });
    await isOpen();
    await owe(desk, provid, 1n);
    const other = await next(provid);
    expect(await balance(statement)).toMatchObject({ Statu: 40, BalaBillid: other.Billid });
    expect(await refused(act(desk, "tick", [idOf(taker)], { as: user(), page: page(515), ticked: lines.map(idOf) }))).toEqual({
      code: 422,
      message: `${statement.Billid} 已被其他单据引用或已变化，不能列入本次结算`,
    });
    await act(desk, "exclude", [idOf(taker)], on510());
    expect(await refused(act(desk, "restore", [idOf(taker)], on510()))).toEqual(TEXT.used);
  });

  it("are collected where the supplier has left: shown as receivable, taken in as what they are", async () => {
    const provid = await newSupplier(desk);
    const { statement, bill } = await settled(desk, provid, DEBT);
    const [waiting, gone] = [await todo("待结转结算单（应收）", 510), await todo("停止往来供应商的应收款", 510)];
    const unpaid = await todo("待财务确认付款单", 503);
    await desk.db.updateTable("provider").set({ contractend: "2025-06-29" }).where("provid", "=", provid).execute();
    expect(await todo("待结转结算单（应收）", 510)).toBe(waiting - 1);
    expect(await todo("停止往来供应商的应收款", 510)).toBe(gone + 1);
    expect(await ledger(provid).then((rows) => rows.at(-1))).toMatchObject({ endMoney: "-1526.00", endSide: "应收" });
    // A debt alone makes no statement.
    expect(await generate(desk, provid)).toBeNull();

    const collect = { ...on510(), reason: "合同终止" };
    expect(await refused(act(desk, "collect", [idOf(statement)], on510()))).toMatchObject({ code: 400 });
    await act(desk, "collect", [idOf(statement)], collect);
    for (const row of [await balance(statement), await billOf(statement), await planOf(statement)])
      expect(row).toMatchObject({ TotalMoney: DEBT, Bala_sum: DEBT });
    expect([await todo("停止往来供应商的应收款", 510), await todo("待财务确认付款单", 503)]).toEqual([gone, unpaid + 1]);
    await act(desk, "recheck", [idOf(statement)], on510());
    // Back, and once more.
    await act(desk, "defer", [idOf(statement)], { ...collect, reason: "继续往来" });
    for (const row of [await balance(statement), await billOf(statement), await planOf(statement)]) expect(row.Bala_sum).toBe(0n);
    await act(desk, "collect", [idOf(statement)], collect);
    await owe(desk, provid, 100n);
    expect(await next(provid)).toMatchObject({ CarryMoney: 0n, TotalMoney: 100n });

    await act(desk, "confirm", [idOf(bill)]);
    await act(desk, "pay", [idOf(bill)]);
    expect(await billOf(statement)).toMatchObject({ Statu: 50, Pay_sum: DEBT });
    expect(await balance(statement)).toMatchObject({ Statu: 50 });
    expect(await planOf(statement)).toMatchObject({ stt: 7 });
    expect(await desk.find("PayRecord", { Billid: bill.Billid ?? null })).toMatchObject([
      { Pay_sum: 152_600n, Sign: 1, PayWay: 1, result: 1, busdate: "2025-06-30", message: "财务确认收款" },
    ]);
    expect(await ledger(provid).then((rows) => rows.at(-1))).toMatchObject({ title: "供应商缴款", endMoney: "1.00", endSide: "应付" });
    expect(await refused(act(desk, "pay", [idOf(bill)]))).toEqual(TEXT.stale);
  });

  it("are received where a shop collects: as a whole, never carried, never 0.00", async () => {
    const provid = await newSupplier(desk, STRICT);
    const { statement, bill } = await settled(desk, provid, DEBT, STRICT);
    expect(bill).toMatchObject({ TotalMoney: DEBT, Bala_sum: DEBT });
    expect(await refused(act(desk, "collect", [idOf(statement)], { ...on510(STRICT), reason: "-" }))).toEqual(TEXT.stale);
    expect(await refused(act(desk, "defer", [idOf(statement)], { ...on510(STRICT), reason: "-" }))).toEqual(TEXT.stale);
    await owe(desk, provid, 500_000n, STRICT);
    expect(await generate(desk, provid, STRICT)).toMatchObject({ CarryMoney: 0n, TotalMoney: 500_000n });
    const boss = { as: user(STRICT) };
    await act(desk, "confirm", [idOf(bill)], boss);
    await act(desk, "pay", [idOf(bill)], boss);
    expect(await billOf(statement, STRICT)).toMatchObject({ Statu: 50, Pay_sum: DEBT });
    expect(await desk.find("PayRecord", { Billid: bill.Billid ?? null }, STRICT)).toMatchObject([{ Pay_sum: 152_600n, Sign: 1 }]);
    expect(await ledger(provid, STRICT).then((rows) => rows.at(-1)?.endMoney)).toBe("5000.00");
  });

  it("are seen with their origin by the supplier, on paper, and in the chain of either statement", async () => {
    const provid = await newSupplier(desk);
    const { statement } = await settled(desk, provid, DEBT);
    await owe(desk, provid, 500_000n);
    const taker = await next(provid);
    await agree(desk, taker);
    const supplier = desk.as(user(SHOP, [], provid));
    for (const row of [statement, taker]) {
      const { chain } = await showRow(supplier, page(521), idOf(row), [page(521), page(503)]);
      const step = chain.find(({ title }) => title === "结算单");
      expect(step?.documents.map(({ number, state }) => [number, state?.text])).toEqual([
        [statement.Billid, "已确认"],
        [taker.Billid, "已确认"],
      ]);
      // What was carried is counted where it went.
      expect(step?.amount).toBe("3474.00");
    }
    const { row, lines } = await showRow(supplier, page(521), idOf(taker));
    expect(row).toMatchObject({ CarryMoney: "-1526.00", invoicedue: "5000.00" });
    expect(lines.BalanceLine?.at(-1)).toMatchObject({ [labelKey("SrcKind")]: "结转", SrcBillid: statement.Billid, TotalMoney: "-1526.00" });
    expect((await showRow(supplier, page(521), idOf(statement))).row).toMatchObject({ BalaBillid: taker.Billid, StatuZH: "已结转" });
    const paper = JSON.stringify(await printModule(supplier, page(521), "balanceprov", [idOf(taker)]));
    for (const text of ["结转", String(statement.Billid), "-1,526.00"]) expect(paper).toContain(text);
  });
});
