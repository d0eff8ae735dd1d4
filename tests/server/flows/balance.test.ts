import { beforeAll, expect, it } from "vitest";
import { type ActionRequest, runAction } from "../../../src/server/engine/run-action.ts";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import { systemWork } from "../../../src/server/engine/system.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeAccept, makeBalance, makeOrder } from "./fixtures/documents.ts";
import { entity, module, registry, transition } from "./fixtures/real-registry.ts";

const idOf = (row: Row) => Number(row.Id);

describeEngine("statements, forward", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });
  const act = (who: string, action: string, id: number, more: Partial<ActionRequest> = {}) =>
    runAction(desk.as(viewer(who)), module(510), { action, ids: [id], ...more });
  const system = (name: string, id: number) => {
    const request = {
      ...systemWork(registry, SHOP, NOW, `sys-${name}`),
      entity: entity("Balance"),
      transition: transition("Balance", name),
      id,
    };
    return desk.work((store) => runTransition(store, request));
  };
  const planOf = async (balance: Row) => (await desk.find("BalancePlan", { BalaBillid: balance.Billid ?? null }))[0]?.stt;

  it("is submitted, rejected, submitted, confirmed by both, rechecked", async () => {
    const balance = await makeBalance(desk);
    const id = idOf(balance);
    await act("", "submit", id);
    expect(await desk.row("Balance", id)).toMatchObject({ B2b_statu: 10, Statu: 10, rowver: 2 });
    expect(await planOf(balance)).toBe(2);
    expect(await desk.unread("Balance", id, "supplier")).toBe(1);
    expect((await desk.messages("Balance", id))[0]).toMatchObject({
      content: "账期 2025-06-01 至 2025-06-15，结算金额 1000.05 元，请核对确认。",
    });

    await act(SUPPLIER, "reject", id, { reason: "  费用有误  " });
    expect(await desk.row("Balance", id)).toMatchObject({ B2b_statu: 0, confirmcount: 0 });
    expect(await planOf(balance)).toBe(1);
    expect([await desk.unread("Balance", id, "supplier"), await desk.unread("Balance", id, "shop")]).toEqual([0, 1]);
    expect((await desk.messages("Balance", id))[1]).toMatchObject({ side: "shop", title: `结算单 ${balance.Billid} 被退回` });
    expect((await desk.events("Balance", id))[1]).toMatchObject({ action: "reject", fromStt: "10", toStt: "0", reason: "费用有误" });

    await act("", "submit", id);
    await act(SUPPLIER, "provconfirm", id);
    expect(await desk.row("Balance", id)).toMatchObject({ B2b_statu: 20, confirmprov: true, confirmcount: 1 });
    expect(await planOf(balance)).toBe(3);
    await act("", "confirm", id);
    const confirmed = {
      B2b_statu: 50,
      confirmshop: true,
      isconfirm: true,
      confirmcount: 2,
      auditor: "王思远",
      audittime: "2025-06-30 10:00:00",
    };
    expect(await desk.row("Balance", id)).toMatchObject(confirmed);
    expect(await planOf(balance)).toBe(4);
    expect(await desk.unread("Balance", id, "shop")).toBe(0);
    await act("", "recheck", id);
    expect(await desk.row("Balance", id)).toMatchObject({ B2b_statu: 60 });
  });

  it("is excluded, which frees its lines, and restored", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 20, confirmprov: true, confirmcount: 1 });
    const id = idOf(balance);
    const checked = async () => (await desk.find("BalanceLine", { Billid: balance.Billid ?? null })).map((line) => line.checked);
    await act("", "exclude", id);
    expect(await desk.row("Balance", id)).toMatchObject({ B2b_statu: -1 });
    expect([await checked(), await planOf(balance)]).toEqual([[false, false], 1]);
    await act("", "restore", id);
    // What was confirmed before is to be confirmed anew.
    expect(await desk.row("Balance", id)).toMatchObject({ B2b_statu: 0, confirmprov: false, confirmcount: 0 });
    expect(await checked()).toEqual([true, true]);
  });

  it("is stopped and released", async () => {
    const id = idOf(await makeBalance(desk));
    await act("", "stop", id);
    expect(await desk.row("Balance", id)).toMatchObject({ Isstop: true, Statu: 10 });
    await act("", "unstop", id);
    expect(await desk.row("Balance", id)).toMatchObject({ Isstop: false });
  });

  it("is paid by the system, once the bank has failed; then its orders are settled, and the plan is done", async () => {
    const [whole, half] = [await makeOrder(desk, { Statu: 10 }), await makeOrder(desk, { Statu: 10 })];
    const other = await makeBalance(desk);
    const balance = await makeBalance(desk, { B2b_statu: 50 }, []);
    const [own, theirs] = [
      { Statu: 10, BalaBillid: balance.Billid ?? null },
      { Statu: 10, BalaBillid: other.Billid ?? null },
    ];
    const accepts = [await makeAccept(desk, whole, own), await makeAccept(desk, half, own)];
    await makeAccept(desk, half, theirs);
    for (const [index, accept] of accepts.entries()) {
      await desk.put("BalanceLine", {
        provid: SUPPLIER,
        Billid: balance.Billid ?? null,
        LineNo: index + 1,
        SrcKind: 1,
        SrcBillid: accept.Billid ?? null,
      });
    }
    const id = idOf(balance);
    for (const name of ["payable", "paying", "payfailed", "paying", "paid"]) await system(name, id);
    expect(await desk.row("Balance", id)).toMatchObject({ Statu: 50, B2b_statu: 50 });
    const [plan] = await desk.find("BalancePlan", { BalaBillid: balance.Billid ?? null });
    expect(plan).toMatchObject({ stt: 7, finishdate: "2025-06-30" });
    expect(await desk.row("Order", idOf(whole))).toMatchObject({ issettled: true });
    expect(await desk.row("Order", idOf(half))).toMatchObject({ issettled: false });
    expect((await desk.events("Order", idOf(whole))).at(-1)).toMatchObject({ action: "settle", USER_ID: "@system", reqkey: "sys-paid" });
  });

  it("never moves its plan backwards but by rejecting", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 10 });
    await desk.db.updateTable("balance_plan").set({ stt: 5 }).where("BalaBillid", "=", balance.Billid).execute();
    await act(SUPPLIER, "provconfirm", idOf(balance));
    expect(await planOf(balance)).toBe(5);
    await act("", "reject", idOf(balance), { reason: "重做" });
    expect(await planOf(balance)).toBe(1);
    // The shop takes back what the supplier has confirmed: it is he who is told.
    expect((await desk.messages("Balance", idOf(balance))).at(-1)).toMatchObject({
      side: "supplier",
      title: `结算单 ${balance.Billid} 被退回`,
    });
    expect([await desk.unread("Balance", idOf(balance), "supplier"), await desk.unread("Balance", idOf(balance), "shop")]).toEqual([1, 0]);
  });

  it("of nothing, confirmed by the shop alone, waits for its payment", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 20, TotalMoney: 0n, Bala_sum: 0n });
    await desk.db.updateTable("balance_plan").set({ stt: 2 }).where("BalaBillid", "=", balance.Billid).execute();
    await act("", "confirm", idOf(balance));
    expect(await planOf(balance)).toBe(3);
  });
});
