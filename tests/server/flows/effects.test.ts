import { beforeAll, describe, expect, it } from "vitest";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import { systemWork } from "../../../src/server/engine/system.ts";
import { completeRow } from "../../../src/server/engine/values/complete-row.ts";
import { fillText } from "../../../src/server/engine/values/fill-text.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { convertCell, negative, sumCells } from "../../../src/shared/domain/convert-cell.ts";
import type { Effect, Entity, Registry, Transition } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER } from "./fixtures/desk.ts";
import { makeBalance, makeOrder } from "./fixtures/documents.ts";
import { entity, registry, transition } from "./fixtures/real-registry.ts";

const idOf = (row: Row) => Number(row.Id);

describeEngine("effects that only later modules use", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });

  /** Runs a transition of statements with just these effects. */
  const run = (id: number, effects: readonly Effect[], use: Registry = registry) => {
    const made: Transition = { ...transition("Balance", "payable"), name: "made", from: [10], to: null, effects };
    return desk.work((store) =>
      runTransition(store, { ...systemWork(use, SHOP, NOW, "made"), entity: entity("Balance"), transition: made, id }),
    );
  };

  it("create: numbered, of the same supplier, with its maker; the row keeps its number", async () => {
    const balance = await makeBalance(desk);
    const id = idOf(balance);
    const values = {
      BalaBillid: { field: "Billid" },
      TotalMoney: "1000.00",
      plandate: { today: 15 },
      busdate: { now: true },
    } as const;
    const left = await run(id, [{ kind: "create", entity: "BalancePlan", values, keep: { PayBillid: "Billid" } }]);
    const plans = await desk.find("BalancePlan", { BalaBillid: balance.Billid ?? null });
    expect(plans.at(-1)).toMatchObject({
      Billid: "JH202506300001",
      provid: SUPPLIER,
      Provider: "供应商105001",
      TotalMoney: 100_000n,
      plandate: "2025-07-15",
      busdate: "2025-06-30",
      stt: 1,
      creator: "系统",
      createtime: "2025-06-30 10:00:00",
    });
    expect(left).toEqual(expect.objectContaining({ PayBillid: "JH202506300001", rowver: 3 }));
    expect(await desk.row("Balance", id)).toMatchObject({ PayBillid: "JH202506300001", rowver: 3 });
    await run(id, [{ kind: "create", entity: "BalancePlan", values: { BalaBillid: "x", Billid: { number: "ZZ" } }, keep: {} }]);
    expect((await desk.find("BalancePlan", { BalaBillid: "x" }))[0]).toMatchObject({ Billid: "ZZ202506300001" });
  });

  it("later effects see what earlier ones kept", async () => {
    const id = idOf(await makeBalance(desk));
    const create: Effect = { kind: "create", entity: "BalancePlan", values: { Remark: "x" }, keep: { PayBillid: "Billid" } };
    await run(id, [create, { kind: "notify", to: "shop", title: "{PayBillid}", content: "{StatuZH} {TotalMoney}" }]);
    const { PayBillid } = await desk.row("Balance", id);
    expect((await desk.messages("Balance", id))[0]).toMatchObject({ title: PayBillid, content: "待确认 1000.05" });
  });

  it("run: related rows go their way as the system's; one refusal undoes all", async () => {
    const [one, two] = [await makeOrder(desk, { Statu: 50, Remark: "settle" }), await makeOrder(desk, { Statu: 50, Remark: "settle" })];
    const balance = await makeBalance(desk, { Remark: "settle" });
    const effect: Effect = { kind: "run", entity: "Order", match: { Remark: { field: "Remark" } }, action: "settle" };
    await run(idOf(balance), [effect]);
    for (const order of [one, two]) {
      expect(await desk.row("Order", idOf(order))).toMatchObject({ issettled: true });
      expect(await desk.events("Order", idOf(order))).toEqual([
        expect.objectContaining({ action: "settle", USER_ID: "@system", reqkey: "made" }),
      ]);
    }
    const close: Effect = { ...effect, action: "close" };
    await desk.db.updateTable("order").set({ isclose: true }).where("Id", "=", idOf(two)).execute();
    await expect(run(idOf(balance), [close])).rejects.toMatchObject({ code: 409 });
    expect(await desk.row("Order", idOf(one))).toMatchObject({ isclose: false });
  });

  it("run: what a user sets off, the system does, without the user's rights or reason", async () => {
    const order = await makeOrder(desk, { Statu: 50, Remark: "by user" });
    const id = idOf(await makeBalance(desk, { Remark: "by user" }));
    const settle: Effect = { kind: "run", entity: "Order", match: { Remark: { field: "Remark" } }, action: "settle" };
    const made: Transition = { ...transition("Balance", "stop"), effects: [settle] };
    const work = systemWork(registry, SHOP, NOW, "user");
    const actor = { kind: "shop", userId: "boss175", userName: "王思远" } as const;
    const request = { ...work, actor, reason: "停付", moduleId: 510, entity: entity("Balance"), transition: made, id };
    await desk.work((store) => runTransition(store, request));
    expect(await desk.events("Balance", id)).toEqual([expect.objectContaining({ USER_ID: "boss175", reason: "停付", MdlId: 510 })]);
    const [event] = await desk.events("Order", idOf(order));
    expect(event).toMatchObject({ action: "settle", USER_ID: "@system", reason: null, MdlId: null, reqkey: "user" });
  });

  it("run: a circle ends in an error", async () => {
    const id = idOf(await makeBalance(desk));
    const circle: Transition = {
      ...transition("Balance", "stop"),
      by: ["system"],
      when: null,
      effects: [{ kind: "run", entity: "Balance", match: { Billid: { field: "Billid" } }, action: "stop" }],
    };
    const balances: Entity = { ...entity("Balance"), transitions: { ...entity("Balance").transitions, stop: circle } };
    const use: Registry = { ...registry, entities: { ...registry.entities, Balance: balances } };
    const request = { ...systemWork(use, SHOP, NOW, "circle"), entity: balances, transition: circle, id };
    await expect(desk.work((store) => runTransition(store, request))).rejects.toThrow("circle");
  });

  it("set: literals, plus, sums and the actor", async () => {
    const id = idOf(await makeBalance(desk, { confirmcount: 4 }));
    const set = {
      confirmcount: { plus: 2 },
      AdjustMoney: { plus: 1.5 },
      Bala_fee: "12.30",
      Sum_invoice: { minus: "TotalMoney" },
      auditor: { actor: "USER_ID" },
      enddate: null,
    } as const;
    await run(id, [{ kind: "set", set }]);
    expect(await desk.row("Balance", id)).toMatchObject({
      confirmcount: 6,
      AdjustMoney: 150n,
      Bala_fee: 1230n,
      Sum_invoice: -100_005n,
      auditor: "@system",
      enddate: null,
    });
  });

  it("update: each line, with its own values; an empty value relates to nothing", async () => {
    const balance = await makeBalance(desk, {}, [{ StoreName: "一" }, { StoreName: "二" }, { StoreName: null }]);
    const effect: Effect = {
      kind: "update",
      entity: "BalancePlan",
      each: "BalanceLine",
      match: { Remark: { line: "StoreName" } },
      set: { TotalMoney: { line: "TotalMoney" }, Sum_invoice: { plus: 1 } },
    };
    for (const Remark of ["一", "二", null]) await desk.put("BalancePlan", { Billid: `P${Remark}`, Remark });
    await run(idOf(balance), [effect]);
    const plans = await Promise.all(["P一", "P二", "Pnull"].map(async (Billid) => (await desk.find("BalancePlan", { Billid }))[0]));
    expect(plans.map((plan) => [plan?.TotalMoney, plan?.Sum_invoice])).toEqual([
      [50_000n, 100n],
      [50_000n, 100n],
      [null, 0n],
    ]);
  });

  it("add: an empty value relates to nothing, not to rows without a value", async () => {
    const id = idOf(await makeBalance(desk));
    const plan = await desk.put("BalancePlan", { Billid: "P-add", Sum_invoice: 5n });
    const effect: Effect = {
      kind: "add",
      entity: "BalancePlan",
      each: null,
      match: { Remark: { field: "Remark" } },
      by: { Sum_invoice: { field: "TotalMoney" } },
      values: null,
    };
    await run(id, [effect]);
    expect(await desk.row("BalancePlan", idOf(plan))).toEqual(plan);
  });

  it("computed fields are read through the store: counts, lookups, sums, the viewer's unread mark", async () => {
    const order = await makeOrder(desk, { amount: 15_000n, accept_amou: 15_000n });
    const names = ["linecount", "acceptcount", "RecvStt", "ShopName", "StatuZH", "taskcount", "storeTel"];
    const { env } = systemWork(registry, SHOP, NOW, "");
    const done = await desk.work((store) => completeRow({ store, registry, env }, entity("Order"), order, names));
    expect(done).toMatchObject({
      linecount: 2,
      acceptcount: 0,
      RecvStt: 3,
      ShopName: "绿洲生鲜（示例）",
      StatuZH: "录入",
      taskcount: 0,
      storeTel: null,
    });
  });
});

