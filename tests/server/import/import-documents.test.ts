import { beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { SUPPLIER } from "../flows/fixtures/desk.ts";
import { type Cells, ImportDesk, ORDER, PAGES } from "./fixtures/import-desk.ts";
import { SAMPLES } from "./fixtures/samples.ts";

const HEAD = { provid: SUPPLIER, StoreId: "S1", busdate: "2025-06-30", arrivedate: "2025-07-03" };
const line = (GoodsId: string, amount: string, more: Cells = {}): Cells => ({
  "OrderLine.GoodsId": GoodsId,
  "OrderLine.amount": amount,
  ...more,
});

describeEngine("documents of a file", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
  });

  const orders = (rows: readonly Cells[], how = {}) => desk.bring(PAGES.Order, rows, how);
  const linesOf = async (Billid: string) =>
    [...(await desk.find("OrderLine", { Billid }))]
      .sort((a, b) => Number(a.LineNo) - Number(b.LineNo))
      .map((row) => [row.LineNo, row.GoodsId, row.amount, row.cost]);

  it("are rows one after the other with one number; the head may repeat or be left blank", async () => {
    const ends = await orders([
      { Billid: "A1", ...HEAD, ...line("G1", "2") },
      { Billid: "A1", ...HEAD, ...line("G2", "3", { "OrderLine.cost": "4.1234" }) },
      line("G3", "1"),
      { Billid: "A2", ...HEAD, StoreId: "西店", ...line("G1", "5") },
    ]);
    expect(ends.map(({ state, key, problems }) => [state, key, problems])).toEqual([
      ["created", "A1", []],
      ["created", "A1", []],
      ["created", "A1", []],
      ["created", "A2", []],
    ]);
    expect(await linesOf("A1")).toEqual([
      [1, "G1", 2000n, 50_000n],
      [2, "G2", 3000n, 41_234n],
      [3, "G3", 1000n, 50_000n],
    ]);
    const [first] = await desk.find("Order", { Billid: "A1" });
    expect(first).toMatchObject({
      amount: 6000n,
      order_cost: 2737n,
      Provider: `供应商${SUPPLIER}`,
      OperMode: 1,
      StoreName: "东店",
      Statu: 0,
    });
    expect((await desk.find("Order", { Billid: "A2" }))[0]).toMatchObject({ StoreId: "S2", StoreName: "西店" });
  });

  it("say one thing of their head", async () => {
    const ends = await orders([
      { Billid: "B1", ...HEAD, ...line("G1", "2") },
      { Billid: "B1", ...HEAD, StoreId: "S2", ...line("G2", "3") },
    ]);
    expect(ends.map(({ state }) => state)).toEqual(["refused", "refused"]);
    expect(ends[1]?.problems).toEqual([{ column: "StoreId", message: "门店编号与同一单据的第1行不同" }]);
  });

  it("stand together", async () => {
    const ends = await orders([
      { Billid: "C1", ...HEAD, ...line("G1", "2") },
      { Billid: "C2", ...HEAD, ...line("G1", "2") },
      { Billid: "C1", ...HEAD, ...line("G2", "3") },
    ]);
    expect(ends.map(({ state }) => state)).toEqual(["created", "created", "refused"]);
    expect(ends[2]?.problems).toEqual([{ column: null, message: "C1 的各行须相邻：前面已有这张单据" }]);
    expect(await linesOf("C1")).toHaveLength(1);
  });

  it("are told what is wrong in the row where it stands", async () => {
    const ends = await orders([
      { Billid: "D1", ...HEAD, ...line("G1", "2") },
      { Billid: "D1", ...line("没有", "-1") },
      { Billid: "D1", ...line("X1", "1") },
    ]);
    expect(ends.map(({ state, problems }) => [state, problems])).toEqual([
      ["refused", [{ column: null, message: "同一单据的其他行有错误" }]],
      [
        "refused",
        [
          { column: "OrderLine.GoodsId", message: "商品编码不存在或不能选择" },
          { column: "OrderLine.amount", message: "订货数量不能小于0" },
          { column: "OrderLine.cost", message: "进价不能为空" },
        ],
      ],
      ["refused", [{ column: "OrderLine.GoodsId", message: "商品编码不存在或不能选择" }]],
    ]);
  });

  it("without a number get one, and are new each time", async () => {
    const rows = [{ ...HEAD, ...line("G1", "2") }, line("G2", "1"), { ...HEAD, StoreId: "S2", ...line("G1", "2") }];
    const first = await orders(rows);
    expect(first.map(({ state }) => state)).toEqual(["created", "created", "created"]);
    expect(first.map(({ key }) => /^DD20250630\d{4}$/.test(key))).toEqual([true, true, true]);
    expect(new Set(first.map(({ key }) => key)).size).toBe(2);
    const second = await orders(rows);
    expect(second.map(({ key }) => key)).not.toContain(first[0]?.key);
  });

  it("cannot bring a number of the portal's own form that is not there", async () => {
    const [end] = await orders([{ Billid: "DD202506300999", ...HEAD, ...line("G1", "2") }]);
    expect(end).toMatchObject({ state: "refused", problems: [{ message: expect.stringMatching(/^DD202506300999 是本系统的编号形式/) }] });
    const [known] = await orders([{ Billid: ORDER, busdate: "2025-06-30" }]);
    expect(known).toMatchObject({ state: "same", key: ORDER });
  });

  it("that are there keep their lines", async () => {
    await orders([{ Billid: "E1", ...HEAD, ...line("G1", "2") }]);
    const [end] = await orders([{ Billid: "E1", ...HEAD, ...line("G1", "3") }]);
    expect(end?.problems).toEqual([{ column: null, message: "订单 E1 已存在，内容与系统中的不同，不能通过导入修改" }]);
    const [less] = await orders([{ Billid: "E1", ...HEAD }]);
    expect(less?.state).toBe("same");
  });

  it("made for another document take from its lines what they leave open", async () => {
    const [end] = await desk.bring(PAGES.Accept, SAMPLES.Accept(1).rows);
    const lines = await desk.find("AcceptLine", { Billid: end?.key ?? "" });
    expect(lines.map((row) => [row.GoodsId, row.amount, row.accept_amou, row.cost, row.taxRate, row.sum_cost])).toEqual([
      ["G1", 10_000n, 2000n, 50_000n, 130_000n, 1000n],
      ["G2", 10_000n, 1000n, 50_000n, 130_000n, 500n],
    ]);
    expect((await desk.find("Accept", { Billid: end?.key ?? "" }))[0]).toMatchObject({
      provid: SUPPLIER,
      StoreName: "东店",
      sum_cost: 1500n,
    });
  });

  it("go through their transitions with all that follows, or are refused for it", async () => {
    const stockOf = async () => (await desk.find("Stock", { StoreId: "S1", GoodsId: "G1" }))[0]?.amount ?? 0n;
    const before = BigInt(await stockOf());
    const ends = await desk.bring(PAGES.Accept, SAMPLES.Accept(2).rows, { next: true });
    expect(ends.map(({ state }) => state)).toEqual(["created", "created"]);
    expect([await stockOf(), (await desk.find("Accept", { Billid: "ERP-Y2" }))[0]?.Statu]).toEqual([before + 2000n, 10]);
    expect((await desk.events("Accept", Number(ends[0]?.id))).map(({ action }) => action)).toEqual(["create", "audit"]);
    const { Billid: _number, ...empty } = SAMPLES.Order(5).rows[0] ?? {};
    const lineless = Object.fromEntries(Object.entries(empty).filter(([name]) => !name.includes(".")));
    const [refused, kept] = await orders(
      [
        { Billid: "F1", ...lineless },
        { Billid: "F2", ...lineless, ...line("G1", "1") },
      ],
      { next: true },
    );
    expect(refused).toMatchObject({ state: "refused", id: null, problems: [{ column: null, message: expect.stringContaining("明细") }] });
    expect(kept?.state).toBe("created");
    expect(await desk.find("Order", { Billid: "F1" })).toEqual([]);
  });
});
