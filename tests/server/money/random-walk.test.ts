import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { UNSEEN } from "../../../src/server/engine/seen-versions.ts";
import { attach, detach } from "../../../src/server/features/attachments/attach.ts";
import { beginJournal, journalGaps, PAYABLE, postJournal } from "../../../src/server/features/journal/post-journal.ts";
import { mergeForUser } from "../../../src/server/features/payments/merge-bills.ts";
import { mergedPage } from "../../../src/server/features/payments/pages.ts";
import { type PaymentRequest, startPayment } from "../../../src/server/features/payments/start-payment.ts";
import { askTogether } from "../../../src/server/query/asked.ts";
import { listPlan } from "../../../src/server/query/list-plan.ts";
import { totalsOfFound } from "../../../src/server/query/sums.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { parseScaled } from "../../../src/shared/domain/scaled.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP } from "../flows/fixtures/desk.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { act, idOf, makeStatement, openShop, page, STRICT, saleOf, seenNow, system, user } from "./fixtures/bills.ts";
import { generate, newSupplier, owe } from "./fixtures/carry-world.ts";
import { doDeal, post, takeBack } from "./fixtures/deals.ts";
import { type Bill, Model, STEPS, type Step } from "./fixtures/pay-model.ts";
import { DEALS } from "./fixtures/purse-model.ts";
import { randomOf } from "./fixtures/random.ts";
import { CALLS } from "./fixtures/rounds.ts";
import { WalkInvoices } from "./fixtures/walk-invoices.ts";

/** Suppliers of a shop that walk at a time, and as many statements of each: enough to merge and mix, few enough to meet each other. */
const SUPPLIERS = 3;
const CROWD = 8;
/** After so many calls everything is compared, which takes the longer the more there is. */
const COMPARED = Math.max(200, CALLS / 20);
/** So often something is done besides the payments of statements. */
const BESIDES = 4;
const PICTURE = "/uploads/walk/a.png";

