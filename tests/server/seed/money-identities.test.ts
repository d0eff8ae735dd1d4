// One file for all of it, because each test file makes the demo anew.
import { describe, expect, it } from "vitest";
import { SHOPS } from "../../../src/demo/world.ts";
import { profileOf } from "../../../src/server/base/viewer.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { addDays } from "../../../src/shared/domain/day.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { ANCHOR, count, money, rowsOf, sum, text } from "./fixtures/demo.ts";

/** Kinds of a statement's lines with their documents, what these come to, and the statement's field that adds them up. */
const SOURCES = [
  [1, "Accept", "sum_cost", "GoodsMoney", 1n],
  [2, "Recede", "sum_cost", "ReturnMoney", -1n],
  [3, "CostAdjust", "DifMoney", "AdjustMoney", 1n],
  [4, "FeeBill", "FeeMoney", "Bala_fee", -1n],
  [6, "Balance", "TotalMoney", "CarryMoney", 1n],
] as const;
const SALE = 5;
const RECEIPT_SHOP = "0000000054";
/** Where invoices are checked rate by rate, and a supplier whose statement is invoiced sells milk, of which some is taxed otherwise. */
const MILK: readonly string[] = [RECEIPT_SHOP, "0000000039"];
const isConfirmed = (balance: Row) => Number(balance.B2b_statu) >= 50;
const dueOf = (balance: Row) => money(balance, "TotalMoney") - money(balance, "CarryMoney") + money(balance, "FeeApart");
const isOwed = (balance: Row) => dueOf(balance) > 0n;

const MILLION = 1_000_000n;
/** Rounded half away from zero. */
function half(numerator: bigint, divisor: bigint): bigint {
  const size = (2n * (numerator < 0n ? -numerator : numerator) + divisor) / (2n * divisor);
  return numerator < 0n ? -size : size;
}
/** The tax inside an amount. */
const taxOf = (amount: bigint, rate: bigint) => amount - half(amount * MILLION, MILLION + rate);

