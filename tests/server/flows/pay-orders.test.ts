import { beforeAll, expect, it } from "vitest";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { runDue } from "../../../src/server/engine/run-due.ts";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import { systemWork } from "../../../src/server/engine/system.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { entity, module, registry, transition } from "./fixtures/real-registry.ts";

let made = 0;

describeEngine("payment orders of fees", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await desk.put("PayConfig", { PayWay: 2, channelName: "招商银企支付", merchantNo: "DEMO1", sortno: 1, statu: 1 });
  });
  const fee = (values: Row = {}) => {
    made += 1;
    const named = { Billid: `FY${made}`, FeeKind: "instant", FeeItem: "陈列费", FeeName: "端架", FeeMoney: 12_345n, taxRate: 60_000n };
    return desk.put("FeeBill", { provid: SUPPLIER, Provider: "供应商", busdate: "2025-06-28", Statu: 10, ...named, ...values });
  };
  const pay = (row: Row) => runAction(desk.as(viewer(SUPPLIER)), module(402), { action: "pay", ids: [Number(row.Id)] });
  const orderOf = async (row: Row): Promise<Row> => {
    const [order] = await desk.find("PayOrder", { bllid: row.Billid ?? null, Statu: 10 });
    if (!order) throw new Error("no open order");
    return order;
  };
  /** The steps that a bank's answer, or the system, takes. */
  const system = async (order: Row, name: string) => {
    await desk.work((store) =>
      runTransition(store, {
        ...systemWork(registry, SHOP, NOW, `sys-${name}`),
        entity: entity("PayOrder"),
        transition: transition("PayOrder", name),
        id: Number(order.Id),
      }),
    );
    // Who settles an order closes what was written for the bank, too.
    await desk.db.updateTable("_pay_intent").set({ state: "failed" }).where("row_id", "=", Number(order.Id)).execute();
  };
  /** Told to the bank, as the flow of the payment does it. */
  const begin = async (order: Row, now = NOW) => {
    const who = viewer(SUPPLIER);
    const work = {
      ...systemWork(registry, SHOP, now, "begin"),
      actor: { kind: "supplier", userId: who.userId, userName: who.userName },
    } as const;
    return desk.work((store) =>
      runTransition(store, { ...work, entity: entity("PayOrder"), transition: transition("PayOrder", "bankpay"), id: Number(order.Id) }),
    );
  };
  const close = (order: Row) => runAction(desk.as(viewer(SUPPLIER)), module(403), { action: "close", ids: [Number(order.Id)] });
  const feeNow = (row: Row) => desk.row("FeeBill", Number(row.Id));

  it("is made by paying a fee, once; the fee waits for it", async () => {
    const row = await fee();
    await pay(row);
    const order = await orderOf(row);
    expect(order).toMatchObject({ Pay_sum: 12_345n, Sign: 1, Operate: 1, Statu: 10, provid: SUPPLIER, expiretime: "2025-07-02 00:00:00" });
    expect(await feeNow(row)).toMatchObject({ payStt: 25, PayOrderId: order.Billid });
    await expect(pay(row)).rejects.toMatchObject({ code: 409 });
  });

  it("is paid: the fee is paid and done", async () => {
    const row = await fee();
    await pay(row);
    const order = await orderOf(row);
    await begin(order);
    await system(order, "bankpaid");
    expect(await desk.row("PayOrder", Number(order.Id))).toMatchObject({ Statu: 50, paytime: "2025-06-30 10:00:00" });
    expect(await feeNow(row)).toMatchObject({ payStt: 50, Statu: 50 });
    expect((await desk.messages("PayOrder", Number(order.Id)))[0]).toMatchObject({ side: "shop" });
    for (const name of ["bankpaid", "bankfailed", "close"]) await expect(system(order, name)).rejects.toMatchObject({ code: 409 });
  });

  it("that failed may be tried again; the fee stays bound to it, so that it is not paid twice", async () => {
    const row = await fee();
    await pay(row);
    const order = await orderOf(row);
    await begin(order);
    await system(order, "bankfailed");
    expect(await desk.row("PayOrder", Number(order.Id))).toMatchObject({ Statu: 10, transid: null });
    expect(await feeNow(row)).toMatchObject({ payStt: 25, PayOrderId: order.Billid });
    await expect(pay(row)).rejects.toMatchObject({ code: 409 });
    await begin(order);
    await system(order, "bankpaid");
    expect(await feeNow(row)).toMatchObject({ payStt: 50 });
  });

  it("is closed by the supplier while nothing is at the bank; the fee is free again", async () => {
    const row = await fee();
    await pay(row);
    const order = await orderOf(row);
    await begin(order);
    await expect(close(order)).rejects.toMatchObject({ code: 409 });
    await system(order, "bankfailed");
    await close(order);
    expect(await desk.row("PayOrder", Number(order.Id))).toMatchObject({ Statu: -1 });
    expect(await feeNow(row)).toMatchObject({ payStt: 0, PayOrderId: null });
    await pay(row);
    expect(await feeNow(row)).toMatchObject({ payStt: 25, PayOrderId: (await orderOf(row)).Billid });
  });

  it("past its time is refused, and closed by the system", async () => {
    const [late, running] = [await fee(), await fee()];
    await pay(late);
    await pay(running);
    const [order, other] = [await orderOf(late), await orderOf(running)];
    await begin(other);
    const after = new Date("2025-07-02T08:00:00+08:00");
    await expect(begin(order, after)).rejects.toMatchObject({ code: 422, message: "支付订单已失效，请在费用单上重新支付" });
    const run = (now: Date) => runDue({ db: desk.db, registry, now, log: (line) => void expect(line).toBe("") });
    await run(new Date("2025-07-01T23:00:00+08:00"));
    expect(await desk.row("PayOrder", Number(order.Id))).toMatchObject({ Statu: 10 });
    await run(after);
    expect(await desk.row("PayOrder", Number(order.Id))).toMatchObject({ Statu: -1 });
    expect(await feeNow(late)).toMatchObject({ payStt: 0 });
    expect(await desk.row("PayOrder", Number(other.Id))).toMatchObject({ Statu: 25 });
  });

  it("is not made for a fee that a statement has taken", async () => {
    const row = await fee({ BalaBillid: "JS1" });
    await expect(pay(row)).rejects.toMatchObject({ code: 422, message: "该费用已列入结算单，将从货款中扣除" });
  });

  it("is the way of a fee bill that no statement deducts; what is deducted is not paid besides", async () => {
    const payBill = (row: Row) => runAction(desk.as(viewer(SUPPLIER)), module(501), { action: "pay", ids: [Number(row.Id)] });
    const [deducted, transfer] = [await fee({ FeeKind: "bill", deductWay: 1 }), await fee({ FeeKind: "bill", deductWay: 3 })];
    await expect(payBill(deducted)).rejects.toMatchObject({ code: 409 });
    await payBill(transfer);
    expect(await feeNow(transfer)).toMatchObject({ payStt: 25 });
    expect(await feeNow(deducted)).toMatchObject({ payStt: 0, PayOrderId: null });
  });

  it("30 payments of one fee at once: one order", async () => {
    const row = await fee();
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => pay(row)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await desk.find("PayOrder", { bllid: row.Billid ?? null })).toHaveLength(1);
  });
});
