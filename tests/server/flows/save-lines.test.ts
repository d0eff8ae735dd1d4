import { beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { FormDesk, formEntity, refusalOf, STRANGER, SUPPLIER } from "./fixtures/form-desk.ts";

describeEngine("saving lines", (open) => {
  let desk: FormDesk;
  beforeAll(async () => {
    desk = await FormDesk.open(open);
  });
  const shown = async (row: { Billid?: unknown }) =>
    (await desk.lines("OrderLine", { Billid: String(row.Billid) })).map(({ Id, LineNo, GoodsId, amount }) => [Id, LineNo, GoodsId, amount]);

  it("replaces them as a whole: kept ones keep their Id, others are new or go", async () => {
    const row = await desk.order(["1", "2", "3"]);
    const [a, b, c] = await desk.lines("OrderLine", row);
    if (!a || !b || !c) throw new Error("three lines");
    const lines = [
      { Id: c.Id, amount: "5" },
      { Id: a.Id, GoodsId: "G1011" },
    ];
    const { rowver } = await desk.save("orders", {
      id: Number(row.Id),
      rowver: Number(row.rowver),
      fields: {},
      lines: { OrderLine: lines },
    });
    expect(await shown(row)).toEqual([
      [c.Id, 1, "G1013", 5000n],
      [a.Id, 2, "G1011", 1000n],
    ]);
    const changed = await desk.row("Order", Number(row.Id));
    expect(changed).toMatchObject({ amount: 6000n, order_cost: 5n * 3750n + 1250n, rowver });
    const [, edited] = await desk.events("Order", Number(row.Id));
    expect(edited?.reason).toBe("金额：175.00→200.00；订单明细：修改2行、删除1行");
  });

  it("leaves them as they are where none were sent, and counts them all the same", async () => {
    const row = await desk.order(["1", "2"]);
    const before = await shown(row);
    await desk.save("orders", { id: Number(row.Id), rowver: Number(row.rowver), fields: { contact: "新" } });
    expect(await shown(row)).toEqual(before);
    expect(await desk.row("Order", Number(row.Id))).toMatchObject({ contact: "新", amount: 3000n });
  });

  it("lets them exchange places and goods", async () => {
    const row = await desk.order(["1", "2"]);
    const [a, b] = await desk.lines("OrderLine", row);
    const lines = [
      { Id: b?.Id, GoodsId: "G1011" },
      { Id: a?.Id, GoodsId: "G1012" },
    ];
    await desk.save("orders", { id: Number(row.Id), rowver: Number(row.rowver), fields: {}, lines: { OrderLine: lines } });
    expect(await shown(row)).toEqual([
      [b?.Id, 1, "G1011", 2000n],
      [a?.Id, 2, "G1012", 1000n],
    ]);
  });

  it("refuses a line of another document, an unknown one, and one that comes twice", async () => {
    const [row, other] = [await desk.order(["1"]), await desk.order(["1"])];
    const [own] = await desk.lines("OrderLine", row);
    const [foreign] = await desk.lines("OrderLine", other);
    const goods = { GoodsId: "G1013", amount: "9" };
    const save = (lines: readonly object[]) =>
      desk.save("orders", { id: Number(row.Id), rowver: Number(row.rowver), fields: {}, lines: { OrderLine: lines } });
    for (const lines of [[{ ...goods, Id: foreign?.Id }], [{ ...goods, Id: 999_999 }], [{ Id: own?.Id }, { Id: own?.Id }]]) {
      const { code, result } = await refusalOf(save(lines));
      expect([code, result]).toMatchObject([400, { problems: [{ entity: "OrderLine", line: lines.length - 1 }] }]);
    }
    expect(await shown(other)).toHaveLength(1);
  });

  it.each([
    ["provid", STRANGER],
    ["Billid", "DD1"],
    ["SHOP_ID", "0000000143"],
    ["LineNo", 5],
    ["picked", true],
    ["order_cost", "1"],
    ["GoodsName", "x"],
    ["nothing", 1],
  ])("refuses %s of a line", async (name, value) => {
    const lines = { OrderLine: [{ GoodsId: "G1011", amount: "1", [name]: value }] };
    const { code, message } = await refusalOf(desk.save("orders", { fields: FormDesk.order(), lines }));
    expect(code).toBe(400);
    expect(message).toContain(`lines.OrderLine[0].${name}`);
  });

  it("refuses what is no table of lines", async () => {
    for (const lines of [{ ReceiptLine: [] }, { OrderLine: {} as never }, { OrderLine: [1] }, { OrderLine: Array(2001).fill({}) }]) {
      expect((await refusalOf(desk.save("orders", { fields: FormDesk.order(), lines }))).code).toBe(400);
    }
  });

  it("takes goods of the document's supplier only", async () => {
    const lines = { OrderLine: [{ GoodsId: "G1021", amount: "1" }] };
    expect((await refusalOf(desk.save("orders", { fields: FormDesk.order(), lines }))).message).toBe("第1行商品编码不存在或不能选择");
    await desk.save("orders", { fields: FormDesk.order({ provid: STRANGER }), lines });
  });

  it("gives a document its supplier from the order it is made for, and its lines with it", async () => {
    const order = await desk.order(["2"]);
    await desk.work((store) => store.update(formEntity("Order"), { Id: order.Id ?? null }, { Statu: 10 }));
    const fields = { OrderBillid: String(order.Billid) };
    const { id } = await desk.save("receipts", { fields, lines: { ReceiptLine: [{ GoodsId: "G1011", amount: "2" }] } });
    const receipt = await desk.row("Receipt", id);
    expect(receipt).toMatchObject({ provid: SUPPLIER, amount: 2000n });
    expect(await desk.lines("ReceiptLine", receipt)).toMatchObject([{ provid: SUPPLIER, GoodsName: "商品101-1" }]);
    const stranger = desk.save("receipts", { fields, lines: { ReceiptLine: [{ GoodsId: "G1021", amount: "2" }] } });
    expect((await refusalOf(stranger)).message).toBe("第1行商品编码不存在或不能选择");
    const draft = await desk.order(["1"]);
    expect((await refusalOf(desk.save("receipts", { fields: { OrderBillid: String(draft.Billid) } }))).code).toBe(400);
  });

  it("takes the most lines there may be in one go", async () => {
    const goods = Array.from({ length: 2000 }, (_, n) => ({ provid: SUPPLIER, GoodsId: `M${n}`, GoodsName: `很多${n}`, cost: 100n }));
    await desk.work((store) => store.insert(formEntity("Goods"), goods));
    const lines = goods.map(({ GoodsId }) => ({ GoodsId, amount: "1" }));
    const { id } = await desk.save("orders", { fields: FormDesk.order(), lines: { OrderLine: lines } });
    expect(await desk.row("Order", id)).toMatchObject({ amount: 2_000_000n, order_cost: 200_000n });
  });
});
