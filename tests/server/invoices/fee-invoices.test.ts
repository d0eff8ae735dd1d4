import { beforeAll, describe, expect, it } from "vitest";
import { deleteRows } from "../../../src/server/engine/save/delete-rows.ts";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { databaseUrl, describeEngine, openPostgres } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, SUPPLIER } from "../flows/fixtures/desk.ts";
import { APPROVING, act, idOf, makeStatement, page, saleOf, user } from "../money/fixtures/bills.ts";
import { ROUNDS } from "../money/fixtures/rounds.ts";
import { Gate, money } from "./fixtures/gate.ts";

const PAGE = 9501;
const NUMBER = 20;
let numbers = 0;
const digitalNumber = () => `25${String(++numbers).padStart(NUMBER - 2, "0")}`;
const fee = (cents: bigint, rate: bigint): Row => ({ ...negative(saleOf(cents, rate)), SrcKind: 4 });

function negative({ netMoney, taxMoney, TotalMoney, ...line }: Row): Row {
  return {
    ...line,
    netMoney: -BigInt(netMoney as bigint),
    taxMoney: -BigInt(taxMoney as bigint),
    TotalMoney: -BigInt(TotalMoney as bigint),
  };
}

/** The shop that invoices its fees, and its finance. */
class FeeDesk {
  constructor(readonly gate: Gate) {}

  /** Goods of 1130.00; fees of 106.00 and 10.60 at 6 % and of 22.60 at 13 %: 990.80 are paid. */
  owed() {
    const lines = [saleOf(113_000n), fee(10_600n, 60_000n), fee(1060n, 60_000n), fee(2260n, 130_000n)];
    const apart = 10_600n + 1060n + 2260n;
    return this.gate.owed({ cents: 113_000n - apart, lines, values: { GoodsMoney: 113_000n, Bala_fee: apart, FeeApart: apart } });
  }

  /** Of a statement, those that are to be issued first. */
  of({ Billid = null }: Row): Promise<readonly Row[]> {
    return this.gate.desk.find("FeeInvoice", { BalaBillid: Billid }, APPROVING);
  }

  async fill({ Id }: Row, fields: Readonly<Record<string, string>> = {}): Promise<Row> {
    const { desk } = this.gate;
    const { rowver } = await desk.row("FeeInvoice", Number(Id), APPROVING);
    const typed = { InvType: "3", Number: digitalNumber(), InvDate: "2025-06-30", ...fields };
    await saveRow(desk.as(user(APPROVING)), page(PAGE, APPROVING), { id: Number(Id), rowver: Number(rowver), fields: typed, lines: "" });
    return this.now({ Id: Id ?? null });
  }

  do(action: string, row: Row, reason = "抬头有误", as = user(APPROVING)) {
    return this.gate.do(PAGE, action, row, reason, as);
  }

  async issued(statement: Row): Promise<Row> {
    const [open] = await this.of(statement);
    if (!open) throw new Error("nothing to issue");
    await this.do("issue", await this.fill(open));
    return this.now(open);
  }

  now({ Id }: Row): Promise<Row> {
    return this.gate.desk.row("FeeInvoice", Number(Id), APPROVING);
  }
}

const told = (rows: readonly Row[]) => rows.map(({ Statu, taxRate, TotalMoney }) => [Statu, taxRate, TotalMoney]);
const OPEN = [
  [0, 60_000n, 11_660n],
  [0, 130_000n, 2260n],
];

