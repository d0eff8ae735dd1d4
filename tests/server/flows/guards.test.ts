import { beforeAll, expect, it } from "vitest";
import { type ActionRequest, runAction } from "../../../src/server/engine/run-action.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeAccept, makeBalance, makeOrder } from "./fixtures/documents.ts";
import { module } from "./fixtures/real-registry.ts";

const idOf = (row: Row) => Number(row.Id);

describeEngine("guards answer with their own text", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });
  const refused = (who: string, mdl: number, action: string, row: Row, more: Partial<ActionRequest> = {}, asOf = viewer(who)) =>
    expect(runAction(desk.as(asOf), module(mdl), { action, ids: [idOf(row)], ...more })).rejects;

  it("documents without lines", async () => {
    await refused("", 8901, "audit", await makeOrder(desk, {}, 0)).toMatchObject({ code: 422, message: "单据没有明细" });
    await refused("", 8902, "audit", await makeAccept(desk, {}, {}, 0)).toMatchObject({ code: 422, message: "单据没有明细" });
    await refused("", 510, "submit", await makeBalance(desk, {}, [])).toMatchObject({ code: 422, message: "单据没有明细" });
  });

  it("an acceptance of less than nothing", async () => {
    await refused("", 8902, "audit", await makeAccept(desk, {}, { accept_amou: -1n })).toMatchObject({
      code: 422,
      message: "验收数量不能小于零",
    });
  });

  it("an order past its last day; on that day it may still be confirmed", async () => {
    const late = await makeOrder(desk, { Statu: 10, enddate: "2025-06-29" });
    await refused(SUPPLIER, 8901, "provconfirm", late).toMatchObject({ code: 422, message: "订单已过有效截止日，不能确认" });
    for (const enddate of ["2025-06-30", null]) {
      const order = await makeOrder(desk, { Statu: 10, enddate });
      await runAction(desk.as(viewer(SUPPLIER)), module(8901), { action: "provconfirm", ids: [idOf(order)] });
      expect(await desk.row("Order", idOf(order))).toMatchObject({ Statu: 50 });
    }
  });

  it("documents that others rely on", async () => {
    const order = await makeOrder(desk, { Statu: 10 });
    await makeAccept(desk, order);
    await refused("", 8901, "unaudit", order).toMatchObject({ code: 422, message: "单据已被后续业务引用" });
    await refused("", 8902, "unaudit", await makeAccept(desk, {}, { Statu: 10, BalaBillid: "JS1" })).toMatchObject({
      code: 422,
      message: "单据已被后续业务引用",
    });
    await refused("", 510, "exclude", await makeBalance(desk, { PayBillid: "FK1" })).toMatchObject({
      code: 422,
      message: "单据已被后续业务引用",
    });
  });

  it("who does not belong to the confirming party", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 20 });
    await refused("", 510, "confirm", balance, {}, viewer("", { isConfirm: false })).toMatchObject({ code: 403, message: "没有操作权限" });
  });

  it("a closed order is not offered any more", async () => {
    const order = await makeOrder(desk, { Statu: 10, isclose: true });
    await refused(SUPPLIER, 8901, "provconfirm", order).toMatchObject({ code: 409, message: "单据状态已变化，请刷新后重试" });
    await refused("", 8901, "close", order).toMatchObject({ code: 409 });
  });

  it("no reason given, or one too long", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 10 });
    for (const reason of [undefined, "", "  \n "])
      await refused("", 510, "reject", balance, { reason }).toMatchObject({ code: 400, message: "请填写原因" });
    await refused("", 510, "reject", balance, { reason: "长".repeat(501) }).toMatchObject({ code: 400, message: "原因不能超过500个字" });
    await refused("", 510, "reject", balance, { reason: "a\u0000b" }).toMatchObject({ code: 400 });
    expect(await desk.row("Balance", idOf(balance))).toEqual(balance);
  });

  it("nothing is left behind by a refusal", async () => {
    const order = await makeOrder(desk, {}, 0);
    await refused("", 8901, "audit", order).toBeTruthy();
    expect(await desk.row("Order", idOf(order))).toEqual(order);
    expect([await desk.events("Order", idOf(order)), await desk.messages("Order", idOf(order))]).toEqual([[], []]);
  });
});
