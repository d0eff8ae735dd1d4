import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { previewWork } from "../../../src/server/engine/preview.ts";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import { mergeForUser } from "../../../src/server/features/payments/merge-bills.ts";
import { mergedPage } from "../../../src/server/features/payments/pages.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, STRANGER } from "../flows/fixtures/desk.ts";
import { entity, registry, transition } from "../flows/fixtures/real-registry.ts";
import { act, idOf, makeBill, openShop, page, refused, STRICT, seenNow, system, TEXT, user } from "./fixtures/bills.ts";

describeEngine("merged payments", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
    await desk.db.updateTable("provider").set({ BankAcct: "62000002" }).execute();
    for (const shopId of [SHOP, STRICT])
      await desk.put("PayConfig", { PayWay: 2, channelName: "ZSPay", merchantNo: "M1", statu: 1 }, shopId);
  });
  const merge = async (ids: readonly number[], as: Viewer = user()) =>
    mergeForUser(desk.as(as), page(503, as.shopId), { ids, seen: await seenNow(desk, ids, as.shopId), idempotencyKey: undefined });
  const fathers = (as: Viewer) => mergedPage({ registry, viewer: as });
  const onFather = (action: string, id: number, as: Viewer = user()) => act(desk, action, [id], { as, page: fathers(as) });
  const toBank = (id: number, as: Viewer = user()) => {
    const work = { ...previewWork(desk.as(as), fathers(as)), reqkey: `bank-${id}`, entity: entity("BalancePayFath"), id };
    return desk.work((store) => runTransition(store, { ...work, transition: transition("BalancePayFath", "bankpay") }), as.shopId);
  };
  const two = async (shopId = SHOP) => [await makeBill(desk, { shopId }), await makeBill(desk, { shopId, cents: 200n })] as const;
  const states = async (ids: readonly number[], shopId = SHOP) => {
    const rows = [];
    for (const id of ids) rows.push(await desk.row("BalancePay", id, shopId));
    return rows.map(({ Statu }) => Statu);
  };

  it("bills of one supplier become one payment, by the first that fails named; paying it pays all of them", async () => {
    const bills = await two();
    const ids = bills.map(idOf);
    const { id, Billid } = await merge(ids);
    expect(Billid).toMatch(/^HB20250630\d{4}$/);
    for (const each of ids) expect(await desk.row("BalancePay", each)).toMatchObject({ FathId: Billid, Statu: 20 });
    expect((await desk.events("BalancePay", ids[0] ?? 0)).at(-1)).toMatchObject({
      action: "merge",
      fromStt: "20",
      toStt: "20",
      reason: Billid,
    });
    expect((await desk.events("BalancePayFath", id))[0]).toMatchObject({ action: "create", toStt: "20" });
    expect(await refused(act(desk, "pay", [ids[0] ?? 0]))).toEqual(TEXT.merged);

    await onFather("pay", id);
    expect(await desk.row("BalancePayFath", id)).toMatchObject({
      Statu: 50,
      Pay_sum: 100_205n,
      payer: "王思远",
      paytime: "2025-06-30 10:00:00",
    });
    for (const bill of bills) {
      const paid = { Statu: 50, Pay_sum: bill.Bala_sum, payer: "王思远", transid: `WY-${bill.Billid}` };
      expect(await desk.row("BalancePay", idOf(bill))).toMatchObject(paid);
      expect(await desk.find("PayRecord", { Billid: bill.Billid ?? null })).toMatchObject([
        { Pay_sum: bill.Bala_sum, Sign: -1, result: 1 },
      ]);
      expect((await desk.find("Balance", { Billid: bill.BalaBillid ?? null }))[0]).toMatchObject({ Statu: 50 });
    }
    expect(await refused(onFather("pay", id))).toEqual(TEXT.stale);
    expect(await refused(onFather("unmerge", id))).toEqual(TEXT.stale);
  });

  it("merging refuses one alone, another supplier's, what is not at 20, merged already or stopped; nothing is done then", async () => {
    const [a, b] = await two();
    const other = await makeBill(desk, { provid: STRANGER });
    const draft = await makeBill(desk, { statu: 10 });
    expect(await refused(merge([idOf(a)]))).toEqual({ code: 422, message: "合并付款至少选择2张付款单" });
    expect(await refused(merge([idOf(a), idOf(other)]))).toEqual({ code: 422, message: `只能合并同一供应商的付款单（${other.Billid}）` });
    expect(await refused(merge([idOf(a), idOf(draft)]))).toEqual({ code: 409, message: `${TEXT.stale.message}（${draft.Billid}）` });
    await desk.db.updateTable("balance_pay").set({ Isstop: true }).where("SHOP_ID", "=", SHOP).where("Id", "=", idOf(b)).execute();
    expect(await refused(merge([idOf(a), idOf(b)]))).toEqual({ code: 422, message: `${TEXT.stop.message}（${b.Billid}）` });
    expect((await desk.row("BalancePay", idOf(a))).FathId).toBeNull();
    const [e, f] = await two();
    await desk.patch("BalancePay", { Id: idOf(f) }, { BankAcct: "62009999" });
    const account = `只能合并收款账号相同的付款单（${f.Billid}），请先修改付款信息，或分别支付`;
    expect(await refused(merge([idOf(e), idOf(f)]))).toEqual({ code: 422, message: account });
    const [c, d] = await two();
    await merge([idOf(c), idOf(d)]);
    expect(await refused(merge([idOf(a), idOf(d)]))).toEqual({ code: 422, message: `${TEXT.merged.message}（${d.Billid}）` });
    expect(await refused(merge([idOf(a), 999_999]))).toMatchObject({ code: 404 });
    expect(await desk.find("BalancePayFath", { Statu: 20 })).toHaveLength(1);
  });

  it("taken apart, its bills are free and its history stays", async () => {
    const bills = await two();
    const { id } = await merge(bills.map(idOf));
    expect(await refused(onFather("unmerge", id, user(SHOP, ["merge"])))).toEqual(TEXT.noRight);
    await onFather("unmerge", id);
    expect(await desk.find("BalancePayFath", { Id: id })).toEqual([]);
    for (const bill of bills) expect(await desk.row("BalancePay", idOf(bill))).toMatchObject({ FathId: null, Statu: 20 });
    expect((await desk.events("BalancePayFath", id)).map(({ action }) => action)).toEqual(["create", "unmerge"]);
    await merge(bills.map(idOf));
  });

  it("where payments need a right or attachments: every bill is asked, then the whole again", async () => {
    const clerk = user(STRICT, ["balancepay"]);
    const bills = await two(STRICT);
    const attach = (attachurl: string | null, ...which: number[]) =>
      desk.db.updateTable("balance_pay").set({ attachurl }).where("SHOP_ID", "=", STRICT).where("Id", "in", which).execute();
    await attach("/files/a.png", idOf(bills[0]));
    expect(await refused(merge(bills.map(idOf), clerk))).toEqual({ code: 422, message: `${TEXT.bare.message}（${bills[1].Billid}）` });
    await attach("/files/a.png", idOf(bills[1]));
    const { id } = await merge(bills.map(idOf), clerk);
    await attach(null, idOf(bills[0]));
    expect(await refused(onFather("pay", id, clerk))).toEqual(TEXT.bare);
    expect(await refused(toBank(id, clerk))).toEqual(TEXT.bare);
    await attach("/files/a.png", idOf(bills[0]));
    await onFather("pay", id, clerk);
    expect(await states(bills.map(idOf), STRICT)).toEqual([50, 50]);
  });

  it("one bill that is stopped later stops the whole", async () => {
    const bills = await two();
    const { id } = await merge(bills.map(idOf));
    const [statement] = await desk.find("Balance", { Billid: bills[1].BalaBillid ?? null });
    await act(desk, "stop", [idOf(statement ?? {})], { page: page(510) });
    expect(await refused(onFather("pay", id))).toEqual(TEXT.stop);
    expect(await states(bills.map(idOf))).toEqual([20, 20]);
  });

  it("goes to the bank and comes back as a whole", async () => {
    const bills = await two();
    const ids = bills.map(idOf);
    const { id } = await merge(ids);
    await toBank(id);
    expect(await desk.row("BalancePayFath", id)).toMatchObject({ Statu: 25 });
    expect(await states(ids)).toEqual([25, 25]);
    expect(await refused(onFather("unmerge", id))).toEqual(TEXT.stale);
    await system(desk, "BalancePayFath", "bankfailed", id);
    expect(await states(ids)).toEqual([20, 20]);
    await desk.db.updateTable("_pay_intent").set({ state: "failed" }).where("row_id", "=", id).execute();
    await toBank(id);
    await system(desk, "BalancePayFath", "bankpaid", id);
    expect(await desk.row("BalancePayFath", id)).toMatchObject({ Statu: 50, Pay_sum: 100_205n });
    expect(await states(ids)).toEqual([50, 50]);
    for (const bill of bills) expect(await desk.row("BalancePay", idOf(bill))).toMatchObject({ Pay_sum: bill.Bala_sum, payer: "王思远" });
  });

  it("the same key merges once", async () => {
    const ids = (await two()).map(idOf);
    const seen = await seenNow(desk, ids);
    const once = (some: readonly number[]) => mergeForUser(desk.as(user()), page(503), { ids: some, seen, idempotencyKey: "merge-1" });
    const first = await once(ids);
    expect(await once(ids)).toEqual(first);
    expect(await refused(once(ids.toReversed()))).toEqual({
      code: 422,
      message: "同一 Idempotency-Key 不能用于不同的请求",
    });
  });
});
