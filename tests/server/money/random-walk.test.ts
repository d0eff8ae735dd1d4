import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { UNSEEN } from "../../../src/server/engine/seen-versions.ts";
import { attach, detach } from "../../../src/server/features/attachments/attach.ts";
import { beginJournal, journalGaps, PAYABLE, postJournal } from "../../../src/server/features/journal/post-journal.ts";
import { mergeForUser } from "../../../src/server/features/payments/merge-bills.ts";
import { mergedPage } from "../../../src/server/features/payments/pages.ts";
import { startPayment } from "../../../src/server/features/payments/start-payment.ts";
import { listPlan } from "../../../src/server/query/list-plan.ts";
import { readTotals } from "../../../src/server/query/sums.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { parseScaled } from "../../../src/shared/domain/scaled.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, SUPPLIER } from "../flows/fixtures/desk.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { act, idOf, makeStatement, openShop, page, STRICT, seenNow, system, user } from "./fixtures/bills.ts";
import { generate, owe } from "./fixtures/carry-world.ts";
import { type Bill, Model, STEPS, type Step } from "./fixtures/pay-model.ts";
import { randomOf } from "./fixtures/random.ts";
import { WALK } from "./fixtures/rounds.ts";

/** As many statements are under way at a time: enough to merge and mix, few enough to meet each other. */
const CROWD = 16;
/** After so many calls everything is compared, which takes the longer the more there is. */
const COMPARED = Math.max(200, WALK / 20);
const PICTURE = "/uploads/walk/a.png";

