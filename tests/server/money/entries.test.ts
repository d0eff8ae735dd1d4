import { beforeAll, expect, it } from "vitest";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, SUPPLIER } from "../flows/fixtures/desk.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { act, idOf, makeBill, openShop, page, refused, STRICT, TEXT, user } from "./fixtures/bills.ts";
import { newSupplier, settled } from "./fixtures/carry-world.ts";
import { ledgerOf } from "./fixtures/ledger.ts";

// docs/decisions/102: parts, prepayments, credit notes, refunds, cash fees and deposits are entries, each with its record.
describeEngine("an entry", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
  });
  let made = 0;
  /** Written down as its form does it. */
  const enter = (values: Row, shopId = SHOP): Promise<Row> => {
    made += 1;
    const shared = { provid: SUPPLIER, busdate: "2025-06-30", paydate: "2025-06-30", reason: "往来", applicant: "u0", PayWay: 1 };
    return desk.put("PayEntry", { ...shared, Billid: `SFT${made}`, Statu: 0, ...values }, shopId);
  };
  const post = (entry: Row, as = user()) => act(desk, "post", [idOf(entry)], { as, page: page(526, as.shopId) });
  const enterAndPost = async (values: Row) => {
    const entry = await enter(values);
    await post(entry);
    return entry;
  };
  const bill = (row: Row, shopId = SHOP) => desk.row("BalancePay", idOf(row), shopId);
  const records = (match: Row) => desk.find("PayRecord", match);
  const outside = async (row: Row): Promise<bigint> =>
    (await records({ Billid: row.Billid ?? null, result: 1 })).reduce(
      (sum, { Sign, Pay_sum }) => sum - BigInt(Number(Sign)) * BigInt(Pay_sum as bigint),
      0n,
    );
  /** A prepayment of so much, applied for on 523, approved and paid. */
  const prepay = async (provid: string, cents: bigint, Purpose = "advance"): Promise<Row> => {
    made += 1;
    const values = { provid, ApplyType: "request", Purpose, applyMoney: cents, applicant: `s${provid}`, applyside: "supplier", PayWay: 1 };
    const application = await desk.put("PayApply", { ...values, Billid: `SQT${made}`, busdate: "2025-06-30", stt: 10 });
    await act(desk, "audit", [idOf(application)], { page: page(523) });
    const { PayBillid } = await desk.row("PayApply", idOf(application));
    const [paper] = await desk.find("BalancePay", { Billid: PayBillid ?? "" });
    if (paper === undefined) throw new Error("no bill");
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(paper)]);
    return bill(paper);
  };

  it("pays a bill in parts, each with its record; the last, or 确认付款 of the rest, ends it, and nothing goes beyond", async () => {
    const provid = await newSupplier(desk);
    const [{ bill: one, statement }, { bill: two }] = [await settled(desk, provid, 100_005n), await settled(desk, provid, 30_000n)];
    for (const each of [one, two]) await act(desk, "confirm", [idOf(each)]);
    const part = (of: Row, amount: bigint) => enterAndPost({ provid, EntryKind: "part", PayBillid: of.Billid ?? null, amount });
    await part(one, 40_000n);
    expect(await bill(one)).toMatchObject({ Statu: 20, Pay_sum: 40_000n });
    expect(await ledgerOf(desk, provid)).toBe(90_005n);
    expect(await refused(part(one, 60_006n))).toMatchObject({ code: 422, message: expect.stringContaining("600.05") });
    await part(one, 60_005n);
    expect(await bill(one)).toMatchObject({ Statu: 50, Pay_sum: 100_005n });
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ Statu: 50 });
    expect(await desk.find("BalancePayDetail", { Billid: one.Billid ?? null })).toMatchObject([{ Pay_sum: 100_005n }]);
    expect((await records({ Billid: one.Billid ?? null })).map(({ Pay_sum }) => Pay_sum)).toEqual([40_000n, 60_005n]);
    expect(await refused(part(one, 1n))).toEqual(TEXT.stale);

    await part(two, 10_001n);
    await act(desk, "pay", [idOf(two)]);
    expect((await records({ Billid: two.Billid ?? null })).map(({ Pay_sum }) => Pay_sum)).toEqual([10_001n, 19_999n]);
    expect(await ledgerOf(desk, provid)).toBe(0n);
    // Taken back, all its parts are.
    await act(desk, "reverseunpaid", [idOf(one)], { reason: "误点" });
    expect(await records({ Billid: one.Billid ?? null })).toHaveLength(4);
    expect(await ledgerOf(desk, provid)).toBe(100_005n);
    expect(await auditProblems(desk.db)).toEqual([]);
  });

  it("is not for bills that are stopped, merged or not there, nor for another supplier's", async () => {
    const stopped = await makeBill(desk, { cents: 5_000n });
    await desk.patch("BalancePay", { Id: idOf(stopped) }, { Isstop: true });
    const part = (values: Row) => enterAndPost({ EntryKind: "part", amount: 1_000n, ...values });
    expect(await refused(part({ PayBillid: stopped.Billid ?? null }))).toEqual(TEXT.stop);
    const merged = await makeBill(desk, { cents: 5_000n });
    await desk.patch("BalancePay", { Id: idOf(merged) }, { FathId: "HB1" });
    expect(await refused(part({ PayBillid: merged.Billid ?? null }))).toEqual(TEXT.merged);
    const strange = await makeBill(desk, { cents: 5_000n });
    expect(await refused(part({ PayBillid: strange.Billid ?? null, provid: "105002" }))).toMatchObject({ code: 422 });
    expect(await refused(part({ PayBillid: "FK0" }))).toMatchObject({ code: 422 });
  });

  it("is posted by another than its writer, editor and submitter where the shop asks for two, and by the rule of payments", async () => {
    const bare = await makeBill(desk, { shopId: STRICT, cents: 5_000n });
    const entry = await enter({ EntryKind: "part", PayBillid: bare.Billid ?? null, amount: 1_000n }, STRICT);
    const as = (userId: string, without: readonly string[] = []) => ({ ...user(STRICT, without), userId });
    expect(await refused(post(entry, as("u9")))).toEqual(TEXT.stale);
    for (const [rowver, name] of ["u1", "u4"].entries()) {
      const fields = { reason: `更正${name}` };
      await saveRow(desk.as(as(name)), page(526, STRICT), { id: idOf(entry), rowver: rowver + 1, fields, lines: "" });
    }
    await act(desk, "submit", [idOf(entry)], { as: as("u2"), page: page(526, STRICT) });
    for (const own of ["u0", "u2"])
      expect(await refused(post(entry, as(own)))).toEqual({ code: 422, message: "须由登记人以外的另一人确认" });
    for (const own of ["u1", "u4"])
      expect(await refused(post(entry, as(own)))).toEqual({ code: 422, message: "您修改过该收付款单，须由另一人确认" });
    // Whoever pays a part needs the right to pay, not that of the page alone.
    for (const right of ["audit", "pay"]) expect(await refused(post(entry, as("u9", [right])))).toEqual(TEXT.noRight);
    expect(await refused(post(entry, as("u9", ["balancepay"])))).toEqual(TEXT.bare);
    await post(entry, as("u9"));
    expect(await refused(post(entry, as("u8")))).toEqual(TEXT.stale);
    expect(await bill(bare, STRICT)).toMatchObject({ Pay_sum: 1_000n, payerid: "u9" });
  });

  it("sets a prepayment off against statements, to the 分, linked both ways; and taken back, it is there again", async () => {
    const provid = await newSupplier(desk);
    const advance = await prepay(provid, 50_000n);
    expect([advance.BillKind, advance.BalaBillid, await outside(advance), await ledgerOf(desk, provid)]).toEqual([
      "advance",
      null,
      50_000n,
      -50_000n,
    ]);
    const { bill: first } = await settled(desk, provid, 30_001n);
    await act(desk, "confirm", [idOf(first)]);
    const offset = (amount: bigint, to: Row) =>
      enterAndPost({ provid, EntryKind: "offset", FromBillid: advance.Billid ?? null, PayBillid: to.Billid ?? null, amount });
    const entry = await offset(30_001n, first);
    expect(await bill(first)).toMatchObject({ Statu: 50, Pay_sum: 30_001n });
    const [taken, paid] = await records({ EntryBillid: entry.Billid ?? null });
    expect([taken?.linkid, paid?.linkid, taken?.Billid, paid?.Billid]).toEqual([
      paid?.transid,
      taken?.transid,
      advance.Billid,
      first.Billid,
    ]);
    expect([await outside(advance), await ledgerOf(desk, provid)]).toEqual([19_999n, -19_999n]);
    const { bill: second } = await settled(desk, provid, 90_000n);
    await act(desk, "confirm", [idOf(second)]);
    expect(await refused(offset(20_000n, second))).toMatchObject({ code: 422, message: expect.stringContaining("可抵扣") });
    // What was set off is no payment that a bank, or somebody, could give back.
    expect(await refused(act(desk, "reverserefund", [idOf(first)], { reason: "误" }))).toMatchObject({ code: 422, message: /抵扣或贷项/ });
    expect(await refused(act(desk, "reverserefund", [idOf(advance)], { reason: "误" }))).toMatchObject({
      code: 422,
      message: /收付款登记/,
    });
    expect(await refused(act(desk, "reverseunpaid", [idOf(advance)], { reason: "误" }))).toMatchObject({ code: 422, message: /不符/ });
    await act(desk, "reverseunpaid", [idOf(first)], { reason: "抵错" });
    expect([await outside(advance), await ledgerOf(desk, provid)]).toEqual([50_000n, 70_001n]);
    await offset(50_000n, second);
    expect([await outside(advance), (await bill(second)).Pay_sum, await ledgerOf(desk, provid)]).toEqual([0n, 50_000n, 70_001n]);
    expect(await auditProblems(desk.db)).toEqual([]);
  });

  it("receives what a supplier gives back after 冲销, in parts and never more", async () => {
    const provid = await newSupplier(desk);
    const { bill: first } = await settled(desk, provid, 70_000n);
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(first)]);
    const refund = (amount: bigint) => enterAndPost({ provid, EntryKind: "refund", FromBillid: first.Billid ?? null, amount });
    expect(await refused(refund(70_001n))).toMatchObject({ code: 422 });
    await act(desk, "reverserefund", [idOf(first)], { reason: "付错" });
    await refund(50_000n);
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual([20_000n, 50_000n]);
    expect(await refused(refund(20_001n))).toMatchObject({ code: 422, message: expect.stringContaining("退回") });
    await refund(20_000n);
    expect([await outside(first), await ledgerOf(desk, provid)]).toEqual([0n, 70_000n]);
  });

  it("lowers what is owed of an open bill by a credit note, never of a receipt", async () => {
    const provid = await newSupplier(desk);
    const { bill: open } = await settled(desk, provid, 10_000n);
    await act(desk, "confirm", [idOf(open)]);
    await enterAndPost({ provid, EntryKind: "credit", PayBillid: open.Billid ?? null, amount: 2_500n, bankref: "DX-1" });
    await act(desk, "pay", [idOf(open)]);
    expect(
      (await records({ Billid: open.Billid ?? null })).map(({ Operate, Pay_sum, recvAcct }) => [Operate, Pay_sum, recvAcct !== null]),
    ).toEqual([
      [7, 2_500n, false],
      [1, 7_500n, true],
    ]);
    expect(await ledgerOf(desk, provid)).toBe(0n);
    const receipt = await makeBill(desk, { shopId: STRICT, cents: -5_000n });
    const entry = await enter({ EntryKind: "credit", PayBillid: receipt.Billid ?? null, amount: 1n, Statu: 10 }, STRICT);
    expect(await refused(post(entry, user(STRICT)))).toMatchObject({ code: 422, message: expect.stringContaining("收款") });
  });

  it("receives part of what is below zero", async () => {
    const receipt = await makeBill(desk, { shopId: STRICT, cents: -5_000n });
    const entry = await enter({ EntryKind: "part", PayBillid: receipt.Billid ?? null, amount: 2_000n, Statu: 10 }, STRICT);
    await post(entry, user(STRICT));
    await act(desk, "pay", [idOf(receipt)], { as: user(STRICT) });
    const found = await desk.find("PayRecord", { Billid: receipt.Billid ?? null }, STRICT);
    expect(found.map(({ Sign, Pay_sum }) => [Sign, Pay_sum])).toEqual([
      [1, 2_000n],
      [1, 3_000n],
    ]);
  });

  it("marks a cash fee as received, once and in full, and the ledger shows it", async () => {
    const provid = await newSupplier(desk);
    const fee = { provid, FeeKind: "bill", FeeItem: "陈列费", FeeName: "端架", deductWay: 2, FeeMoney: 8_000n, taxRate: 60_000n };
    await desk.put("FeeBill", { ...fee, Billid: "FYT1", busdate: "2025-06-30", Statu: 10, payStt: 0 });
    expect(await ledgerOf(desk, provid)).toBe(-8_000n);
    const receive = (amount: bigint) => enterAndPost({ provid, EntryKind: "fee", FeeBillid: "FYT1", amount, PayWay: 4 });
    expect(await refused(receive(7_999n))).toMatchObject({ code: 422, message: "收款金额应等于费用金额" });
    await receive(8_000n);
    expect(await desk.find("FeeBill", { Billid: "FYT1" })).toMatchObject([{ payStt: 50, Statu: 50 }]);
    expect(await ledgerOf(desk, provid)).toBe(0n);
    expect(await refused(receive(8_000n))).toMatchObject({ code: 422 });
  });

  it("holds a deposit, and no more than it is given back", async () => {
    const provid = await newSupplier(desk);
    await enterAndPost({ provid, EntryKind: "deposit", amount: 20_000n });
    expect(await ledgerOf(desk, provid)).toBe(20_000n);
    expect(await refused(prepay(provid, 20_001n, "deposit"))).toMatchObject({ code: 422, message: expect.stringContaining("保证金") });
    const back = await prepay(provid, 15_000n, "deposit");
    expect([back.BillKind, await ledgerOf(desk, provid)]).toEqual(["deposit", 5_000n]);
    expect(await refused(prepay(provid, 5_001n, "deposit"))).toMatchObject({ code: 422 });
  });

  it("is written in a form that says what is missing", async () => {
    const fields = {
      provid: SUPPLIER,
      EntryKind: "refund",
      amount: "1.00",
      reason: "退",
      paydate: "2025-07-01",
      PayWay: "2",
      busdate: "2025-06-30",
    };
    const saved = saveRow(desk.as(user()), page(526), { id: null, rowver: undefined, fields, lines: "" });
    const { code, message } = await refused(saved);
    expect(code).toBe(400);
    for (const text of ["请选择预付或待退款的付款单", "收付日期不能晚于今天", "方式应为"]) expect(message).toContain(text);
    const whole = { ...fields, EntryKind: "deposit", paydate: "2025-06-30", PayWay: "4" };
    const { id } = await saveRow(desk.as(user()), page(526), { id: null, rowver: undefined, fields: whole, lines: "" });
    expect(await desk.row("PayEntry", id)).toMatchObject({ Statu: 0, applicant: "boss175", amount: 100n });
  });
});