describeEngine("fees that the shop invoices", (open) => {
  let desk: FeeDesk;
  beforeAll(async () => {
    desk = new FeeDesk(await Gate.open(open));
  });

  it("stand apart: the supplier invoices the goods alone, notice and voucher say both, and the net is paid", async () => {
    const { gate } = desk;
    const { statement, bill } = await desk.owed();
    for (const name of ["Voucher", "InvoiceApply"]) {
      const [paper] = await gate.desk.find(name, { BalaBillid: statement.Billid ?? null }, APPROVING);
      expect(paper).toMatchObject({ netMoney: 100_000n, taxMoney: 13_000n, TotalMoney: 113_000n, taxRate: 130_000n });
      expect(paper).toMatchObject({ FeeNet: 13_000n, FeeTax: 920n, FeeMoney: 13_920n });
    }
    await expect(gate.enter(statement, money(1000.1))).rejects.toMatchObject({ message: expect.stringContaining("应开票 1130.00 元") });
    await gate.enter(statement, money(1000));
    const { rows } = await listPage(gate.desk.as(user(APPROVING)), page(522, APPROVING), {
      page: "1",
      rows: "10",
      filter: JSON.stringify([{ field: "Billid", operator: "eq", value: statement.Billid }]),
    });
    expect(rows.map(({ SrcKind, TotalMoney }) => [SrcKind, TotalMoney])).toEqual([[5, "1130.00"]]);
    await gate.pay(bill);
    expect((await gate.desk.row("BalancePay", idOf(bill), APPROVING)).Pay_sum).toBe(99_080n);
  });

  it("are listed to be issued when the statement is confirmed: one for each rate, over exactly what they come to", async () => {
    const { statement } = await desk.owed();
    const rows = await desk.of(statement);
    expect(told(rows)).toEqual(OPEN);
    expect(rows[0]).toMatchObject({ netMoney: 11_000n, taxMoney: 660n, InvTitle: "供应商105001", BuyerTaxNo: "91DEMO000000105039" });
    await expect(desk.do("issue", rows[0] ?? {})).rejects.toMatchObject({ code: 422, message: "请先填写发票号码和开票日期" });
    // Amounts are the statement's: nobody types them.
    const filled = await desk
      .fill(rows[0] ?? {}, { TotalMoney: "1.00", netMoney: "1.00", taxRate: "0.13" })
      .catch((error: unknown) => error);
    expect(filled).toMatchObject({ code: 400 });
    await desk.do("issue", await desk.fill(rows[0] ?? {}));
    expect(told(await desk.of(statement))).toEqual([[50, ...(OPEN[0] ?? []).slice(1)], OPEN[1]]);
  });

  it("have numbers that no other fee invoice of the shop has, with a code or without", async () => {
    const first = await desk.issued((await desk.owed()).statement);
    const [second] = await desk.of((await desk.owed()).statement);
    await expect(desk.fill(second ?? {}, { Number: String(first.Number) })).rejects.toMatchObject({ message: "该发票号码已录入" });
    await expect(desk.fill(second ?? {}, { Number: "12345678" })).rejects.toMatchObject({ code: 400 });
    await expect(desk.fill(second ?? {}, { InvDate: "2025-07-01" })).rejects.toMatchObject({ message: "开票日期不能晚于今天" });
  });

  it("are invoiced again when an invoice is voided, with a reason, and never twice", async () => {
    const { statement } = await desk.owed();
    const invoice = await desk.issued(statement);
    await expect(desk.do("void", invoice, "")).rejects.toMatchObject({ code: 400, message: "请填写作废原因" });
    await expect(desk.do("void", invoice, "x", user(APPROVING, ["void"]))).rejects.toMatchObject({ code: 403 });
    await desk.do("void", invoice);
    expect(await desk.now(invoice)).toMatchObject({ Statu: -1, voidReason: "抬头有误" });
    expect(
      told(await desk.of(statement))
        .filter(([Statu]) => Statu !== -1)
        .sort(),
    ).toEqual([...OPEN].sort());
    await expect(desk.do("void", invoice)).rejects.toMatchObject({ code: 409 });
    await expect(desk.do("issue", invoice)).rejects.toMatchObject({ code: 409 });
    await expect(desk.fill(invoice)).rejects.toMatchObject({ code: 409 });
  });

  it("are not voided once the statement is paid: a red-letter invoice over all of it takes it back", async () => {
    const { gate } = desk;
    const { statement, bill } = await desk.owed();
    const invoice = await desk.issued(statement);
    await gate.enter(statement, money(1000));
    await gate.pay(bill);
    await expect(desk.do("void", invoice)).rejects.toMatchObject({
      code: 422,
      message: "结算单已付款或正在付款，不能作废费用发票，请红冲",
    });
    await desk.do("redletter", invoice);
    const red = (await desk.of(statement)).find(({ RedBillid }) => RedBillid === invoice.Billid) ?? {};
    expect(red).toMatchObject({ Statu: 0, netMoney: -11_000n, taxMoney: -660n, TotalMoney: -11_660n, voidReason: "抬头有误" });
    // Until it is issued the blue one stands.
    expect((await desk.now(invoice)).Statu).toBe(50);
    await desk.do("issue", await desk.fill(red));
    expect(
      told(await desk.of(statement))
        .map(String)
        .sort(),
    ).toEqual([[60, 60_000n, 11_660n], [50, 60_000n, -11_660n], ...OPEN].map(String).sort());
    for (const action of ["void", "redletter"]) await expect(desk.do(action, red)).rejects.toMatchObject({ code: 409 });
  });

  it("have one red-letter invoice at a time, which may be dropped while it is not issued", async () => {
    const { statement } = await desk.owed();
    const invoice = await desk.issued(statement);
    await desk.do("redletter", invoice);
    for (const action of ["redletter", "void"])
      await expect(desk.do(action, invoice)).rejects.toMatchObject({ code: 422, message: "该费用发票已申请红冲" });
    const red = (await desk.of(statement)).find(({ RedBillid }) => RedBillid !== null) ?? {};
    await desk.do("drop", red);
    await desk.do("void", invoice);
    expect(told(await desk.of(statement)).filter(([Statu]) => Statu === 0)).toEqual([OPEN[1], OPEN[0]]);
  });

  it("are shown to the supplier once they are issued, and changed by nobody of its side", async () => {
    const { gate } = desk;
    const { statement } = await desk.owed();
    const invoice = await desk.issued(statement);
    const supplier = user(APPROVING, [], SUPPLIER);
    const { rows } = await listPage(gate.desk.as(supplier), page(PAGE, APPROVING), {
      page: "1",
      rows: "10",
      filter: JSON.stringify([{ field: "BalaBillid", operator: "eq", value: statement.Billid }]),
    });
    expect(rows.map(({ Billid }) => Billid)).toEqual([invoice.Billid]);
    for (const action of ["issue", "void", "redletter"])
      await expect(desk.do(action, invoice, "x", supplier)).rejects.toMatchObject({ code: 403 });
    const drop = deleteRows(gate.desk.as(user(APPROVING)), page(PAGE, APPROVING), { ids: [idOf(invoice)] });
    await expect(drop).rejects.toMatchObject({ code: expect.any(Number) });
  });

  it("which the supplier pays by itself are invoiced one by one, once they are paid", async () => {
    const { desk: rows } = desk.gate;
    const values = {
      Billid: "FY1",
      provid: SUPPLIER,
      Provider: "供应商",
      busdate: "2025-06-20",
      FeeKind: "instant",
      FeeItem: "x",
      FeeName: "y",
    };
    const amounts = { FeeMoney: 10_600n, taxRate: 60_000n, netMoney: 10_000n, taxMoney: 600n };
    const bill = await rows.put("FeeBill", { ...values, ...amounts, Statu: 10, payStt: 25 }, APPROVING);
    await desk.gate.system("FeeBill", "paid", idOf(bill));
    const [invoice, ...others] = await rows.find("FeeInvoice", { FeeBillid: "FY1" }, APPROVING);
    expect([invoice?.BalaBillid, invoice?.TotalMoney, invoice?.taxMoney, others.length]).toEqual([null, 10_600n, 600n, 0]);
    await desk.do("issue", await desk.fill(invoice ?? {}));
    const notes = await rows.find("Message", { entity: "FeeInvoice", Billid: invoice?.Billid ?? null }, APPROVING);
    expect(notes.map(({ content }) => content)).toEqual(["费用单 FY1 的费用，价税合计 106.00 元，请查收。"]);
    await desk.do("void", invoice ?? {});
    const all = async () => told(await rows.find("FeeInvoice", { FeeBillid: "FY1" }, APPROVING));
    expect(await all()).toEqual([
      [-1, 60_000n, 10_600n],
      [0, 60_000n, 10_600n],
    ]);
    // Its payment is taken back: nothing is to be issued over it, and a new payment of another amount has an invoice of its own.
    await desk.gate.system("FeeBill", "unpaid", idOf(bill));
    expect(await all()).toEqual([
      [-1, 60_000n, 10_600n],
      [-1, 60_000n, 10_600n],
    ]);
    const unaudit = () => desk.gate.do(402, "unaudit", bill, "", user(APPROVING));
    await unaudit();
    const dearer = { FeeMoney: 21_200n, netMoney: 20_000n, taxMoney: 1_200n };
    await rows.patch("FeeBill", { Billid: "FY1" }, { ...dearer, Statu: 10 }, APPROVING);
    await desk.gate.system("FeeBill", "paid", idOf(bill));
    const [next] = await rows.find("FeeInvoice", { FeeBillid: "FY1", Statu: 0 }, APPROVING);
    expect(next?.TotalMoney).toBe(21_200n);
    // Issued, it stands until a red-letter invoice takes it back, and the fee stays as it was invoiced.
    await desk.do("issue", await desk.fill(next ?? {}));
    await desk.gate.system("FeeBill", "unpaid", idOf(bill));
    await expect(unaudit()).rejects.toMatchObject({ code: 422, message: "该费用的发票已开具，请先红冲或作废" });
    await desk.do("redletter", next ?? {});
    const [red] = await rows.find("FeeInvoice", { FeeBillid: "FY1", Statu: 0 }, APPROVING);
    await desk.do("issue", await desk.fill(red ?? {}));
    expect((await all()).filter(([Statu]) => Statu === 0)).toEqual([]);
    await unaudit();
  });
});