// A plain model of the money machines, written from docs/decisions/41, 44 to 47, 94, 97 and 102, walks along; each call must answer as the model says.
describeEngine("a random walk over the edges of the money machines", (open) => {
  let desk: Desk;
  let invoices: WalkInvoices;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
    await beginJournal(desk.db, registry);
    for (const shopId of [SHOP, STRICT]) {
      for (const PayWay of [2, 3])
        await desk.put("PayConfig", { PayWay, channelName: `渠道${PayWay}`, merchantNo: "M1", statu: 1 }, shopId);
      await desk.put("Attachment", { url: PICTURE, name: "a.png", mime: "image/png" }, shopId);
    }
  });

  it.each([
    [SHOP, 1],
    [STRICT, 2],
  ] as const)("does and refuses in shop %s what the model does and refuses", async (shopId, seed) => {
    const random = randomOf(seed);
    const models: Model[] = [];
    // Shops number their statements alike.
    invoices = new WalkInvoices(desk, PICTURE);
    for (let n = 0; n < SUPPLIERS; n++) models.push(new Model(shopId === STRICT, await newSupplier(desk, shopId)));
    const seen = new Set<string>();
    const isDone = (step: string) => seen.has(`${step} 200`);
    // Where a shop collects, nothing waits to be carried; where it carries, no bank collects.
    const others = shopId === SHOP ? ["bankcollect"] : ["collect", "defer"];
    const possible = [...STEPS.filter((step) => !others.includes(step)), ...DEALS];
    // Short walks may miss a rare one. Longer ones go on until all was done, but not for ever.
    const isOver = (call: number) => call >= CALLS / 2 && (CALLS < ENOUGH || possible.every(isDone) || call >= (CALLS / 2) * LONGEST);
    for (let call = 0; !isOver(call); call++) {
      const model = models[random(SUPPLIERS)] ?? models[0];
      if (model === undefined) throw new Error("nobody walks");
      if (model.open().length < CROWD) await (random(3) === 0 ? beginNext : begin)(shopId, model, BigInt(random(2_000_000) - 500_000));
      if (random(BESIDES) === 0) await invoices.walk(shopId, model.provid, model.all().slice(-NEAR), random);
      seen.add(await (random(BESIDES) === 0 ? tryDeal : tryStep)(shopId, model, random, call));
      if ((call + 1) % COMPARED === 0) await compare(shopId, models);
    }
    await compare(shopId, models);
    // A walk that never does a step proves nothing of it.
    if (CALLS >= ENOUGH) expect([...STEPS, ...DEALS].filter(isDone)).toEqual(possible);
    if (CALLS >= ENOUGH) expect([...invoices.seen].sort()).toEqual(INVOICED);
    expect(await auditProblems(desk.db)).toEqual([]);
  });

  type Try = (shopId: string, model: Model, random: (below: number) => number, call: number) => Promise<string>;

  /** A step of a statement or of its payment, and whether it was to be done. */
  const tryStep: Try = async (shopId, model, random, call) => {
    const { step, targets } = model.next(random);
    const told = await codeOf(targets.length === 0 ? null : run(shopId, model, step, targets));
    const expected = model.judge(step, targets);
    const of = targets.map((bill) => said({ ...bill, due: model.due(bill) })).join();
    expect(told, `call ${call}: ${step} on ${of}`).toBe(expected);
    if (expected === 200) await follow(shopId, model, step, targets);
    return `${step} ${expected}`;
  };

  /** Something besides: a prepayment, a set-off, a cash fee and so on. */
  const tryDeal: Try = async (shopId, model, random, call) => {
    const { deal, expected } = model.nextDeal(random);
    if (!model.purse.isThere(deal)) return "";
    let made = 0;
    const told = await codeOf(doDeal(desk, shopId, model.provid, deal).then((id) => (made = id)));
    expect(told, `call ${call}: ${said(deal)}`).toBe(expected);
    if (expected === 200) model.applyDeal(deal, made);
    return `${deal.kind} ${expected}`;
  };

  async function begin(shopId: string, model: Model, cents: bigint): Promise<void> {
    const row = await makeStatement(desk, {
      shopId,
      provid: model.provid,
      cents,
      // Above zero of two rates, as far as there is enough for both.
      ...(cents > 1000n && { lines: [saleOf(cents - cents / 3n), saleOf(cents / 3n, 90_000n)] }),
      values: { B2b_statu: 0 },
    });
    model.add({ id: idOf(row), statement: String(row.Billid), cents });
  }

  /** The supplier's next statement, from a new document and everything that is left over. */
  async function beginNext(shopId: string, model: Model, cents: bigint): Promise<void> {
    const { Billid } = await owe(desk, model.provid, cents, shopId);
    model.addDocument(String(Billid), cents);
    const sources = model.free();
    const row = await generate(desk, model.provid, shopId);
    if (row === null) throw new Error("nothing to settle");
    const statement = String(row.Billid);
    expect(row.TotalMoney, statement).toBe(model.worth(sources));
    model.add({ id: idOf(row), statement, cents: model.worth(sources) });
    for (const bill of model.open()) if (bill.statement === statement) model.learn(bill, { sources });
    model.hold(statement, sources, true);
  }

  /** What the portal answers: 200, or the code of its refusal. */
  async function codeOf(work: Promise<unknown> | null): Promise<number> {
    if (work === null) return 404;
    try {
      await work;
      return 200;
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  }

  async function run(shopId: string, model: Model, step: Step, bills: readonly Bill[]): Promise<unknown> {
    const [first] = bills;
    if (first === undefined) throw new Error("no bill");
    const boss = user(shopId);
    const clerk = user(shopId, ["balancepay"]);
    const at510 = { as: boss, page: page(510, shopId) };
    const at503 = page(503, shopId);
    const fathers = mergedPage({ registry, viewer: boss });
    const supplier = { as: user(shopId, [], model.provid), page: page(510, shopId) };
    const bank = (id: number, of = at503, way = PAYS) =>
      startPayment(desk.as(boss), of, { ids: [id], ...way, seen: UNSEEN, idempotencyKey: undefined });
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
        return payPart(shopId, model, first);
      case "reverseunpaid":
      case "reverserefund":
        return takeBack(desk, shopId, first.pay ?? 0, step);
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
      case "bankcollect":
        return bank(first.pay ?? 0, at503, COLLECTS);
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

  async function payPart(shopId: string, model: Model, bill: Bill): Promise<void> {
    const { Billid = null } = await desk.row("BalancePay", bill.pay ?? 0, shopId);
    await post(desk, shopId, { provid: model.provid, EntryKind: "part", PayBillid: Billid, amount: model.part(bill) });
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

  /** Every bill stands where the model says, and all sums agree to the cent, for each supplier. */
  async function compare(shopId: string, models: readonly Model[]): Promise<void> {
    const now = desk.as(user(shopId)).now;
    await postJournal({ db: desk.db, registry, now: () => now });
    expect(await journalGaps(desk.db, registry, shopId, now)).toEqual([]);
    for (const model of models) await compareSupplier(shopId, model);
    const moves = await desk.find("EventLog", { entity: "BalancePay" }, shopId);
    const edges = moves.map(({ fromStt, toStt }) => `${fromStt}>${toStt}`);
    for (const edge of new Set(edges)) expect(EDGES).toContain(edge);
    const paid = edges.filter((edge) => edge.endsWith(">50") && edge !== "50>50").length - edges.filter((edge) => edge === "50>60").length;
    expect(await desk.find("BalancePay", { Statu: 50 }, shopId)).toHaveLength(paid);
  }

  async function compareSupplier(shopId: string, model: Model): Promise<void> {
    const { provid, purse } = model;
    const rows = new Map((await desk.find("Balance", { provid }, shopId)).map((row) => [row.Billid, row]));
    const bills = await desk.find("BalancePay", { provid, BillKind: "settle" }, shopId);
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
      expect(row?.Sum_invoice, bill.statement).toBe(invoices.of(bill.statement));
    }
    const records = (await desk.find("PayRecord", { provid }, shopId)).filter(({ result }) => result === 1);
    const recorded = records.reduce((sum, row) => sum - BigInt(Number(row.Sign)) * cents(row.Pay_sum), 0n);
    expect(recorded).toBe(model.paid());
    // Every correction and every set-off has its other half, of the same amount and the opposite sign.
    const numbered = new Map(records.map((row) => [row.transid, row]));
    for (const { transid, linkid, Pay_sum, Sign } of records.filter((row) => row.linkid !== null))
      expect(numbered.get(linkid ?? null), String(transid)).toMatchObject({ linkid: transid, Pay_sum, Sign: -Number(Sign) });
    const paid = [...papers.values()].filter(({ Statu }) => Statu === 50);
    const fathers = await desk.find("BalancePayFath", { provid, Statu: 50 }, shopId);
    const numbers = new Set(fathers.map(({ Billid }) => Billid));
    const merged = paid.filter(({ FathId }) => numbers.has(FathId ?? null));
    const gone = bills.filter(({ Statu, FathId }) => Statu === 60 && FathId !== null);
    const ofGone = gone.reduce((sum, row) => sum + cents(row.Bala_sum), 0n);
    expect(fathers.reduce((sum, row) => sum + cents(row.Pay_sum), 0n)).toBe(merged.reduce((sum, row) => sum + cents(row.Pay_sum), ofGone));
    // The supplier's ledger: what is owed by statements that are not excluded and for goods in none, less fees and what was paid.
    const living = [...rows.values()].filter(({ B2b_statu }) => B2b_statu !== -1);
    const balance = await ledgerOf(shopId, provid);
    const own = living.reduce((sum, row) => sum + cents(row.TotalMoney) - cents(row.CarryMoney), 0n);
    expect(balance).toBe(own + model.unsettled() - purse.charged() - recorded);
    const agreed = { owed: String(balance), open: String(balance), forgiven: "0", unlinked: "0", plans: "0", papers: "0", invoices: "0" };
    expect(await recomputed(shopId, provid)).toEqual(agreed);
    expect(await booked(shopId, provid)).toEqual({
      [PAYABLE]: String(-balance),
      供应商费用收入: String(-purse.charged()),
      商品成本调整: String(-model.credited()),
      抵扣: "0",
      结转: "0",
      银行存款: String(model.credited() - recorded),
    });
    expect(await desk.find("BalancePlan", { provid, stt: 7 }, shopId)).toHaveLength(paid.length);
  }

  /** What the ledger (505) says that the shop owes a supplier. */
  async function ledgerOf(shopId: string, provid: string): Promise<bigint> {
    const ledger = listPlan(desk.as(user(shopId)), page(505, shopId));
    const asked = ["debit", "credit"].map((field) => ({ field, decimals: 2, ratio: null }));
    const own = ledger.rows(null).where(ledger.columns.expr("provid"), "=", provid);
    const [{ sums }] = await askTogether(ledger.ctx, [totalsOfFound(own, asked, ledger.columns)]);
    return (parseScaled(sums.credit ?? "", 2) ?? 0n) - (parseScaled(sums.debit ?? "", 2) ?? 0n);
  }

  /** What the journal's accounts come to, debit less credit, but for those that goods are booked on. */
  async function booked(shopId: string, provid: string): Promise<object> {
    const { rows } = await sql<{ account: string; balance: string }>`
      select account, coalesce(sum(side * amount), 0)::text as balance
      from (values (${PAYABLE}), ('结转'), ('银行存款'), ('抵扣'), ('商品成本调整'), ('供应商费用收入')) accounts (account)
      left join (
        select "debitAccount" as account, 1 as side, amount from journal_entry where "SHOP_ID" = ${shopId} and provid = ${provid}
        union all select "creditAccount", -1, amount from journal_entry where "SHOP_ID" = ${shopId} and provid = ${provid}
      ) booked using (account) group by account`.execute(desk.db);
    return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
  }

  /**
   * The same from the tables alone, in 分: what lines of living statements and goods in none come to, less fees and what the records paid;
   * what of these is open, less parts that are paid, what is outside and fees that are unpaid, with deposits; bills that were paid with another amount
   * than their statement's; amounts carried over that are not in one line, or in a line and not carried over; plans that say other amounts,
   * or another end, than their statement; vouchers and notices over something else than the statement's own lines, or done before they
   * are invoiced, or, of nothing or less, before it or the one that it was carried into is paid; statements that say other invoices than
   * there are, less what these share with others and with what others share with them.
   */
  async function recomputed(shopId: string, provid: string): Promise<object | undefined> {
    const { rows } = await sql<object>`
      with recursive mine as (select * from balance where "SHOP_ID" = ${shopId} and provid = ${provid}),
        living as (select * from mine where "B2b_statu" <> -1),
        line as (select l.* from balance_line l join living b on b."Billid" = l."Billid" where l."SHOP_ID" = ${shopId} and l.checked),
        bill as (select * from balance_pay where "SHOP_ID" = ${shopId} and provid = ${provid}),
        record as (select "Billid", "Sign" * "Pay_sum" as got from pay_record where "SHOP_ID" = ${shopId} and provid = ${provid} and result = 1),
        fee as (select * from fee_bill where "SHOP_ID" = ${shopId} and provid = ${provid} and "Statu" in (10, 50)),
        free as (select coalesce(sum(got), 0) as got from (
          select sum_cost as got from accept where "SHOP_ID" = ${shopId} and provid = ${provid} and "Statu" in (10, 50) and "BalaBillid" is null
          union all select -sum_cost from recede where "SHOP_ID" = ${shopId} and provid = ${provid} and "Statu" = 50 and "BalaBillid" is null) goods),
        chain (root, at) as (select "Billid", "Billid" from mine
          union all select c.root, b."BalaBillid" from chain c join mine b on b."Billid" = c.at where b."Statu" = 40),
        settled as (select c.root from chain c join mine b on b."Billid" = c.at where b."Statu" = 50),
        paper as (select "BalaBillid", "TotalMoney", "Statu" from voucher where "SHOP_ID" = ${shopId} and provid = ${provid}
          union all select "BalaBillid", "TotalMoney", "Statu" from invoice_apply where "SHOP_ID" = ${shopId} and provid = ${provid})
      select (coalesce((select sum("TotalMoney") from line where "SrcKind" <> 6), 0) - coalesce((select sum("FeeMoney") from fee), 0)
          + coalesce((select sum(got) from record), 0) + (select got from free))::text as owed,
        (coalesce((select sum("TotalMoney") from living where "Statu" not in (40, 50)), 0)
          - coalesce((select sum("Pay_sum") from bill where "BillKind" = 'settle' and "Statu" not in (50, 60)), 0)
          + coalesce((select sum(got) from record join bill using ("Billid") where "Statu" = 60 or "BillKind" <> 'settle'), 0)
          + coalesce((select sum(amount) from pay_entry where "SHOP_ID" = ${shopId} and provid = ${provid} and "EntryKind" = 'deposit' and "Statu" = 50), 0)
          - coalesce((select sum("FeeMoney") from fee where "payStt" <> 50), 0) + (select got from free))::text as open,
        (select count(*) from bill where "Statu" = 50 and "BillKind" = 'settle' and "Pay_sum" <> "TotalMoney")::text as forgiven,
        (select count(*) from (select * from line where "SrcKind" = 6) l
          full join (select * from living where "Statu" = 40 or "BalaBillid" is not null) b on b."Billid" = l."SrcBillid"
          where l."Billid" is distinct from b."BalaBillid" or l."TotalMoney" <> b."TotalMoney" or b."Statu" <> 40)::text as unlinked,
        (select count(*) from mine b join balance_plan p on p."SHOP_ID" = b."SHOP_ID" and p."BalaBillid" = b."Billid"
          where p."TotalMoney" <> b."TotalMoney" or p."Bala_sum" <> b."Bala_sum"
            or (p.stt = 7) <> (b."Statu" = 50) or (p.stt = 8) <> (b."Statu" = 40))::text as plans,
        (select count(*) from paper p join mine b on b."Billid" = p."BalaBillid"
          where p."TotalMoney" <> b."TotalMoney" - b."CarryMoney"
            or (p."Statu" = 50) <> (case when b."TotalMoney" > b."CarryMoney" then b."Sum_invoice" >= b."TotalMoney" - b."CarryMoney"
              else b."Billid" in (select root from settled) end))::text as papers,
        (select count(*) from mine b where "Sum_invoice" <> coalesce((select sum("TotalMoney" - (
            select coalesce(sum(a."TotalMoney"), 0) from tax_invoice_share a where a."SHOP_ID" = i."SHOP_ID" and a."InvId" = i."Id"))
          from tax_invoice i where i."SHOP_ID" = b."SHOP_ID" and i."BalaBillid" = b."Billid" and "InvoiceStt" <> -1), 0)
          + coalesce((select sum(a."TotalMoney") from tax_invoice_share a
          join tax_invoice i on i."SHOP_ID" = a."SHOP_ID" and i."Id" = a."InvId" and i."InvoiceStt" <> -1
          where a."SHOP_ID" = b."SHOP_ID" and a."BalaBillid" = b."Billid"), 0))::text as invoices`.execute(desk.db);
    return rows[0];
  }
});

/** As many calls do every step at least once. */
const ENOUGH = 2000;
/** So many times as long a walk may take that still misses something. */
const LONGEST = 4;
/** Statements whose invoices are thought of: the last ones, paid or not. */
const NEAR = 40;
/** What happens to invoices: of one rate and of several, shared, void, not void once money is gone, and taken back. */
const INVOICED = ["rate", "rates", "red", "shared", "void", "void refused"];
const PAYS = { channel: "ZSPay", direction: "pay" } as PaymentWay;
const COLLECTS = { channel: "KingDeePay", direction: "receive" } as PaymentWay;
type PaymentWay = Pick<PaymentRequest, "channel" | "direction">;

/** The only ways a payment bill ever goes (docs/decisions/44 to 47, 94 and 97). */
const EDGES = ["10>20", "20>50", "20>25", "25>50", "25>20", "10>40", "40>10", "10>10", "20>20", "25>25", "20>60", "50>60", "50>50"];

const said = (what: object): string => JSON.stringify(what, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));

const cents = (cell: Row[string] | undefined): bigint => (typeof cell === "bigint" ? cell : 0n);
