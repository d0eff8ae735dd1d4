import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { beginJournal, PAYABLE, postJournal } from "../../../src/server/features/journal/post-journal.ts";
import { mergeForUser } from "../../../src/server/features/payments/merge-bills.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { readChain } from "../../../src/server/query/show/read-chain.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER } from "../flows/fixtures/desk.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { APPROVING, act, idOf, makeBill, openShop, page, refused, STRICT, seenNow, TEXT, user } from "./fixtures/bills.ts";
import { agree, generate, newSupplier, owe, settled } from "./fixtures/carry-world.ts";
import { ledgerOf } from "./fixtures/ledger.ts";

const OTHER = { code: 422, message: "须由申请人以外的另一人同意" };

// docs/decisions/102: a payment that was wrong is corrected by its opposite, and nothing is deleted.
describeEngine("a payment that is taken back", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    for (const shopId of [STRICT, APPROVING]) await openShop(desk, shopId);
  });
  const as = (shopId: string, name: string) => ({ ...user(shopId), userId: name, userName: name });
  const at503 = (shopId: string, name: string, reason = "付错供应商") => ({ as: as(shopId, name), page: page(503, shopId), reason });
  const bill = (row: Row, shopId = SHOP) => desk.row("BalancePay", idOf(row), shopId);
  const records = (row: Row, shopId = SHOP) => desk.find("PayRecord", { Billid: row.Billid ?? null }, shopId);

  it("by one person with a reason, where the shop wants no second one: record, statement, plan and ledger go back, and a new bill pays", async () => {
    const provid = await newSupplier(desk);
    const { statement, bill: first } = await settled(desk, provid, 100_005n);
    await act(desk, "confirm", [idOf(first)]);
    expect(await refused(act(desk, "reverseunpaid", [idOf(first)], { reason: "误点" }))).toEqual(TEXT.stale);
    await act(desk, "pay", [idOf(first)]);
    expect(await ledgerOf(desk, provid)).toBe(0n);
    expect(await refused(act(desk, "reverseunpaid", [idOf(first)]))).toMatchObject({ code: 400 });
    expect(await refused(act(desk, "askunpaid", [idOf(first)], { reason: "误点" }))).toEqual(TEXT.stale);
    await act(desk, "reverseunpaid", [idOf(first)], { reason: "误点" });

    expect(await bill(first)).toMatchObject({ Statu: 60, Pay_sum: 0n, RevNo: idOf(first), revwhy: "误点" });
    const number = `WY-${first.Billid}`;
    expect(await records(first)).toMatchObject([
      { transid: number, Sign: -1, Operate: 1, Pay_sum: 100_005n, linkid: `CX-${number}` },
      { transid: `CX-${number}`, Sign: 1, Operate: 4, Pay_sum: 100_005n, linkid: number, message: `冲销 ${number}：误点` },
    ]);
    const [second, ...more] = await desk.find("BalancePay", { BalaBillid: statement.Billid ?? null, RevNo: 0 });
    if (second === undefined) throw new Error("no new bill");
    expect(more).toEqual([]);
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ Statu: 10, B2b_statu: 50, PayBillid: second.Billid });
    expect(await desk.find("BalancePlan", { BalaBillid: statement.Billid ?? null })).toMatchObject([{ stt: 4, finishdate: null }]);
    expect(await ledgerOf(desk, provid)).toBe(100_005n);
    // The chain shows both bills and both payments, and counts the bill that is left. The voucher is one, its invoices' to end, and says both sums.
    const voucher = () => desk.find("Voucher", { BalaBillid: statement.Billid ?? null });
    const paidBy = async () => {
      const [{ Id } = {}] = await voucher();
      const { outsum, insum } = (await showRow(desk.as(user()), page(511), Number(Id))).row;
      return { outsum, insum };
    };
    const chain = () =>
      readChain(
        desk.as(user()),
        page(510),
        idOf(statement),
        [510, 503, 520].map((id) => page(id)),
      );
    const numbers = async (title: string) => (await chain()).find((step) => step.title === title)?.documents.map((one) => one.number);
    expect(await voucher()).toMatchObject([{ Statu: 10, TotalMoney: 100_005n }]);
    expect(await paidBy()).toEqual({ outsum: "1000.05", insum: "1000.05" });
    expect(await numbers("付款单")).toEqual(expect.arrayContaining([first.Billid, second.Billid]));
    expect((await chain()).find(({ title }) => title === "付款单")).toMatchObject({ amount: "1000.05", count: 2 });
    expect((await chain()).find(({ title }) => title === "支付流水")).toMatchObject({ count: 2 });
    // Never twice.
    expect(await refused(act(desk, "reverseunpaid", [idOf(first)], { reason: "再来" }))).toEqual(TEXT.stale);

    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(second)]);
    expect(await voucher()).toMatchObject([{ Statu: 10, TotalMoney: 100_005n }]);
    expect(await paidBy()).toEqual({ outsum: "2000.10", insum: "1000.05" });
    expect((await chain()).find(({ title }) => title === "支付流水")).toMatchObject({ count: 3 });
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ Statu: 50 });
    expect(await desk.find("BalancePlan", { BalaBillid: statement.Billid ?? null })).toMatchObject([{ stt: 7 }]);
    expect(await ledgerOf(desk, provid)).toBe(0n);
    // So does the journal: an entry for each payment, and one of the opposite sides for the correction.
    await beginJournal(desk.db, registry);
    await postJournal({ db: desk.db, registry, now: () => NOW });
    const booked = await sql<{ entry: string }>`
      select "debitAccount" || ' / ' || "creditAccount" || ' ' || amount as entry from journal_entry
      where "SHOP_ID" = ${SHOP} and provid = ${provid} and '银行存款' in ("debitAccount", "creditAccount") order by "Id"`.execute(desk.db);
    const [paid, back] = [`${PAYABLE} / 银行存款 100005`, `银行存款 / ${PAYABLE} 100005`];
    expect(booked.rows.map(({ entry }) => entry).sort()).toEqual([paid, paid, back].sort());
    expect(await auditProblems(desk.db)).toEqual([]);
  });

  it.each([STRICT, APPROVING])("in shop %s one asks and another agrees, by the way that was asked for", async (shopId) => {
    const paid = await makeBill(desk, { shopId, statu: 10, cents: 5_000n });
    const { provid = null, Billid = null, BalaBillid = null } = paid;
    const granted = { provid, PayBillid: Billid, BalaBillid, ApplyType: "balance", applyMoney: 5_000n, approvedMoney: 5_000n, stt: 50 };
    await desk.put("PayApply", { ...granted, Billid: `SQ${String(Billid)}` }, shopId);
    await desk.patch("Balance", { Billid: BalaBillid }, { Sum_invoice: 5_000n }, shopId);
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(paid)], { as: user(shopId) });
    const [, asker, other] = ["", "u1", "u2"].map((name) => at503(shopId, name));
    if (!asker || !other) throw new Error("nobody");
    const noRight = { ...asker, as: { ...user(shopId, ["reverse"]), userId: "u3" } };
    expect(await refused(act(desk, "askunpaid", [idOf(paid)], noRight))).toEqual(TEXT.noRight);
    expect(await refused(act(desk, "reverseunpaid", [idOf(paid)], asker))).toEqual(TEXT.stale);
    await act(desk, "askunpaid", [idOf(paid)], asker);
    expect(await refused(act(desk, "reverseunpaid", [idOf(paid)], asker))).toEqual(OTHER);
    expect(await refused(act(desk, "reverseunpaid", [idOf(paid)], noRight))).toEqual(TEXT.noRight);
    expect(await refused(act(desk, "reverserefund", [idOf(paid)], other))).toEqual(TEXT.stale);
    await act(desk, "dropreverse", [idOf(paid)], other);
    expect(await refused(act(desk, "reverseunpaid", [idOf(paid)], other))).toEqual(TEXT.stale);
    await act(desk, "askunpaid", [idOf(paid)], asker);
    await act(desk, "reverseunpaid", [idOf(paid)], other);
    expect(await bill(paid, shopId)).toMatchObject({ Statu: 60, revby: "u1", revwhy: "付错供应商" });
    const events = await desk.find("EventLog", { entity: "BalancePay", bllid: String(idOf(paid)) }, shopId);
    const who = events.filter(({ action }) => String(action).includes("unpaid")).map(({ USER_ID }) => USER_ID);
    expect(who).toEqual(["u1", "u1", "u2"]);
    // What was granted for the old bill is not for the new one.
    const [next] = await desk.find("BalancePay", { BalaBillid, RevNo: 0 }, shopId);
    const confirmed = act(desk, "confirm", [idOf(next ?? {})], { as: user(shopId) });
    if (shopId === APPROVING) expect(await refused(confirmed)).toEqual(TEXT.unapproved);
    else await confirmed;
  });

  it("money that is outside is owed by the supplier: the ledger nets it, and the bill says how much", async () => {
    const provid = await newSupplier(desk);
    const { bill: first } = await settled(desk, provid, 70_000n);
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(first)]);
    await act(desk, "reverserefund", [idOf(first)], { reason: "付错账户" });
    expect(await ledgerOf(desk, provid)).toBe(0n);
    const filter = JSON.stringify([{ field: "Billid", operator: "eq", value: first.Billid }]);
    const { rows } = await listPage(desk.as(user()), page(503), { page: "1", rows: "10", filter });
    expect(rows).toMatchObject([{ outside: "700.00", Statu: 60 }]);
    expect((await records(first)).map(({ Operate, Sign }) => [Operate, Sign])).toEqual([
      [1, -1],
      [4, 1],
      [5, -1],
    ]);
  });

  it("of one bill of a merged payment leaves the others paid", async () => {
    const [one, two] = [await makeBill(desk, { cents: 1_000n }), await makeBill(desk, { cents: 2_000n })];
    const ids = [idOf(one), idOf(two)];
    const merged = await mergeForUser(desk.as(user()), page(503), { ids, seen: await seenNow(desk, ids), idempotencyKey: undefined });
    await act(desk, "pay", [merged.id], { page: page(9503) });
    await act(desk, "reverseunpaid", [idOf(one)], { reason: "重复" });
    expect(await bill(one)).toMatchObject({ Statu: 60, FathId: merged.Billid });
    expect(await bill(two)).toMatchObject({ Statu: 50, Pay_sum: 2_000n });
    expect(await records(one)).toHaveLength(2);
  });

  it("of a receipt in a merged payment lets the next statement take what is below zero", async () => {
    const provid = await newSupplier(desk);
    const { statement: debt, bill: receipt } = await settled(desk, provid, -4_000n);
    await act(desk, "collect", [idOf(debt)], { page: page(510, SHOP), reason: "要求缴款" });
    const { bill: other } = await settled(desk, provid, 10_000n);
    const ids = [idOf(receipt), idOf(other)];
    await act(desk, "confirm", ids);
    const merged = await mergeForUser(desk.as(user()), page(503), { ids, seen: await seenNow(desk, ids), idempotencyKey: undefined });
    await act(desk, "pay", [merged.id], { page: page(9503) });
    await act(desk, "reverseunpaid", [idOf(receipt)], { reason: "未收到" });
    await act(desk, "defer", [idOf(debt)], { page: page(510, SHOP), reason: "下次扣" });
    await owe(desk, provid, 9_000n);
    const next = await generate(desk, provid);
    expect(next).toMatchObject({ TotalMoney: 5_000n, CarryMoney: -4_000n });
    expect(await desk.row("Balance", idOf(debt))).toMatchObject({ Statu: 40, BalaBillid: next?.Billid });
  });

  it("what was carried into its statement goes back with it, and is settled again with the new payment", async () => {
    const provid = await newSupplier(desk);
    const { statement: debt } = await settled(desk, provid, -4_000n);
    await owe(desk, provid, 10_000n);
    const taker = await generate(desk, provid);
    if (taker === null) throw new Error("nothing to settle");
    const first = await agree(desk, taker);
    const voucher = () => desk.find("Voucher", { BalaBillid: debt.Billid ?? null });
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(first)]);
    expect(await voucher()).toMatchObject([{ Statu: 50 }]);
    await act(desk, "reverseunpaid", [idOf(first)], { reason: "误点" });
    expect(await voucher()).toMatchObject([{ Statu: 10 }]);
    const [second] = await desk.find("BalancePay", { BalaBillid: taker.Billid ?? null, RevNo: 0 });
    for (const step of ["confirm", "pay"]) await act(desk, step, [idOf(second ?? {})]);
    expect(await voucher()).toMatchObject([{ Statu: 50 }]);
  });

  it("is refused of what a bank has paid without its refund, and where records do not fit", async () => {
    const hand = await makeBill(desk, { cents: 3_000n });
    await act(desk, "pay", [idOf(hand)]);
    const [record] = await records(hand);
    await desk.patch("PayRecord", { Id: record?.Id ?? null }, { PayWay: 2 });
    expect(await refused(act(desk, "reverseunpaid", [idOf(hand)], { reason: "误" }))).toMatchObject({ code: 422, message: /款须退回/ });
    await desk.patch("PayRecord", { Id: record?.Id ?? null }, { PayWay: 1, Pay_sum: 2_999n });
    expect(await refused(act(desk, "reverseunpaid", [idOf(hand)], { reason: "误" }))).toMatchObject({ code: 422, message: /不符/ });
    expect(await refused(act(desk, "reverseunpaid", [idOf(hand)], { as: user(SHOP, [], SUPPLIER), reason: "误" }))).toEqual(TEXT.noRight);
  });
});
