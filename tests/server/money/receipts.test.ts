import { beforeAll, expect, it } from "vitest";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { UNSEEN } from "../../../src/server/engine/seen-versions.ts";
import { beginJournal, journalGaps, postJournal } from "../../../src/server/features/journal/post-journal.ts";
import { startPayment } from "../../../src/server/features/payments/start-payment.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER } from "../flows/fixtures/desk.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { act, idOf, makeBill, openShop, page, refused, STRICT, system, TEXT, user } from "./fixtures/bills.ts";
import { newSupplier, settled } from "./fixtures/carry-world.ts";
import { ledgerOf } from "./fixtures/ledger.ts";

const OTHER = { code: 422, message: "须由申请人以外的另一人同意" };
const BANK = { PayWay: 3, transid: "KD-1" };

// docs/decisions/102: what was received wrongly is corrected by its opposite; what a bank has collected is given back.
describeEngine("a receipt that was wrong", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
    await beginJournal(desk.db, registry);
    await desk.put("PayConfig", { PayWay: 2, channelName: "ZSPay", merchantNo: "M1", statu: 1 });
  });
  let made = 0;
  const as = (name: string, shopId = STRICT) => ({ ...user(shopId), userId: name, userName: name });
  const at = (module: number, name: string, shopId = STRICT) => ({ as: as(name, shopId), page: page(module, shopId), reason: "收错款" });
  const bill = (row: Row, shopId = SHOP) => desk.row("BalancePay", idOf(row), shopId);
  const records = (match: Row, shopId = SHOP) => desk.find("PayRecord", match, shopId);
  const pairs = (rows: readonly Row[]) => rows.map(({ transid, linkid, Sign, Operate }) => [transid, linkid, Sign, Operate]);
  const outside = async (row: Row): Promise<string> => String((await showRow(desk.as(user()), page(503), idOf(row))).row.outside);
  const agreed = async (shopId = SHOP) => {
    await postJournal({ db: desk.db, registry, now: () => NOW });
    return [await journalGaps(desk.db, registry, shopId, NOW), await auditProblems(desk.db)];
  };
  const posted = async (values: Row, shopId = SHOP): Promise<Row> => {
    made += 1;
    const shared = {
      provid: SUPPLIER,
      busdate: "2025-06-30",
      paydate: "2025-06-30",
      reason: "往来",
      applicant: "u0",
      PayWay: 1,
      Statu: 10,
    };
    const entry = await desk.put("PayEntry", { ...shared, Billid: `SFR${made}`, ...values }, shopId);
    await act(desk, "post", [idOf(entry)], { as: user(shopId), page: page(526, shopId) });
    return entry;
  };
  /** Applied for by the supplier on 523, and approved: the bill that it leads to. */
  const granted = async (provid: string, values: Row): Promise<Row> => {
    made += 1;
    const shared = { provid, ApplyType: "request", applicant: `s${provid}`, applyside: "supplier", PayWay: 1 };
    const application = await desk.put("PayApply", { ...shared, Billid: `SQR${made}`, busdate: "2025-06-30", stt: 10, ...values });
    await act(desk, "audit", [idOf(application)], { page: page(523) });
    const { PayBillid } = await desk.row("PayApply", idOf(application));
    const [paper] = await desk.find("BalancePay", { Billid: PayBillid ?? "" });
    if (paper === undefined) throw new Error("no bill");
    await act(desk, "confirm", [idOf(paper)]);
    return paper;
  };
  /** A debt that is collected, and received. */
  const received = async (cents: bigint): Promise<{ provid: string; statement: Row; first: Row }> => {
    const provid = await newSupplier(desk);
    const { statement, bill: first } = await settled(desk, provid, cents);
    await act(desk, "collect", [idOf(statement)], { page: page(510), reason: "现款" });
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(first)]);
    return { provid, statement, first };
  };

  it("of a statement below zero is taken back by two persons, named both ways, and the statement waits to be received again", async () => {
    const first = await makeBill(desk, { shopId: STRICT, cents: -5_000n });
    const [plan] = await desk.find("BalancePlan", { BalaBillid: first.BalaBillid ?? null }, STRICT);
    await act(desk, "pay", [idOf(first)], { as: user(STRICT) });
    await act(desk, "askunpaid", [idOf(first)], at(503, "u1"));
    expect(await refused(act(desk, "reverseunpaid", [idOf(first)], at(503, "u1")))).toEqual(OTHER);
    await act(desk, "reverseunpaid", [idOf(first)], at(503, "u2"));
    const number = `WY-${first.Billid}`;
    expect(pairs(await records({ Billid: first.Billid ?? null }, STRICT))).toEqual([
      [number, `CX-${number}`, 1, 1],
      [`CX-${number}`, number, -1, 4],
    ]);
    const { BalaBillid = null } = first;
    const [second] = await desk.find("BalancePay", { BalaBillid, RevNo: 0 }, STRICT);
    expect(await bill(first, STRICT)).toMatchObject({ Statu: 60, Pay_sum: 0n });
    expect(second).toMatchObject({ Statu: 10, Bala_sum: -5_000n, Pay_sum: 0n });
    expect(await desk.find("Balance", { Billid: BalaBillid }, STRICT)).toMatchObject([{ Statu: 10, PayBillid: second?.Billid }]);
    expect(await desk.find("BalancePlan", { BalaBillid }, STRICT)).toMatchObject([{ stt: plan?.stt, finishdate: null }]);
    expect(await ledgerOf(desk, SUPPLIER, STRICT)).toBe(-5_000n);
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(second ?? {})], { as: user(STRICT) });
    expect(await ledgerOf(desk, SUPPLIER, STRICT)).toBe(0n);
    expect(await agreed(STRICT)).toEqual([[], []]);
  });

  it("of a cash fee, a deposit or a refund is taken back by another than asked for it, once, and can be received again", async () => {
    const fee = { provid: SUPPLIER, FeeKind: "bill", FeeItem: "陈列费", FeeName: "端架", deductWay: 2, FeeMoney: 8_000n, taxRate: 60_000n };
    await desk.put("FeeBill", { ...fee, Billid: "FYR1", busdate: "2025-06-30", Statu: 10, payStt: 0 }, STRICT);
    const owed = await ledgerOf(desk, SUPPLIER, STRICT);
    for (const values of [
      { EntryKind: "fee", FeeBillid: "FYR1", amount: 8_000n },
      { EntryKind: "deposit", amount: 20_000n },
    ]) {
      const entry = await posted(values, STRICT);
      const step = (action: string, name: string) => act(desk, action, [idOf(entry)], at(526, name));
      expect(await refused(step("reverse", "u1"))).toEqual(TEXT.stale);
      await step("askreverse", "u1");
      expect(await refused(step("reverse", "u1"))).toEqual(OTHER);
      await step("dropreverse", "u3");
      await step("askreverse", "u1");
      await step("reverse", "u2");
      expect(await refused(step("reverse", "u3"))).toEqual(TEXT.stale);
      expect(await desk.row("PayEntry", idOf(entry), STRICT)).toMatchObject({ Statu: 60, revby: "u1", revwhy: "收错款" });
      const both = await records({ EntryBillid: entry.Billid ?? null }, STRICT);
      expect(both).toMatchObject([
        { linkid: both[1]?.transid, Sign: 1, Pay_sum: values.amount },
        { linkid: both[0]?.transid, Sign: -1, Operate: 4, Pay_sum: values.amount },
      ]);
      expect(await ledgerOf(desk, SUPPLIER, STRICT)).toBe(owed);
    }
    expect(await desk.find("FeeBill", { Billid: "FYR1" }, STRICT)).toMatchObject([{ payStt: 0, Statu: 10 }]);
    await posted({ EntryKind: "fee", FeeBillid: "FYR1", amount: 8_000n }, STRICT);
    expect(await desk.find("FeeBill", { Billid: "FYR1" }, STRICT)).toMatchObject([{ payStt: 50, Statu: 50 }]);
    expect(await agreed(STRICT)).toEqual([[], []]);
  });

  it("of a refund is outside again; a deposit that is asked back, and what is taken back with its bill, stay", async () => {
    const provid = await newSupplier(desk);
    const { bill: first } = await settled(desk, provid, 70_000n);
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(first)]);
    await act(desk, "reverserefund", [idOf(first)], { reason: "付错" });
    const refund = await posted({ provid, EntryKind: "refund", FromBillid: first.Billid ?? null, amount: 70_000n });
    const reverse = (entry: Row) => act(desk, "reverse", [idOf(entry)], { page: page(526), reason: "登错" });
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual(["0.00", 70_000n]);
    await reverse(refund);
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual(["700.00", 0n]);
    await posted({ provid, EntryKind: "refund", FromBillid: first.Billid ?? null, amount: 70_000n });

    const [one, two] = [
      await posted({ provid, EntryKind: "deposit", amount: 100n }),
      await posted({ provid, EntryKind: "deposit", amount: 50n }),
    ];
    await granted(provid, { Purpose: "deposit", applyMoney: 60n });
    expect(await refused(reverse(one))).toMatchObject({ code: 422, message: expect.stringContaining("已申请退还") });
    await reverse(two);
    const [next] = await desk.find("BalancePay", { BalaBillid: first.BalaBillid ?? null, RevNo: 0 });
    await act(desk, "confirm", [idOf(next ?? {})]);
    const part = await posted({ provid, EntryKind: "part", PayBillid: next?.Billid ?? null, amount: 1n });
    expect(await refused(reverse(part))).toEqual(TEXT.stale);
    expect(await agreed()).toEqual([[], []]);
  });

  it("that a bank has collected is not taken back in silence: it is asked for, granted by another and given back, by hand and by bank", async () => {
    const { provid, statement, first } = await received(-9_000n);
    const [record] = await records({ Billid: first.Billid ?? null });
    await desk.patch("PayRecord", { Id: record?.Id ?? null }, BANK);
    expect(await ledgerOf(desk, provid)).toBe(0n);
    expect(await refused(act(desk, "reverseunpaid", [idOf(first)], { reason: "误" }))).toMatchObject({ code: 422, message: /款须退回/ });
    await act(desk, "reverserefund", [idOf(first)], { reason: "收错供应商" });
    expect(pairs(await records({ Billid: first.Billid ?? null }))).toEqual([
      ["KD-1", "CX-KD-1", 1, 1],
      ["CX-KD-1", "KD-1", -1, 4],
      [`DT-${first.Billid}`, null, 1, 5],
    ]);
    // We owe it, and the statement is owed again: together what it was.
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual(["-90.00", 0n]);
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ Statu: 10 });

    const giveback = (applyMoney: bigint, values: Row = {}) =>
      granted(provid, { Purpose: "giveback", FromBillid: first.Billid ?? null, applyMoney, Remark: "收错供应商", ...values });
    expect(await refused(giveback(9_001n))).toMatchObject({ code: 422, message: expect.stringContaining("90.00") });
    expect(await refused(giveback(1n, { FromBillid: "FK0" }))).toMatchObject({ code: 422 });
    expect(await refused(giveback(1n, { applicant: user().userId, applyside: "shop" }))).toMatchObject({ code: 422 });
    const hand = await giveback(4_000n);
    expect(await refused(giveback(5_001n))).toMatchObject({ code: 422, message: expect.stringContaining("50.00") });
    expect(hand).toMatchObject({ BillKind: "giveback", FromBillid: first.Billid, Bala_sum: 4_000n, BalaBillid: null });
    await act(desk, "pay", [idOf(hand)]);
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual(["-50.00", -4_000n]);
    const bank = await giveback(5_000n);
    const started = { ids: [idOf(bank)], channel: "ZSPay", direction: "pay", seen: UNSEEN, idempotencyKey: undefined } as const;
    const [order] = (await startPayment(desk.as(user()), page(503), started)).results;
    await system(desk, "BalancePay", "bankpaid", idOf(bank));
    await desk.patch("PayRecord", { transid: order?.transid ?? "" }, { result: 1 });
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual(["0.00", -9_000n]);
    expect(await refused(giveback(1n))).toMatchObject({ code: 422 });
    // One that was given back wrongly is to be given back again.
    await act(desk, "reverseunpaid", [idOf(hand)], { reason: "未付出" });
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual(["-40.00", -5_000n]);
    await act(desk, "pay", [idOf(await giveback(4_000n))]);
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual(["0.00", -9_000n]);
    expect(await agreed()).toEqual([[], []]);
  });

  it("of a fee that its supplier has paid by bank is taken back by two persons, the fee is to be paid again, and the money given back", async () => {
    for (const shopId of [SHOP, STRICT]) {
      const provid = await newSupplier(desk, shopId);
      const named = {
        Billid: `FYB${shopId.slice(-3)}`,
        FeeKind: "instant",
        FeeItem: "陈列费",
        FeeName: "端架",
        deductWay: 2,
        taxRate: 60_000n,
      };
      const order = { provid, Billid: `ZFB${shopId.slice(-3)}`, bllid: named.Billid, FeeName: "端架", Pay_sum: 7_000n, Sign: 1, PayWay: 2 };
      const fee = await desk.put(
        "FeeBill",
        { provid, ...named, FeeMoney: 7_000n, busdate: "2025-06-30", Statu: 50, payStt: 50, PayOrderId: order.Billid },
        shopId,
      );
      const paid = await desk.put("PayOrder", { ...order, busdate: "2025-06-30", transid: "ZS-F", Statu: 50 }, shopId);
      const booked = { provid, Billid: order.Billid, bllid: named.Billid, transid: `ZS-F${shopId}`, Pay_sum: 7_000n, PayWay: 2 };
      await desk.put("PayRecord", { ...booked, busdate: "2025-06-30", Operate: 1, Sign: 1, result: 1 }, shopId);
      const step = (action: string, name: string) => act(desk, action, [idOf(paid)], at(403, name, shopId));
      if (shopId === STRICT) {
        expect(await refused(step("reverse", "u1"))).toEqual(TEXT.stale);
        await step("askreverse", "u1");
        expect(await refused(step("reverse", "u1"))).toEqual(OTHER);
      }
      expect(await ledgerOf(desk, provid, shopId)).toBe(0n);
      await step("reverse", "u2");
      expect(await refused(step("reverse", "u3"))).toEqual(TEXT.stale);
      const after = await desk.row("PayOrder", idOf(paid), shopId);
      expect(after).toMatchObject({ Statu: 60, revwhy: "收错款", revby: shopId === STRICT ? "u1" : "u2" });
      expect(await desk.row("FeeBill", idOf(fee), shopId)).toMatchObject({ payStt: 0, Statu: 10, PayOrderId: null });
      expect(pairs(await records({ provid }, shopId))).toEqual([
        [booked.transid, `CX-${booked.transid}`, 1, 1],
        [`CX-${booked.transid}`, booked.transid, -1, 4],
        [`DT-${order.Billid}`, null, 1, 5],
      ]);
      // The fee is owed to us, and the money to the supplier: together nothing.
      const [held] = await desk.find("BalancePay", { Billid: after.BackBillid ?? null }, shopId);
      expect(held).toMatchObject({ Statu: 60, BillKind: "fee", Bala_sum: -7_000n, BalaBillid: null });
      const left = async () => String((await showRow(desk.as(user(shopId)), page(503, shopId), idOf(held ?? {}))).row.outside);
      expect([await left(), await ledgerOf(desk, provid, shopId)]).toEqual(["-70.00", 0n]);
      if (shopId === SHOP) {
        const giveback = (applyMoney: bigint) =>
          granted(provid, { Purpose: "giveback", FromBillid: after.BackBillid ?? null, applyMoney, Remark: "收错款" });
        expect(await refused(giveback(7_001n))).toMatchObject({ code: 422, message: expect.stringContaining("70.00") });
        await act(desk, "pay", [idOf(await giveback(7_000n))]);
        expect([await left(), await ledgerOf(desk, provid)]).toEqual(["0.00", -7_000n]);
        await posted({ provid, EntryKind: "fee", FeeBillid: named.Billid, amount: 7_000n });
        expect(await ledgerOf(desk, provid)).toBe(0n);
      }
      expect(await agreed(shopId)).toEqual([[], []]);
    }
    const other = { provid: SUPPLIER, FeeName: "端架", Sign: 1, busdate: "2025-06-30", transid: "ZS-G", Statu: 50 };
    const bare = await desk.put("PayOrder", { ...other, Billid: "ZFBX", bllid: "FYBX", Pay_sum: 1n });
    expect(await refused(act(desk, "reverse", [idOf(bare)], { page: page(403), reason: "误" }))).toMatchObject({
      code: 422,
      message: expect.stringContaining("支付流水与支付金额不符"),
    });
  });

  it("is asked for in a form that wants the receipt and a reason", async () => {
    const fields = { Purpose: "giveback", applyMoney: "1.00", busdate: "2025-06-30" };
    const saved = saveRow(desk.as(user(SHOP, [], SUPPLIER)), page(523), { id: null, rowver: undefined, fields, lines: "" });
    const { message } = await refused(saved);
    for (const text of ["请选择要退还的收款", "请在备注中填写退还原因"]) expect(message).toContain(text);
  });

  it("leaves a prepayment whose set-off was taken back to be corrected as any payment", async () => {
    const provid = await newSupplier(desk);
    const advance = await granted(provid, { Purpose: "advance", applyMoney: 50_000n });
    await act(desk, "pay", [idOf(advance)]);
    const { bill: first } = await settled(desk, provid, 30_000n);
    await act(desk, "confirm", [idOf(first)]);
    await posted({ provid, EntryKind: "offset", FromBillid: advance.Billid ?? null, PayBillid: first.Billid ?? null, amount: 30_000n });
    const back = await posted({ provid, EntryKind: "refund", FromBillid: advance.Billid ?? null, amount: 20_000n });
    await act(desk, "reverse", [idOf(back)], { page: page(526), reason: "登错" });
    await act(desk, "reverseunpaid", [idOf(first)], { reason: "抵错" });
    expect(await outside(advance)).toBe("500.00");
    await act(desk, "reverseunpaid", [idOf(advance)], { reason: "未付出" });
    expect([await outside(advance), await ledgerOf(desk, provid)]).toEqual(["0.00", 30_000n]);
    expect(await agreed()).toEqual([[], []]);
  });
});
