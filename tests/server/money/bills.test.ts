import { beforeAll, expect, it } from "vitest";
import { previewWork } from "../../../src/server/engine/preview.ts";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, SUPPLIER } from "../flows/fixtures/desk.ts";
import { entity, transition } from "../flows/fixtures/real-registry.ts";
import { APPROVING, act, idOf, makeBill, makeStatement, openShop, page, refused, STRICT, system, TEXT, user } from "./fixtures/bills.ts";

describeEngine("payment bills", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    for (const shopId of [STRICT, APPROVING]) await openShop(desk, shopId);
    await desk.db
      .updateTable("provider")
      .set({ BankName: "示例银行", BankAcct: "62000002", settleDays: 15 })
      .where("SHOP_ID", "=", SHOP)
      .execute();
    await desk.db.updateTable("shop").set({ BankAcct: "62000001" }).where("SHOP_ID", "=", SHOP).execute();
  });
  const bill = (id: number, shopId = SHOP) => desk.row("BalancePay", id, shopId);
  const attached = (id: number, shopId: string, attachurl: string | null = "/files/a.png") =>
    desk.db.updateTable("balance_pay").set({ attachurl }).where("SHOP_ID", "=", shopId).where("Id", "=", id).execute();

  it("the confirmed statement gets its bill, voucher and notice, its fees are settled", async () => {
    const fee = {
      provid: SUPPLIER,
      Billid: "FY1",
      FeeKind: "bill",
      FeeItem: "陈列费",
      FeeName: "陈列费",
      FeeMoney: 5_000n,
      taxRate: 60_000n,
    };
    const lines = [
      { SrcKind: 5, TotalMoney: 105_005n, netMoney: 92_925n, taxMoney: 12_080n, taxRate: 130_000n },
      { SrcKind: 4, SrcBillid: "FY1", TotalMoney: -5_000n, netMoney: -4_717n, taxMoney: -283n, taxRate: 60_000n },
    ];
    const statement = await makeStatement(desk, { lines, values: { GoodsMoney: 105_005n, Bala_fee: 5_000n } });
    const { Billid = null } = statement;
    const { Id = null } = await desk.put("FeeBill", { ...fee, Statu: 10, BalaBillid: Billid });
    await act(desk, "confirm", [idOf(statement)], { page: page(510) });

    const [paper] = await desk.find("BalancePay", { BalaBillid: Billid });
    expect(paper).toMatchObject({
      TotalMoney: 100_005n,
      Bala_fee: 5_000n,
      Bala_sum: 100_005n,
      Pay_sum: 0n,
      Statu: 10,
      provid: SUPPLIER,
      BankAcct: "62000002",
      planpaydate: "2025-07-13",
      Isstop: false,
    });
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ B2b_statu: 50, PayBillid: paper?.Billid });
    expect(await desk.find("BalancePayDetail", { Billid: paper?.Billid ?? null })).toMatchObject([
      { LineNo: 1, Bala_sum: 100_005n, Pay_sum: null },
    ]);
    for (const name of ["Voucher", "InvoiceApply"]) {
      const tax = { netMoney: 88_208n, taxMoney: 11_797n, TotalMoney: 100_005n, taxRate: null, Statu: 10 };
      expect(await desk.find(name, { BalaBillid: Billid }), name).toMatchObject([tax]);
    }
    const [notice = {}] = await desk.find("InvoiceApply", { BalaBillid: Billid });
    expect(notice.deadline).toBe("2025-07-20");
    expect(await desk.unread("InvoiceApply", idOf(notice), "supplier")).toBe(1);
    expect(await desk.row("FeeBill", Number(Id))).toMatchObject({ Statu: 50, payStt: 0 });
    expect((await desk.find("BalancePlan", { BalaBillid: Billid }))[0]?.stt).toBe(4);

    await act(desk, "confirm", [idOf(paper ?? {})]);
    await act(desk, "pay", [idOf(paper ?? {})]);
    expect(await desk.row("FeeBill", Number(Id))).toMatchObject({ payStt: 50 });
  });

  it("confirmed by finance", async () => {
    const id = idOf(await makeBill(desk, { statu: 10 }));
    await act(desk, "confirm", [id]);
    const confirmed = { Statu: 20, isconfirm: true, confirmcount: 1, auditor: "王思远", audittime: "2025-06-30 10:00:00" };
    expect(await bill(id)).toMatchObject(confirmed);
    expect((await desk.find("Balance", { PayBillid: (await bill(id)).Billid ?? null }))[0]).toMatchObject({ Statu: 20 });
    expect(await desk.unread("BalancePay", id, "supplier")).toBe(1);
    expect(await refused(act(desk, "confirm", [id]))).toEqual(TEXT.stale);
    expect(await refused(act(desk, "confirm", [id], { as: user(SHOP, ["confirm"]) }))).toEqual(TEXT.noRight);
  });

  it("confirmed by finance where payments need a right: an upload does not lift it", async () => {
    const id = idOf(await makeBill(desk, { shopId: STRICT, statu: 10 }));
    const clerk = user(STRICT, ["balancepay"]);
    expect(await refused(act(desk, "confirm", [id], { as: clerk }))).toEqual(TEXT.wait);
    await attached(id, STRICT);
    expect(await refused(act(desk, "confirm", [id], { as: clerk }))).toEqual(TEXT.wait);
    await act(desk, "confirm", [id], { as: user(STRICT) });
    expect(await bill(id, STRICT)).toMatchObject({ Statu: 20 });
  });

  it("confirmed by finance where payments are approved: applications cover the whole amount; a bill of nothing needs none", async () => {
    const paper = await makeBill(desk, { shopId: APPROVING, statu: 10 });
    const boss = { as: user(APPROVING) };
    const apply = (Billid: string, stt: number, applyMoney: bigint) => {
      const approvedMoney = stt === 50 ? applyMoney : null;
      const of = { provid: SUPPLIER, ApplyType: "balance", PayBillid: paper.Billid ?? null };
      return desk.put("PayApply", { ...of, Billid, stt, applyMoney, approvedMoney }, APPROVING);
    };
    const confirm = () => act(desk, "confirm", [idOf(paper)], boss);
    expect(await refused(confirm())).toEqual(TEXT.unapproved);
    await apply("SQ1", 20, 100_005n);
    expect(await refused(confirm())).toEqual(TEXT.unapproved);
    // One 分 that few nodes look at does not let the rest through.
    for (const [Billid, money] of [
      ["SQ2", 1n],
      ["SQ3", 100_003n],
    ] as const) {
      await apply(Billid, 50, money);
      expect(await refused(confirm())).toEqual(TEXT.unapproved);
    }
    await apply("SQ4", 50, 1n);
    await confirm();
    const nothing = await makeBill(desk, { shopId: APPROVING, statu: 10, cents: 0n });
    expect(nothing.Bala_sum).toBe(0n);
    await act(desk, "confirm", [idOf(nothing)], boss);
  });

  it("a stopped statement stops its bill; so does a stopped supplier", async () => {
    const paper = await makeBill(desk);
    const [statement] = await desk.find("Balance", { Billid: paper.BalaBillid ?? null });
    await act(desk, "stop", [idOf(statement ?? {})], { page: page(510) });
    expect(await bill(idOf(paper))).toMatchObject({ Isstop: true });
    expect(await refused(act(desk, "pay", [idOf(paper)]))).toEqual(TEXT.stop);
    await act(desk, "unstop", [idOf(statement ?? {})], { page: page(510) });
    await act(desk, "pay", [idOf(paper)]);
    expect(await bill(idOf(paper))).toMatchObject({ Statu: 50, Isstop: false });

    const [draft, other] = [await makeBill(desk, { statu: 10 }), await makeBill(desk)];
    const supplier = (Isstop: boolean) =>
      desk.db.updateTable("provider").set({ Isstop }).where("SHOP_ID", "=", SHOP).where("provid", "=", SUPPLIER).execute();
    await supplier(true);
    expect(await refused(act(desk, "confirm", [idOf(draft)]))).toEqual(TEXT.stop);
    expect(await refused(act(desk, "pay", [idOf(other)]))).toEqual(TEXT.stop);
    await supplier(false);
  });

  it("everything that paid means", async () => {
    const paper = await makeBill(desk);
    const id = idOf(paper);
    await act(desk, "pay", [id]);
    const paid = {
      Statu: 50,
      Pay_sum: 100_005n,
      payer: "王思远",
      paytime: "2025-06-30 10:00:00",
      PayWay: 1,
      transid: `WY-${paper.Billid}`,
    };
    expect(await bill(id)).toMatchObject(paid);
    const [statement] = await desk.find("Balance", { Billid: paper.BalaBillid ?? null });
    expect(statement).toMatchObject({ Statu: 50 });
    expect((await desk.find("BalancePlan", { BalaBillid: paper.BalaBillid ?? null }))[0]).toMatchObject({
      stt: 7,
      finishdate: "2025-06-30",
    });
    expect((await desk.find("BalancePayDetail", { Billid: paper.Billid ?? null }))[0]).toMatchObject({ Pay_sum: 100_005n });
    expect(await desk.find("PayRecord", { Billid: paper.Billid ?? null })).toMatchObject([
      {
        bllid: paper.BalaBillid,
        transid: `WY-${paper.Billid}`,
        Pay_sum: 100_005n,
        Operate: 1,
        Sign: -1,
        PayWay: 1,
        result: 1,
        payAcct: "62000001",
        recvName: `供应商${SUPPLIER}`,
        recvAcct: "62000002",
      },
    ]);
    expect((await desk.messages("BalancePay", id)).at(-1)).toMatchObject({ side: "supplier", title: `付款单 ${paper.Billid} 已付款` });
    expect((await desk.events("BalancePay", id)).map(({ action, fromStt, toStt }) => `${action} ${fromStt}>${toStt}`)).toEqual([
      "confirm 10>20",
      "pay 20>50",
    ]);
    // No invoice covers it yet: its notice waits on.
    expect((await desk.find("Voucher", { BalaBillid: paper.BalaBillid ?? null }))[0]).toMatchObject({ Statu: 10 });
    expect(await refused(act(desk, "pay", [id]))).toEqual(TEXT.stale);
    expect(await desk.find("PayRecord", { Billid: paper.Billid ?? null })).toHaveLength(1);
  });

  it("below zero: what a shop collects is received; what it carries over owes no invoices and waits (carried.test.ts)", async () => {
    const receipt = await makeBill(desk, { shopId: STRICT, cents: -32_840n });
    await act(desk, "pay", [idOf(receipt)], { as: user(STRICT) });
    expect(await bill(idOf(receipt), STRICT)).toMatchObject({ Statu: 50, Pay_sum: -32_840n });
    expect(await desk.find("PayRecord", { Billid: receipt.Billid ?? null }, STRICT)).toMatchObject([
      { Pay_sum: 32_840n, Sign: 1, payAcct: "62000002", recvAcct: "62000001", recvName: `商场${STRICT}` },
    ]);
    const carried = await makeBill(desk, { cents: -32_840n, statu: 10 });
    const planOf = async () => (await desk.find("BalancePlan", { BalaBillid: carried.BalaBillid ?? null }))[0]?.stt;
    // It owes no tax invoices: steps 4 to 6 are not for it, and its notices end when it is settled with another one.
    expect(await planOf()).toBe(3);
    expect((await desk.find("InvoiceApply", { BalaBillid: carried.BalaBillid ?? null }))[0]).toMatchObject({ Statu: 10, deadline: null });
    for (const step of ["confirm", "pay"]) expect((await refused(act(desk, step, [idOf(carried)]))).code, step).not.toBe(200);
    expect(await bill(idOf(carried))).toMatchObject({ Statu: 10, Pay_sum: 0n });
  });

  it("paid where payments need a right or an attachment, in its own words for every state", async () => {
    const clerk = { as: user(STRICT, ["balancepay"]) };
    const draft = idOf(await makeBill(desk, { shopId: STRICT, statu: 10 }));
    const id = idOf(await makeBill(desk, { shopId: STRICT }));
    for (const each of [draft, id]) expect(await refused(act(desk, "pay", [each], clerk))).toEqual(TEXT.bare);
    // With the right, too, a bill that is not at 20 gets these words: the rule asks for both.
    expect(await refused(act(desk, "pay", [draft], { as: user(STRICT) }))).toEqual(TEXT.bare);
    await attached(draft, STRICT);
    expect(await refused(act(desk, "pay", [draft], clerk))).toEqual(TEXT.bare);
    await attached(id, STRICT);
    await act(desk, "pay", [id], clerk);
    expect(await bill(id, STRICT)).toMatchObject({ Statu: 50 });
    expect(await refused(act(desk, "pay", [id], clerk))).toEqual(TEXT.bare);
    const bare = idOf(await makeBill(desk, { shopId: STRICT }));
    await act(desk, "pay", [bare], { as: user(STRICT) });
    // Elsewhere it is simply not in that state.
    expect(await refused(act(desk, "pay", [idOf(await makeBill(desk, { statu: 10 }))]))).toEqual(TEXT.stale);
  });

  it("paying is the shop's alone, whatever a supplier's rights say", async () => {
    const id = idOf(await makeBill(desk));
    for (const action of ["pay", "confirm"])
      expect(await refused(act(desk, action, [id], { as: user(SHOP, [], SUPPLIER) }))).toEqual(TEXT.noRight);
    expect(await refused(act(desk, "pay", [id], { as: user(SHOP, ["pay"]) }))).toEqual(TEXT.noRight);
  });

  it("a batch is all or nothing and names the first bill that fails, as asked for", async () => {
    const bills = [await makeBill(desk), await makeBill(desk, { statu: 10 }), await makeBill(desk), await makeBill(desk, { statu: 10 })];
    const order = [2, 3, 0, 1].map((n) => bills[n] ?? {});
    expect(await refused(act(desk, "pay", order.map(idOf)))).toEqual({
      code: 409,
      message: `${TEXT.stale.message}（${bills[3]?.Billid}）`,
    });
    for (const each of bills) expect((await bill(idOf(each))).Statu).toBe(each.Statu);
    await act(desk, "pay", [bills[0] ?? {}, bills[2] ?? {}].map(idOf));
    expect((await bill(idOf(bills[2] ?? {}))).Statu).toBe(50);
  });

  it("the bank's answer", async () => {
    const paper = await makeBill(desk);
    const id = idOf(paper);
    await desk.put("PayConfig", { PayWay: 2, channelName: "ZSPay", merchantNo: "M1", statu: 1 });
    const toBank = (as = user()) => {
      const work = { ...previewWork(desk.as(as), page(503)), reqkey: "bank", entity: entity("BalancePay"), id };
      return desk.work((store) => runTransition(store, { ...work, transition: transition("BalancePay", "bankpay") }));
    };
    expect(await refused(toBank(user(SHOP, ["pay"])))).toEqual(TEXT.noRight);
    await toBank();
    const statementOf = async () => (await desk.find("Balance", { Billid: paper.BalaBillid ?? null }))[0];
    expect([await bill(id), await statementOf()]).toMatchObject([{ Statu: 25, payer: "王思远", Pay_sum: 0n }, { Statu: 25 }]);
    expect(await refused(act(desk, "pay", [id]))).toEqual(TEXT.stale);
    await system(desk, "BalancePay", "bankfailed", id);
    expect([await bill(id), await statementOf()]).toMatchObject([{ Statu: 20, payer: null, transid: null }, { Statu: 20 }]);
    expect((await desk.messages("BalancePay", id)).at(-1)).toMatchObject({ side: "shop", title: `付款单 ${paper.Billid} 银行支付失败` });
    // The bank's flow ends its order when it answers.
    await desk.db.updateTable("_pay_intent").set({ state: "failed" }).where("row_id", "=", id).execute();
    await toBank();
    await system(desk, "BalancePay", "bankpaid", id);
    expect(await bill(id)).toMatchObject({ Statu: 50, Pay_sum: 100_005n, payer: "王思远", paytime: "2025-06-30 10:00:00" });
    expect(await statementOf()).toMatchObject({ Statu: 50 });
    expect((await desk.find("BalancePlan", { BalaBillid: paper.BalaBillid ?? null }))[0]).toMatchObject({ stt: 7 });
    expect((await desk.find("BalancePayDetail", { Billid: paper.Billid ?? null }))[0]).toMatchObject({ Pay_sum: 100_005n });
    for (const step of ["bankfailed", "bankpaid"]) expect(await refused(system(desk, "BalancePay", step, id))).toEqual(TEXT.stale);
  });
});