// A plain model of the money machines, written from docs/decisions/41, 44 to 47, 94 and 97, walks along; each call must answer as the model says.
describeEngine("a random walk over the edges of the money machines", (open) => {
  let desk: Desk;
  let entries = 0;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
    await beginJournal(desk.db, registry);
    for (const shopId of [SHOP, STRICT]) {
      await desk.put("PayConfig", { PayWay: 2, channelName: "ZSPay", merchantNo: "M1", statu: 1 }, shopId);
      await desk.put("Attachment", { url: PICTURE, name: "a.png", mime: "image/png" }, shopId);
    }
    for (const shopId of [SHOP, STRICT]) await desk.patch("Provider", {}, { BankAcct: "62000002" }, shopId);
  });

  it.each([
    [SHOP, 1],
    [STRICT, 2],
  ] as const)(`does and refuses in shop %s what the model does and refuses (${WALK} calls)`, async (shopId, seed) => {
    const random = randomOf(seed);
    const model = new Model(shopId === STRICT);
    const seen = new Map<string, number>();
    for (let call = 0; call < WALK / 2; call++) {
      if (model.open().length < CROWD) await (random(3) === 0 ? beginNext : begin)(shopId, model, BigInt(random(2_000_000) - 500_000));
      const { step, targets } = model.next(random);
      const told = await run(shopId, model, step, targets);
      const expected = model.judge(step, targets);
      expect(
        told,
        `call ${call}: ${step} on ${targets.map((bill) => JSON.stringify({ ...bill, cents: String(bill.cents), paid: String(bill.paid) })).join()}`,
      ).toBe(expected);
      if (expected === 200) await follow(shopId, model, step, targets);
      const edge = `${step} ${expected}`;
      seen.set(edge, (seen.get(edge) ?? 0) + 1);
      if ((call + 1) % COMPARED === 0) await compare(shopId, model);
    }
    await compare(shopId, model);
    // A walk that never does a step proves nothing of it; short ones may miss a rare one.
    const done = STEPS.filter((step) => seen.has(`${step} 200`));
    // Where a shop collects, nothing waits to be carried.
    const possible = STEPS.filter((step) => shopId === SHOP || (step !== "collect" && step !== "defer"));
    if (WALK >= 2000) expect(done).toEqual(possible);
    expect(await auditProblems(desk.db)).toEqual([]);
  });

  async function begin(shopId: string, model: Model, cents: bigint): Promise<void> {
    const row = await makeStatement(desk, { shopId, cents, values: { B2b_statu: 0 } });
    model.add({ id: idOf(row), statement: String(row.Billid), cents });
  }

  /** The supplier's next statement, from a new document and everything that is left over. */
  async function beginNext(shopId: string, model: Model, cents: bigint): Promise<void> {
    const { Billid } = await owe(desk, SUPPLIER, cents, shopId);
    model.addDocument(String(Billid), cents);
    const sources = model.free();
    const row = await generate(desk, SUPPLIER, shopId);
    if (row === null) throw new Error("nothing to settle");
    const statement = String(row.Billid);
    expect(row.TotalMoney, statement).toBe(model.worth(sources));
    model.add({ id: idOf(row), statement, cents: model.worth(sources) });
    for (const bill of model.open()) if (bill.statement === statement) model.learn(bill, { sources });
    model.hold(statement, sources, true);
  }

  /** What the portal answers: 200, or the code of its refusal. */
  async function run(shopId: string, model: Model, step: Step, bills: readonly Bill[]): Promise<number> {
    const [first] = bills;
    if (!first) return 404;
    try {
      await call(shopId, model, step, first, bills);
      return 200;
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  }

  async function call(shopId: string, model: Model, step: Step, first: Bill, bills: readonly Bill[]): Promise<unknown> {
    const boss = user(shopId);
    const clerk = user(shopId, ["balancepay"]);
    const at510 = { as: boss, page: page(510, shopId) };
    const at503 = page(503, shopId);
    const fathers = mergedPage({ registry, viewer: boss });
    const supplier = { as: user(shopId, [], SUPPLIER), page: page(510, shopId) };
    const bank = (id: number, of = at503, as = boss) =>
      startPayment(desk.as(as), of, { ids: [id], channel: "ZSPay", direction: "pay", seen: UNSEEN, idempotencyKey: undefined });
    const merge = async (ids: readonly number[]) =>
      mergeForUser(desk.as(boss), at503, { ids, seen: await seenNow(desk, ids, shopId), idempotencyKey: undefined });
    switch (step) {
      case "submit":
      case "exclude":
      case "restore":
      case "recheck":
      case "stop":
      case "unstop":
        return act(desk, step, [first.id], at510);
      case "agree":
        return act(desk, "confirm", [first.id], at510);
      case "provconfirm":
        return act(desk, step, [first.id], supplier);
      case "collect":
      case "defer":
        return act(desk, step, [first.id], { ...at510, reason: "往来" });
      case "reject":
        return act(desk, step, [first.id], { ...supplier, reason: "不符" });
      case "part":
        return payPart(shopId, model.part(first), first.pay ?? 0);
      case "reverseunpaid":
      case "reverserefund":
        return reverse(shopId, step, first.pay ?? 0);
      case "confirm":
      case "pay":
        return act(
          desk,
          step,
          bills.map(({ pay }) => pay ?? 0),
          { as: boss },
        );
      case "clerkpay":
        return act(
          desk,
          "pay",
          bills.map(({ pay }) => pay ?? 0),
          { as: clerk },
        );
      case "attach":
        return attach(desk.as(boss), at503, { id: first.pay ?? 0, urls: [PICTURE], idempotencyKey: undefined });
      case "detach":
        return detach(desk.as(boss), at503, { id: first.pay ?? 0, urls: [PICTURE], idempotencyKey: undefined });
      case "merge":
        return merge(bills.map(({ pay }) => pay ?? 0));
      case "unmerge":
        return act(desk, "unmerge", [model.father(first)], { as: boss, page: fathers });
      case "fathpay":
        return act(desk, "pay", [model.father(first)], { as: boss, page: fathers });
      case "bankpay":
        return bank(first.pay ?? 0);
      case "fathbankpay":
        return bank(model.father(first), fathers);
      case "bankpaid":
      case "bankfailed":
        return answer(shopId, step, "BalancePay", first.pay ?? 0);
      case "fathbankpaid":
        return answer(shopId, "bankpaid", "BalancePayFath", model.father(first));
      case "fathbankfailed":
        return answer(shopId, "bankfailed", "BalancePayFath", model.father(first));
    }
  }

  /** Entered by somebody, handed in, and agreed to by another. */
  async function payPart(shopId: string, amount: bigint, id: number): Promise<void> {
    const { Billid = null } = await desk.row("BalancePay", id, shopId);
    entries += 1;
    const shared = {
      provid: SUPPLIER,
      busdate: "2025-06-30",
      paydate: "2025-06-30",
      reason: "分次",
      applicant: "u0",
      PayWay: 1,
      Statu: 10,
    };
    const entry = await desk.put("PayEntry", { ...shared, Billid: `SFW${entries}`, EntryKind: "part", PayBillid: Billid, amount }, shopId);
    await act(desk, "post", [idOf(entry)], { as: user(shopId), page: page(526, shopId) });
  }

  /** Asked for by one and agreed to by another, where the shop wants two; what is not agreed to is dropped. */
  async function reverse(shopId: string, step: "reverseunpaid" | "reverserefund", id: number): Promise<void> {
    const as = { ...user(shopId), userId: "another" };
    if (shopId === STRICT) await act(desk, step.replace("reverse", "ask"), [id], { as: user(shopId), reason: "付错" });
    try {
      await act(desk, step, [id], { as, reason: "付错" });
    } catch (error) {
      if (shopId === STRICT) await act(desk, "dropreverse", [id], { as });
      throw error;
    }
  }

  /** The bank's answer, with what its own flow writes of it. */
  async function answer(shopId: string, step: string, name: string, id: number): Promise<void> {
    const [before] = await desk.find(name, { Id: id }, shopId);
    await system(desk, name, step, id, shopId);
    const transid = String(before?.transid);
    await desk.db
      .updateTable("_pay_intent")
      .set({ state: step === "bankpaid" ? "success" : "failed" })
      .where("transid", "=", transid)
      .execute();
    const records = (await desk.find("PayRecord", {}, shopId)).filter((row) => `${row.transid}-`.startsWith(`${transid}-`));
    for (const { Id = null } of records) await desk.patch("PayRecord", { Id }, { result: step === "bankpaid" ? 1 : -1 }, shopId);
  }

  /** The model does the step, too, and learns the numbers that the portal gave. */
  async function follow(shopId: string, model: Model, step: Step, bills: readonly Bill[]): Promise<void> {
    model.apply(step, bills);
    const [first] = bills;
    if ((step === "agree" || step.startsWith("reverse")) && first) {
      const [paper] = await desk.find("BalancePay", { BalaBillid: first.statement, RevNo: 0 }, shopId);
      for (const bill of model.all()) if (bill.statement === first.statement) model.learn(bill, { pay: idOf(paper ?? {}) });
    }
    if (step !== "merge") return;
    const paper = await desk.row("BalancePay", first?.pay ?? 0, shopId);
    const [father] = await desk.find("BalancePayFath", { Billid: paper.FathId ?? null }, shopId);
    for (const bill of bills) model.learn(bill, { father: idOf(father ?? {}) });
  }

  /** Every bill stands where the model says, and all sums agree to the cent. */
  async function compare(shopId: string, model: Model): Promise<void> {
    const rows = new Map((await desk.find("Balance", {}, shopId)).map((row) => [row.Billid, row]));
    const bills = await desk.find("BalancePay", {}, shopId);
    const papers = new Map(bills.filter(({ RevNo }) => RevNo === 0).map((row) => [row.BalaBillid, row]));
    for (const bill of model.all()) {
      const [row, paper] = [rows.get(bill.statement), papers.get(bill.statement)];
      const stands = { b2b: row?.B2b_statu, statu: row?.Statu, stop: row?.Isstop, into: row?.BalaBillid };
      expect(stands, bill.statement).toEqual({ b2b: bill.b2b, statu: bill.statu, stop: bill.stop, into: model.holderOf(bill.statement) });
      if (bill.pay === null) expect(paper, bill.statement).toBeUndefined();
      else
        expect([paper?.Statu, paper?.Isstop, paper?.FathId !== null, paper?.attachurl !== null], bill.statement).toEqual([
          bill.statu,
          bill.stop,
          bill.father !== null,
          bill.attached,
        ]);
      expect(paper?.Pay_sum ?? 0n, bill.statement).toBe(bill.paid);
    }
    const records = (await desk.find("PayRecord", {}, shopId)).filter(({ result }) => result === 1);
    const recorded = records.reduce((sum, row) => sum - BigInt(Number(row.Sign)) * cents(row.Pay_sum), 0n);
    const paid = [...papers.values()].filter(({ Statu }) => Statu === 50);
    const fathers = (await desk.find("BalancePayFath", { Statu: 50 }, shopId)).map(({ Billid }) => Billid);
    expect(recorded).toBe([...papers.values()].reduce((sum, row) => sum + cents(row.Pay_sum), model.outside));
    // Every correction has its record, and every record that was corrected one correction.
    const corrections = records.filter(({ Operate }) => Operate === 4);
    expect(corrections.map(({ linkid }) => linkid)).toEqual(
      corrections.map(({ transid }) => records.find(({ linkid }) => linkid === transid)?.transid),
    );
    const gone = bills.filter(({ Statu }) => Statu === 60);
    expect(records.filter(({ linkid }) => linkid !== null)).toHaveLength(2 * corrections.length);
    expect(recorded).toBe(model.paid());
    const merged = paid.filter(({ FathId }) => fathers.includes(FathId ?? null));
    const ofFathers = (await desk.find("BalancePayFath", { Statu: 50 }, shopId)).reduce((sum, row) => sum + cents(row.Pay_sum), 0n);
    const ofGone = gone.filter(({ FathId }) => FathId !== null).reduce((sum, row) => sum + cents(row.Bala_sum), 0n);
    expect(ofFathers).toBe(merged.reduce((sum, row) => sum + cents(row.Pay_sum), ofGone));
    // The supplier's ledger: what is owed by statements that are not excluded, less what was paid.
    const ledger = listPlan(desk.as(user(shopId)), page(505, shopId));
    const asked = ["debit", "credit"].map((field) => ({ field, decimals: 2, ratio: null }));
    const { sums } = await readTotals(ledger.rows(null), asked, ledger.columns);
    const [debit, credit] = [parseScaled(sums.debit ?? "", 2), parseScaled(sums.credit ?? "", 2)];
    const living = [...rows.values()].filter(({ B2b_statu }) => B2b_statu !== -1);
    const balance = (credit ?? 0n) - (debit ?? 0n);
    expect(balance).toBe(living.reduce((sum, row) => sum + cents(row.TotalMoney) - cents(row.CarryMoney), 0n) - recorded);
    expect(await recomputed(shopId)).toEqual({ owed: String(balance), open: String(balance), forgiven: "0", unlinked: "0", plans: "0" });
    const now = desk.as(user(shopId)).now;
    await postJournal({ db: desk.db, registry, now: () => now });
    expect(await journalGaps(desk.db, registry, shopId, now)).toEqual([]);
    expect(await booked(shopId)).toEqual([
      { account: PAYABLE, balance: String(-balance) },
      { account: "结转", balance: "0" },
      { account: "银行存款", balance: String(-recorded) },
    ]);
    const plans = await desk.find("BalancePlan", { stt: 7 }, shopId);
    expect(plans.length).toBe(paid.length);
    const moves = await desk.find("EventLog", { entity: "BalancePay" }, shopId);
    expect(moves.filter(({ toStt, fromStt }) => toStt === "50" && fromStt !== "50").length).toBe(paid.length + model.reversed);
    for (const { fromStt, toStt } of moves) expect(EDGES).toContain(`${fromStt}>${toStt}`);
  }

  /** What the journal's accounts come to, debit less credit, but for those that goods and services are booked on. */
  async function booked(shopId: string): Promise<object[]> {
    const { rows } = await sql<object>`
      select account, coalesce(sum(side * amount), 0)::text as balance from (values (${PAYABLE}), ('结转'), ('银行存款')) accounts (account)
      left join (
        select "debitAccount" as account, 1 as side, amount from journal_entry where "SHOP_ID" = ${shopId}
        union all select "creditAccount", -1, amount from journal_entry where "SHOP_ID" = ${shopId}
      ) booked using (account) group by account order by account collate "C"`.execute(desk.db);
    return rows;
  }

  /**
   * The same from the tables alone, in 分: what lines of living statements come to, less what the records paid; what of statements is
   * open, less parts that are paid and what is outside; bills that were paid with another amount than their statement's; amounts carried over that are not in one line, or in a
   * line and not carried over; plans that say other amounts, or another end, than their statement.
   */
  async function recomputed(shopId: string): Promise<object | undefined> {
    const { rows } = await sql<object>`
      with living as (select * from balance where "SHOP_ID" = ${shopId} and "B2b_statu" <> -1),
        line as (select l.* from balance_line l join living b on b."Billid" = l."Billid" where l."SHOP_ID" = ${shopId} and l.checked)
      select (coalesce((select sum("TotalMoney") from line where "SrcKind" <> 6), 0)
          + coalesce((select sum("Sign" * "Pay_sum") from pay_record where "SHOP_ID" = ${shopId} and result = 1), 0))::text as owed,
        (coalesce((select sum("TotalMoney") from living where "Statu" not in (40, 50)), 0)
          - coalesce((select sum("Pay_sum") from balance_pay where "SHOP_ID" = ${shopId} and "Statu" not in (50, 60)), 0)
          + coalesce((select sum(r."Sign" * r."Pay_sum") from pay_record r join balance_pay b on b."SHOP_ID" = r."SHOP_ID" and b."Billid" = r."Billid"
            where b."SHOP_ID" = ${shopId} and b."Statu" = 60 and r.result = 1), 0))::text as open,
        (select count(*) from balance_pay where "SHOP_ID" = ${shopId} and "Statu" = 50 and "Pay_sum" <> "TotalMoney")::text as forgiven,
        (select count(*) from (select * from line where "SrcKind" = 6) l
          full join (select * from living where "Statu" = 40 or "BalaBillid" is not null) b on b."Billid" = l."SrcBillid"
          where l."Billid" is distinct from b."BalaBillid" or l."TotalMoney" <> b."TotalMoney" or b."Statu" <> 40)::text as unlinked,
        (select count(*) from balance b join balance_plan p on p."SHOP_ID" = b."SHOP_ID" and p."BalaBillid" = b."Billid"
          where b."SHOP_ID" = ${shopId} and (p."TotalMoney" <> b."TotalMoney" or p."Bala_sum" <> b."Bala_sum"
            or (p.stt = 7) <> (b."Statu" = 50) or (p.stt = 8) <> (b."Statu" = 40)))::text as plans`.execute(desk.db);
    return rows[0];
  }
});

/** The only ways a payment bill ever goes (docs/decisions/44 to 47, 94 and 97). */
const EDGES = ["10>20", "20>50", "20>25", "25>50", "25>20", "10>40", "40>10", "10>10", "20>20", "25>25", "20>60", "50>60", "50>50"];

const cents = (cell: Row[string] | undefined): bigint => (typeof cell === "bigint" ? cell : 0n);