describe("values", () => {
  const of = (type: Parameters<typeof convertCell>[1]["type"]) => ({ type, name: type });

  it.each([
    [1250n, "money", "string", "12.50"],
    [7, "id", "text", "7"],
    [1250n, "money", "quantity", 12_500n],
    [1255n, "quantity", "money", 126n],
    [-1255n, "quantity", "money", -126n],
    [3, "int", "money", 300n],
    ["2025-06-30 10:11:12", "datetime", "date", "2025-06-30"],
    ["2025-06-30", "date", "datetime", "2025-06-30 00:00:00"],
    [null, "money", "bool", null],
  ] as const)("%s as %s becomes %s: %s", (cell, from, to, expected) => expect(convertCell(cell, of(from), of(to))).toBe(expected));

  it.each([
    ["bool", "int"],
    ["money", "int"],
    ["string", "money"],
    ["string", "bool"],
  ] as const)("a %s never becomes a %s", (from, to) => expect(() => convertCell(1, of(from), of(to))).toThrow("cannot become"));

  it("sums exactly and negates", () => {
    expect(sumCells("money", [9_007_199_254_740_993n, null, 1n])).toBe(9_007_199_254_740_994n);
    expect(sumCells("int", [1, null, 2])).toBe(3);
    expect([negative(5n), negative(-2), negative(null)]).toEqual([-5n, 2, null]);
    expect(() => negative("5")).toThrow("no number");
  });

  it("fills texts as a reader expects them", () => {
    const row: Row = {
      TotalMoney: -5n,
      startdate: "2025-06-01",
      audittime: "2025-06-30 10:11:12",
      B2b_statu: 20,
      Isstop: true,
      auditor: null,
      Billid: "$&{Id}",
      Id: 7,
    };
    const text = "{TotalMoney}|{startdate}|{audittime}|{B2b_statu}|{Isstop}|{auditor}|{Billid}|{Id}";
    expect(fillText(text, entity("Balance"), row)).toBe("-0.05|2025-06-01|2025-06-30 10:11|已审核|是||$&{Id}|7");
  });
});