describe.each(SHOPS)("shop $id", ({ id: shopId }) => {
  const own = (name: string) => rowsOf(name, shopId);
  const { flags } = profileOf(registry, shopId);
  const collects = flags.negative === "collect";
  const balances = own("Balance");
  const confirmed = balances.filter(isConfirmed);
  const of = (name: string, balance: Row) => own(name).filter((row) => row.BalaBillid === balance.Billid);
  const one = (name: string, balance: Row): Row => {
    const rows = of(name, balance);
    expect(rows.length, `${name} of ${text(balance, "Billid")}`).toBe(1);
    return rows[0] ?? {};
  };

  it("has as many money documents in each state as the demo promises", () => {
    const states = (name: string, field: string) => count(own(name), (row) => row[field] ?? null);
    expect(states("FeeBill", "FeeKind")).toEqual({ bill: 16, instant: 12, notice: 12 });
    expect(states("FeeBill", "payStt")).toEqual({ 0: 31, 25: 3, 50: 6 });
    expect(states("CostAdjust", "Cost_statu")).toEqual({ 0: 2, 10: 3, 50: 7, "-1": 2 });
    expect(states("RateChange", "Statu")).toEqual({ 0: 3, 10: 3, 50: 4 });
    for (const name of ["Voucher", "InvoiceApply"]) expect(states(name, "Statu"), name).toEqual({ 10: 6, 50: 7 });
    // Where fees are invoiced apart, a statement that they bring below zero still asks for the invoices of its goods.
    expect(own("InvoiceApply").filter((notice) => notice.Statu === 10 && text(notice, "deadline") < ANCHOR && notice.deadline).length).toBe(
      flags.feeInvoice ? 4 : 3,
    );
    expect(states("FeeInvoice", "Statu")).toEqual(flags.feeInvoice ? { 0: 11, 50: 7, 60: 1, "-1": 2 } : {});
    expect(states("TaxInvoice", "InvoiceStt")).toEqual({ 0: 8, 1: 16, "-1": 6 });
    expect(states("BalancePay", "Statu")).toEqual({ ...(collects ? { 10: 5 } : { 10: 4, 40: 1 }), 20: 4, 25: 1, 50: 3, 60: 2 });
    const uploaded = own("BalancePay").filter((bill) => bill.attachurl !== null);
    expect(count(uploaded, (bill) => bill.Statu ?? null)).toEqual({ 10: 2, 20: 2 });
    expect(states("BalancePayFath", "Statu")).toEqual({ 20: 1, 50: 1 });
    expect(states("PayApply", "stt")).toEqual({ 0: 2, 10: 2, 20: 2, 50: 4, "-1": 1 });
    expect(states("PayOrder", "Statu")).toEqual({ 10: 2, 25: 1, 50: 3, 60: 1, "-1": 1 });
    // Open ones belong to the bill and to the order that are at the bank.
    expect(states("PayRecord", "result")).toEqual({ 0: 2, 1: 14, "-1": 2 });
    expect(own("PayConfig").length).toBe(2);
    expect(balances.filter((balance) => money(balance, "TotalMoney") < 0n).length).toBe(3);
  });

  it("adds a statement up from its checked lines, and pays what is above zero", () => {
    for (const balance of balances) {
      // An excluded statement has let go of its lines, and still says what it would come to.
      const lines = own("BalanceLine").filter((line) => line.Billid === balance.Billid && line.checked === (balance.B2b_statu !== -1));
      const label = text(balance, "Billid");
      for (const [kind, , , field, sign] of SOURCES) {
        const counted = lines.filter(({ SrcKind }) => SrcKind === kind || (kind === 1 && SrcKind === SALE));
        expect(sign * sum(counted, "TotalMoney"), `${label} ${field}`).toBe(money(balance, field));
      }
      expect(sum(lines, "TotalMoney"), label).toBe(money(balance, "TotalMoney"));
      const total = money(balance, "TotalMoney");
      expect(money(balance, "Bala_sum"), label).toBe(total >= 0n || collects ? total : 0n);
    }
  });

  it("takes existing documents, each once and whole", () => {
    for (const [kind, name, amount, , sign] of SOURCES) {
      // What an excluded statement has let go of is not taken.
      const lines = own("BalanceLine").filter(({ SrcKind, checked }) => SrcKind === kind && checked === true);
      const bound = own(name).filter(({ BalaBillid }) => BalaBillid !== null);
      const told = (rows: readonly (readonly unknown[])[]) => rows.map(String).sort();
      expect(lines.length, name).toBeGreaterThan(kind === 6 ? (collects ? -1 : 0) : 4);
      // A document of several rates has a line for each.
      const documents = lines.filter((line, at) => lines.findIndex(({ SrcBillid }) => SrcBillid === line.SrcBillid) === at);
      const whole = ({ SrcBillid }: Row) =>
        sum(
          lines.filter((line) => line.SrcBillid === SrcBillid),
          "TotalMoney",
        );
      expect(told(documents.map((line) => [line.SrcBillid, line.Billid, line.provid, line.busdate, whole(line)]))).toEqual(
        told(bound.map((row) => [row.Billid, row.BalaBillid, row.provid, row.busdate, sign * money(row, amount)])),
      );
    }
  });

  it("taxes each line of goods by itself: a document is the sum of its lines, and a statement has them rate by rate", () => {
    for (const [kind, name, amount, , sign] of SOURCES.slice(0, 3)) {
      for (const row of own(name)) {
        const label = text(row, "Billid");
        const lines = own(`${name}Line`).filter(({ Billid }) => Billid === row.Billid);
        const of = (line: Row) => money(line, amount);
        for (const line of lines) expect(money(line, "taxMoney"), label).toBe(taxOf(of(line), money(line, "taxRate")));
        expect([sum(lines, amount), sum(lines, "taxMoney")], label).toEqual([money(row, amount), money(row, "taxMoney")]);
        const settled = own("BalanceLine").filter(
          ({ SrcKind, SrcBillid, checked }) => SrcKind === kind && SrcBillid === row.Billid && checked,
        );
        for (const line of settled) {
          const same = lines.filter(({ taxRate }) => taxRate === line.taxRate);
          expect([line.TotalMoney, line.taxMoney], label).toEqual([sign * sum(same, amount), sign * sum(same, "taxMoney")]);
        }
        expect(settled.length === 0 || sum(settled, "taxMoney") === sign * money(row, "taxMoney"), label).toBe(true);
      }
    }
  });

  it("settles sales of consignment at sales × (1 − rate), each under the terms of its day", () => {
    const taken = own("Sale").filter(({ BalaBillid }) => BalaBillid !== null);
    const lines = own("BalanceLine").filter(({ SrcKind, checked }) => SrcKind === SALE && checked);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.reduce((all, { SrcCount }) => all + Number(SrcCount), 0)).toBe(taken.length);
    for (const line of lines) {
      const own = taken.filter(
        (sale) =>
          sale.BalaBillid === line.Billid &&
          sale.busdate === line.busdate &&
          sale.StoreName === line.StoreName &&
          sale.taxRate === line.taxRate,
      );
      const dues = own.map((sale) => money(sale, "saleMoney") - half(money(sale, "saleMoney") * money(sale, "commissionRate"), MILLION));
      const label = text(line, "SrcBillid");
      expect([own.length, dues.reduce((all, due) => all + due, 0n)], label).toEqual([line.SrcCount, line.TotalMoney]);
      expect(
        dues.reduce((tax, due) => tax + taxOf(due, money(line, "taxRate")), 0n),
        label,
      ).toBe(money(line, "taxMoney"));
    }
  });

  it("clears a fee when its statement is confirmed, and pays it with the statement or by an order", () => {
    for (const fee of own("FeeBill")) {
      const [balance] = balances.filter(({ Billid }) => Billid === fee.BalaBillid);
      const [order] = own("PayOrder").filter(({ bllid }) => bllid === fee.Billid);
      const label = text(fee, "Billid");
      if (balance) {
        expect([fee.Statu, fee.payStt], label).toEqual([isConfirmed(balance) ? 50 : 10, balance.Statu === 50 ? 50 : 0]);
        expect(order, label).toBeUndefined();
      } else if (order) {
        const payStt = { 10: 25, 25: 25, 50: 50, 60: 0, "-1": 0 }[String(order.Statu)];
        expect([fee.payStt, fee.Statu, fee.PayOrderId], label).toEqual([
          payStt,
          payStt === 50 ? 50 : 10,
          payStt === 0 ? null : order.Billid,
        ]);
        expect(money(order, "Pay_sum"), label).toBe(money(fee, "FeeMoney"));
      } else expect([[0, 10].includes(Number(fee.Statu)), fee.payStt], label).toEqual([true, 0]);
      expect(money(fee, "netMoney") + money(fee, "taxMoney"), label).toBe(money(fee, "FeeMoney"));
    }
  });

  it("counts the invoices that did not fail, in the forms the tax office gives them", () => {
    for (const balance of balances) {
      const counted = of("TaxInvoice", balance).filter(({ InvoiceStt }) => InvoiceStt !== -1);
      expect(money(balance, "Sum_invoice"), text(balance, "Billid")).toBe(sum(counted, "TotalMoney"));
      expect(money(one("BalancePlan", balance), "Sum_invoice")).toBe(sum(counted, "TotalMoney"));
      expect(isConfirmed(balance) || of("TaxInvoice", balance).length === 0).toBe(true);
    }
    const invoices = own("TaxInvoice");
    for (const invoice of invoices) {
      expect(money(invoice, "netMoney") + money(invoice, "taxMoney")).toBe(money(invoice, "TotalMoney"));
      expect(text(invoice, "Number")).toMatch(Number(invoice.InvType) > 2 ? /^\d{20}$/ : /^\d{8}$/);
      expect(text(invoice, "Code")).toMatch(Number(invoice.InvType) > 2 ? /^$/ : /^(\d{10}|\d{12})$/);
      expect([invoice.failkind !== null, invoice.verifytime !== null]).toEqual([invoice.InvoiceStt === -1, invoice.InvoiceStt !== 0]);
    }
    expect(new Set(invoices.map((row) => `${row.Code} ${row.Number}`)).size).toBe(invoices.length);
    const willFail = invoices.filter(
      (invoice) =>
        invoice.InvoiceStt === 0 &&
        (text(invoice, "Number").endsWith("7") ||
          own("InvoiceApply").every((notice) => notice.BalaBillid !== invoice.BalaBillid || notice.InvTitle !== invoice.InvTitle)),
    );
    expect(willFail.length).toBe(2);
  });

  it("ends vouchers and notices when the invoices cover the statement, or the money came", () => {
    for (const balance of confirmed) {
      const isDone = isOwed(balance) ? money(balance, "Sum_invoice") >= dueOf(balance) : balance.Statu === 50;
      for (const name of ["Voucher", "InvoiceApply"]) {
        const notice = one(name, balance);
        expect(notice.Statu, `${name} ${text(balance, "Billid")}`).toBe(isDone ? 50 : 10);
        expect(money(notice, "TotalMoney")).toBe(dueOf(balance));
        expect(money(notice, "netMoney") + money(notice, "taxMoney")).toBe(dueOf(balance));
      }
    }
    expect(own("Voucher").length).toBe(confirmed.length);
  });

  it("invoices the fees of a confirmed statement exactly, rate by rate, where the shop does, and what is taken back again", () => {
    const invoices = own("FeeInvoice");
    expect(invoices.length > 0).toBe(flags.feeInvoice);
    for (const balance of balances) {
      const fees = own("BalanceLine").filter(({ Billid, SrcKind, checked }) => Billid === balance.Billid && SrcKind === 4 && checked);
      const label = text(balance, "Billid");
      expect(money(balance, "FeeApart"), label).toBe(flags.feeInvoice ? money(balance, "Bala_fee") : 0n);
      const living = of("FeeInvoice", balance).filter(({ Statu, RedBillid }) => RedBillid === null && (Statu === 0 || Statu === 50));
      const asked = flags.feeInvoice && isConfirmed(balance) ? fees : [];
      expect(new Set(living.map(({ taxRate }) => taxRate)), label).toEqual(new Set(asked.map(({ taxRate }) => taxRate)));
      for (const invoice of living) {
        const same = asked.filter(({ taxRate }) => taxRate === invoice.taxRate);
        for (const field of ["netMoney", "taxMoney", "TotalMoney"]) expect(money(invoice, field), label).toBe(-sum(same, field));
      }
    }
    for (const red of invoices.filter(({ RedBillid }) => RedBillid !== null)) {
      const [blue] = invoices.filter(({ Billid }) => Billid === red.RedBillid);
      expect([blue?.Statu, money(red, "TotalMoney")]).toEqual([red.Statu === 50 ? 60 : 50, -money(blue ?? {}, "TotalMoney")]);
    }
  });

  it("has invoices of several rates, whose groups come to them and are taxed by themselves", () => {
    const groups = own("TaxInvoiceRate");
    const several = own("TaxInvoice").filter(({ Id }) => groups.some(({ InvId }) => InvId === Id));
    expect(several.length > 0).toBe(MILK.includes(shopId));
    for (const invoice of several) {
      const mine = groups.filter(({ InvId }) => InvId === invoice.Id);
      for (const field of ["netMoney", "taxMoney", "TotalMoney"]) expect(sum(mine, field)).toBe(money(invoice, field));
      for (const group of mine) expect(money(group, "taxMoney")).toBe(taxOf(money(group, "TotalMoney"), money(group, "taxRate")));
      expect([invoice.taxRate, mine.length > 1]).toEqual([null, true]);
    }
  });

  it("has a plan for each statement whose step agrees with reconciliation, invoices and payment", () => {
    for (const balance of balances) {
      const plan = one("BalancePlan", balance);
      const counted = of("TaxInvoice", balance).filter(({ InvoiceStt }) => InvoiceStt !== -1);
      const isCovered = isOwed(balance) && money(balance, "Sum_invoice") >= dueOf(balance);
      const isChecked = counted.every(({ InvoiceStt, ImgUrl }) => InvoiceStt === 1 && ImgUrl !== null);
      // Who owes no invoices goes from the supplier's confirmation straight to the payment.
      const invoiced = !isOwed(balance) ? 3 : !isCovered ? 4 : isChecked ? 6 : 5;
      const step = { 0: 1, "-1": 1, 10: 2, 20: 3 }[String(balance.B2b_statu)] ?? { 40: 8, 50: 7 }[String(balance.Statu)] ?? invoiced;
      expect(plan.stt, text(balance, "Billid")).toBe(step);
      const [bill] = of("BalancePay", balance);
      const [into] = balances.filter(({ Billid }) => Billid === balance.BalaBillid);
      expect(plan.finishdate).toBe(step === 7 ? text(bill, "paytime").slice(0, 10) : step === 8 ? into?.busdate : null);
      for (const field of ["TotalMoney", "Bala_sum"]) expect(plan[field]).toBe(balance[field]);
    }
    const steps = count(own("BalancePlan"), (plan) => plan.stt ?? null);
    for (const [step, plans] of Object.entries(steps)) expect(plans).toBeGreaterThanOrEqual(step === "8" ? 1 : 2);
  });

  it("has one payment bill for each confirmed statement, and a record of each payment", () => {
    expect(own("BalancePay").filter(({ BillKind }) => BillKind === "settle").length).toBe(confirmed.length);
    const done = own("PayRecord").filter(({ result }) => result === 1);
    for (const balance of confirmed) {
      const bill = one("BalancePay", balance);
      const label = text(bill, "Billid");
      expect([balance.PayBillid, bill.provid, bill.Isstop, bill.Statu], label).toEqual([
        bill.Billid,
        balance.provid,
        balance.Isstop,
        balance.Statu,
      ]);
      for (const field of ["TotalMoney", "Bala_fee", "Bala_sum"]) expect(bill[field], `${label} ${field}`).toBe(balance[field]);
      const details = own("BalancePayDetail").filter(({ Billid }) => Billid === bill.Billid);
      for (const field of ["Bala_sum", "Pay_sum"]) expect(sum(details, field), `${label} ${field}`).toBe(money(bill, field));
      const records = done.filter(({ Billid }) => Billid === bill.Billid);
      const paid = records.reduce((total, record) => total - BigInt(Number(record.Sign)) * money(record, "Pay_sum"), 0n);
      expect([records.length, paid], label).toEqual(bill.Statu === 50 ? [1, money(bill, "Bala_sum")] : [0, 0n]);
      expect(money(bill, "Pay_sum"), label).toBe(paid);
      const open = own("PayRecord").filter(({ Billid, result }) => Billid === bill.Billid && result === 0);
      expect(
        open.map(({ transid }) => transid),
        label,
      ).toEqual(bill.Statu === 25 ? [bill.transid] : []);
    }
    for (const order of own("PayOrder")) {
      const records = done.filter(({ Billid }) => Billid === order.Billid);
      const paid = [order.Pay_sum, 1];
      const told = { 50: [paid], 60: [paid, [order.Pay_sum, -1]] }[Number(order.Statu)] ?? [];
      expect(records.map((row) => [row.Pay_sum, row.Sign])).toEqual(told);
    }
    const paid = done.filter(({ Operate }) => Operate === 1);
    const received = paid.filter(({ Sign, Billid }) => Sign === 1 && own("BalancePay").some((bill) => bill.Billid === Billid));
    expect(received.length).toBe(shopId === RECEIPT_SHOP ? 1 : 0);
  });

  it("merges two bills of one supplier at a time", () => {
    for (const father of own("BalancePayFath")) {
      const children = own("BalancePay").filter(({ FathId }) => FathId === father.Billid);
      expect(children.map(({ provid, Statu }) => [provid, Statu])).toEqual(
        [father, father].map(({ provid = null, Statu = null }) => [provid, Statu]),
      );
      expect(money(father, "Pay_sum")).toBe(sum(children, "Pay_sum"));
    }
  });

  it("keeps one bill that the bank refuses and one that it leaves waiting", () => {
    const payable = own("BalancePay").filter(({ Statu, Isstop }) => Statu === 20 && Isstop === false);
    const alone = payable.filter(({ FathId }) => FathId === null);
    expect(alone.map((bill) => money(bill, "Bala_sum") % 10n).sort()).toEqual([1n, 2n]);
    expect(alone.filter(({ attachurl }) => attachurl === null).length).toBe(1);
    const merged = payable.filter(({ FathId }) => FathId !== null);
    expect([1n, 2n]).not.toContain(sum(merged, "Bala_sum") % 10n);
  });

  it("lets applications through the nodes of their rules, and none for more than is due", () => {
    for (const application of own("PayApply")) {
      const label = text(application, "Billid");
      const log = own("ApproveLog").filter(({ Billid }) => Billid === application.Billid);
      const MdlId = flags.payApproval === true ? 509 : application.ApplyType === "balance" ? 504 : 523;
      const rules = own("AuditRule").filter((rule) => rule.MdlId === MdlId && rule.statu === 1);
      const nodes = rules.filter((rule) => money(rule, "minMoney") <= money(application, "applyMoney")).map(({ NodeNo }) => NodeNo);
      expect(
        log.map(({ NodeNo }) => NodeNo),
        label,
      ).toEqual(nodes.slice(0, log.length));
      const agreed = log.filter(({ result }) => result === 1).length;
      const stt = log.length > agreed ? -1 : agreed === nodes.length ? 50 : agreed > 0 ? 20 : Number(application.NodeNo) > 0 ? 10 : 0;
      expect(application.stt, label).toBe(stt);
      expect(application.approvedMoney, label).toBe(stt === 50 ? application.applyMoney : null);
    }
    for (const balance of confirmed) {
      const live = of("PayApply", balance).filter(({ stt }) => stt !== -1);
      expect(sum(live, "applyMoney") <= money(balance, "Bala_sum") || live.length === 0, text(balance, "Billid")).toBe(true);
    }
    if (flags.payApproval !== true) return;
    expect(own("ApproveLog").length).toBe(17);
    const recent = own("BalancePay").filter((bill) => Number(bill.Statu) >= 20 && text(bill, "audittime") >= addDays(ANCHOR, -15));
    const approved = new Set(own("PayApply").map(({ PayBillid, stt }) => `${PayBillid} ${stt}`));
    expect(recent.length).toBe(2);
    for (const bill of recent) expect(approved).toContain(`${bill.Billid} 50`);
    for (const bill of recent) {
      const granted = own("PayApply").filter(({ PayBillid, stt }) => PayBillid === bill.Billid && stt === 50);
      expect(sum(granted, "approvedMoney"), text(bill, "Billid")).toBe(money(bill, "Bala_sum"));
    }
  });

  it("adds cost adjustments up from their lines", () => {
    for (const adjust of own("CostAdjust")) {
      const lines = own("CostAdjustLine").filter(({ Billid }) => Billid === adjust.Billid);
      expect(lines.length).toBe(2);
      for (const field of ["amount", "DifMoney"]) expect(sum(lines, field), text(adjust, "Billid")).toBe(money(adjust, field));
    }
  });
});

it("shows the amounts that try the capitals, and every kind of failed invoice", () => {
  const totals = new Set(rowsOf("BalancePay").map((row) => row.TotalMoney));
  for (const amount of [10_000_005n, -32_840n, 1_020_304_000n]) expect(totals.has(amount), String(amount)).toBe(true);
  expect(Object.keys(count(rowsOf("TaxInvoice"), (row) => row.failkind ?? null)).sort()).toEqual(["1", "2", "3", "4", "null"]);
});
