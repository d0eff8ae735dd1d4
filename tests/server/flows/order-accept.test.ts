import { beforeAll, expect, it } from "vitest";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import { systemWork } from "../../../src/server/engine/system.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeAccept, makeOrder } from "./fixtures/documents.ts";
import { entity, module, registry, transition } from "./fixtures/real-registry.ts";

const idOf = (row: Row) => Number(row.Id);

describeEngine("orders and acceptances, forward", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });
  const shop = (mdl: number, action: string, id: number) => runAction(desk.as(viewer()), module(mdl), { action, ids: [id] });
  const supplier = (mdl: number, action: string, id: number) => runAction(desk.as(viewer(SUPPLIER)), module(mdl), { action, ids: [id] });

  it("an order is audited, taken back, audited, confirmed, closed, settled", async () => {
    const id = idOf(await makeOrder(desk));
    expect(await shop(8901, "audit", id)).toEqual({ results: [{ id, Code: 200, Msg: "操作成功" }] });
    expect(await desk.row("Order", id)).toMatchObject({ Statu: 10, auditor: "王思远", audittime: "2025-06-30 10:00:00", rowver: 2 });
    expect(await desk.unread("Order", id, "supplier")).toBe(1);
    const [message] = await desk.messages("Order", id);
    const order = await desk.row("Order", id);
    expect(message).toMatchObject({
      side: "supplier",
      provid: SUPPLIER,
      Billid: order.Billid,
      isread: false,
      sendtime: "2025-06-30 10:00:00",
    });
    expect(message).toMatchObject({
      title: `新订单 ${order.Billid}`,
      content: `绿洲东区店 的订单 ${order.Billid} 已审核，要求 2025-07-01 到货，请确认。`,
    });

    await shop(8901, "unaudit", id);
    expect(await desk.row("Order", id)).toMatchObject({ Statu: 0, auditor: null, audittime: null, rowver: 3 });
    expect(await desk.unread("Order", id, "supplier")).toBe(0);

    await shop(8901, "audit", id);
    await supplier(8901, "provconfirm", id);
    expect(await desk.row("Order", id)).toMatchObject({ Statu: 50, confirmtime: "2025-06-30 10:00:00" });
    expect([await desk.unread("Order", id, "supplier"), await desk.unread("Order", id, "shop")]).toEqual([0, 1]);

    await shop(8901, "close", id);
    expect(await desk.row("Order", id)).toMatchObject({ Statu: 50, isclose: true });
    const request = { ...systemWork(registry, SHOP, NOW, "t"), entity: entity("Order"), transition: transition("Order", "settle"), id };
    await desk.work((store) => runTransition(store, request));
    expect(await desk.row("Order", id)).toMatchObject({ issettled: true, rowver: 7 });

    const events = await desk.events("Order", id);
    expect(events.map((event) => [event.action, event.fromStt, event.toStt, event.USER_ID])).toEqual([
      ["audit", "0", "10", "boss175"],
      ["unaudit", "10", "0", "boss175"],
      ["audit", "0", "10", "boss175"],
      ["provconfirm", "10", "50", "s105001"],
      ["close", "50", "50", "boss175"],
      ["settle", "50", "50", "@system"],
    ]);
    expect(events[0]).toMatchObject({ MdlId: 8901, provid: SUPPLIER, UsrName: "王思远", createtime: "2025-06-30 10:00:00", reason: null });
    expect(new Set(events.map((event) => event.reqkey)).size).toBe(6);
  });

  it("an acceptance moves order, order lines and stock, and back", async () => {
    const order = await makeOrder(desk, { Statu: 10 });
    await desk.put("Stock", { provid: SUPPLIER, StoreId: "0501", GoodsId: "105001001", amount: 2500n });
    const before = await desk.find("Stock", { StoreId: "0501", GoodsId: "105001001" });
    const accept = await makeAccept(desk, order);
    const id = idOf(accept);
    await shop(8902, "audit", id);
    expect(await desk.row("Accept", id)).toMatchObject({ Statu: 10, auditor: "王思远" });
    expect(await desk.row("Order", idOf(order))).toMatchObject({ accept_amou: 13_000n, accept_send: 1000n, rowver: 2 });
    const lines = await desk.find("OrderLine", { Billid: order.Billid ?? null });
    expect(lines.map((line) => [line.accept_amou, line.accept_send])).toEqual([
      [8000n, 1000n],
      [5000n, 0n],
    ]);
    expect(await desk.find("Stock", { StoreId: "0501", GoodsId: "105001001" })).toEqual([{ ...before[0], amount: 10_500n, rowver: 2 }]);
    const [fresh] = await desk.find("Stock", { StoreId: "0501", GoodsId: "105001002" });
    expect(fresh).toMatchObject({
      amount: 5000n,
      provid: SUPPLIER,
      GoodsName: "商品2",
      cost: 125_000n,
      lastin: "2025-06-28",
      statu: 1,
      rowver: 1,
    });
    const [message] = await desk.messages("Accept", id);
    expect(message).toMatchObject({ title: `验收单 ${accept.Billid}`, content: `订单 ${order.Billid} 已验收，金额 162.50 元，请核对。` });

    await shop(8902, "unaudit", id);
    expect(await desk.row("Order", idOf(order))).toMatchObject({ accept_amou: 0n, accept_send: 0n });
    const after = await desk.find("Stock", { StoreId: "0501" });
    expect(after.map((stock) => stock.amount)).toEqual([2500n, 0n]);
    expect(await desk.unread("Accept", id, "supplier")).toBe(0);

    await shop(8902, "audit", id);
    await supplier(8902, "provconfirm", id);
    expect(await desk.row("Accept", id)).toMatchObject({ Statu: 50, confirmtime: "2025-06-30 10:00:00" });
    expect(await desk.unread("Accept", id, "shop")).toBe(1);
  });

  it("an acceptance without an order moves the stock alone", async () => {
    const accept = await makeAccept(desk, {}, { StoreId: "0502" });
    await shop(8902, "audit", idOf(accept));
    expect((await desk.find("Stock", { StoreId: "0502" })).map((stock) => stock.amount)).toEqual([8000n, 5000n]);
  });

  it("two lines of one article add up", async () => {
    const accept = await makeAccept(desk, {}, { StoreId: "0503" });
    await desk.db.updateTable("accept_line").set({ GoodsId: "105001001" }).where("Billid", "=", accept.Billid).execute();
    await shop(8902, "audit", idOf(accept));
    expect((await desk.find("Stock", { StoreId: "0503" })).map((stock) => stock.amount)).toEqual([13_000n]);
  });
});