describeEngine("fees of a shop that nets them", (open) => {
  it("are part of what the supplier invoices, and nothing is issued over them", async () => {
    const desk = await Desk.open(open);
    const lines = [saleOf(113_000n), fee(10_600n, 60_000n)];
    const made = await makeStatement(desk, { cents: 102_400n, lines, values: { Bala_fee: 10_600n } });
    await act(desk, "confirm", [idOf(made)], { page: page(510) });
    const [notice] = await desk.find("InvoiceApply", { BalaBillid: made.Billid ?? null });
    expect(notice).toMatchObject({ TotalMoney: 102_400n, netMoney: 90_000n, taxMoney: 12_400n, taxRate: null, FeeMoney: 0n });
    expect(await desk.find("FeeInvoice", {}, SHOP)).toEqual([]);
  });
});

// On PostgreSQL alone: the embedded engine runs everything in one session, and proves nothing here.
describe.skipIf(databaseUrl === undefined)("a fee invoice that several correct at once", () => {
  it(`is taken back by one of them, and its fees wait once (${ROUNDS} rounds)`, async () => {
    const desk = new FeeDesk(await Gate.open(openPostgres));
    for (let round = 0; round < ROUNDS; round++) {
      const { statement } = await desk.owed();
      const invoice = await desk.issued(statement);
      const ends = await Promise.allSettled(["void", "redletter", "void", "redletter"].map((action) => desk.do(action, invoice)));
      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const blue = (await desk.of(statement)).filter(({ RedBillid, taxRate }) => RedBillid === null && taxRate === 60_000n);
      expect(blue.filter(({ Statu }) => Statu === 0 || Statu === 50)).toHaveLength(1);
    }
  });
});
