import { beforeAll, expect, it } from "vitest";
import { CLEARED } from "../../../src/server/engine/import/cells.ts";
import { describeEngine, describeEngines } from "../db/fixtures/test-database.ts";
import { type Cells, ImportDesk, PAGES } from "./fixtures/import-desk.ts";
import { ean, SAMPLES } from "./fixtures/samples.ts";

const goods = (n: number, more: Cells = {}): Cells => ({ ...SAMPLES.Goods(n).rows[0], ...more });

describeEngines("rows of a file", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
  });

  it("are refused alone for what the database has once only, however many they are", async () => {
    const rows = Array.from({ length: 40 }, (_, n) => goods(100 + n, [7, 23, 24].includes(n) ? { Barcode: ean(500 + 100) } : {}));
    const ends = await desk.bring(PAGES.Goods, rows);
    expect(ends.flatMap(({ state, place }) => (state === "created" ? [] : [[place, state]]))).toEqual(
      [8, 24, 25].map((place) => [place, "refused"]),
    );
    expect(ends[7]?.problems).toEqual([{ column: null, message: "条码 已存在" }]);
    expect(await desk.find("Goods", { GoodsId: "N107" })).toEqual([]);
    // A code that only looks other is the same (docs/decisions/83).
    const [alike] = await desk.bring(PAGES.Goods, [goods(101, { GoodsId: "n101", Barcode: ean(900) })]);
    expect(alike?.problems[0]?.message).toMatch(/^商品编码 已存在：与别的只有大小写/);
  });

  it("of one key are one after the other what the row is", async () => {
    const ends = await desk.bring(PAGES.Goods, [
      goods(200),
      goods(200, { price: "8.00" }),
      goods(200, { price: "8.00" }),
      goods(200, { unit: "箱" }),
    ]);
    expect(ends.map(({ state }) => state)).toEqual(["created", "updated", "same", "updated"]);
    const [row] = await desk.find("Goods", { GoodsId: "N200" });
    // The last one says the price of the first again.
    expect(row).toMatchObject({ unit: "箱", price: 12_065_000n, rowver: 3 });
  });

  it("are found where somebody else makes them at the same moment", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => goods(600 + n));
    const all = await Promise.all([desk.bring(PAGES.Goods, rows), desk.bring(PAGES.Goods, rows)]);
    expect(all.flat().flatMap(({ problems }) => problems)).toEqual([]);
    const states = rows.map((_, at) => all.map((ends) => ends[at]?.state).sort());
    expect(states).toEqual(rows.map(() => ["created", "same"]));
  });

  it("follow what they refer to, in whatever order they stand", async () => {
    const ends = await desk.bring(PAGES.Category, [
      { CategoryId: "Z3", CategoryName: "三级", PrtId: "Z2" },
      { CategoryId: "Z2", CategoryName: "二级", PrtId: "Z1" },
      { CategoryId: "Z1", CategoryName: "一级" },
      { CategoryId: "Y1", CategoryName: "甲", PrtId: "Y2" },
      { CategoryId: "Y2", CategoryName: "乙", PrtId: "Y1" },
    ]);
    expect(ends.map(({ state }) => state)).toEqual(["created", "created", "created", "refused", "refused"]);
  });

  it("change only what a file may change, say nothing where they are blank, and empty what they say they do", async () => {
    await desk.bring(PAGES.Goods, [goods(300, { spec: "500ml" })]);
    const [fixed] = await desk.bring(PAGES.Goods, [goods(300, { provid: "105002" })]);
    expect(fixed).toMatchObject({ state: "refused", problems: [{ column: "provid", message: "供应商编码不能修改" }] });
    const [blank] = await desk.bring(PAGES.Goods, [goods(300, { spec: " ", Brand: "" })]);
    expect(blank?.state).toBe("same");
    const [emptied] = await desk.bring(PAGES.Goods, [goods(300, { spec: CLEARED })]);
    expect(emptied?.state).toBe("updated");
    expect((await desk.find("Goods", { GoodsId: "N300" }))[0]?.spec).toBeNull();
    const [missing] = await desk.bring(PAGES.Goods, [goods(300, { unit: CLEARED })]);
    expect(missing?.problems).toEqual([{ column: "unit", message: "单位不能为空" }]);
  });

  it("name what fits one row alone, by code or by name", async () => {
    for (const CategoryId of ["K1", "K2"]) await desk.put("Category", { CategoryId, CategoryName: "同名" });
    const [several, one] = await desk.bring(PAGES.Goods, [goods(400, { CategoryId: "同名" }), goods(401, { CategoryId: "K2" })]);
    expect(several?.problems).toEqual([{ column: "CategoryId", message: "品类编号“同名”对应2个品类（K1、K2），请填写品类编号" }]);
    expect(one?.state).toBe("created");
  });

  it("are no more than can be worked on at once, with cells that somebody can have meant", async () => {
    const many = Array.from({ length: 5001 }, () => ({}));
    await expect(desk.bring(PAGES.Goods, many)).rejects.toMatchObject({ code: 400, message: "一次最多导入5000行" });
    const [long, wide] = await desk.bring(PAGES.Goods, [
      goods(500, { GoodsName: "长".repeat(40_000), Brand: "牌".repeat(41) }),
      goods(501, { 没有的列: "1" }),
    ]);
    expect(long?.problems).toEqual([
      { column: "GoodsName", message: "商品名称的内容过长，一格最多32767个字" },
      { column: "Brand", message: "品牌不能超过40个字" },
    ]);
    expect(wide?.problems).toEqual([{ column: null, message: "没有“没有的列”这一列，或无权填写" }]);
  });
});

describeEngine("sales of a file", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
  });

  const sale = (more: Cells = {}): Cells => ({
    busdate: "2025-06-29",
    StoreId: "东店",
    GoodsId: "G1",
    amount: "3",
    saleMoney: "19.50",
    ...more,
  });
  const stock = async (GoodsId = "G1") => (await desk.find("Stock", { StoreId: "S1", GoodsId }))[0]?.amount;

  it("move stock, as acceptances do, and by the difference where they are corrected", async () => {
    await desk.bring(PAGES.Stock, [{ StoreId: "S1", GoodsId: "G1", amount: "100" }]);
    const ends = await desk.bring(PAGES.Sale, [
      sale(),
      sale({ busdate: "2025-06-28", amount: "2" }),
      sale({ GoodsId: "G2", amount: "-1" }),
    ]);
    expect(ends.map(({ state }) => state)).toEqual(["created", "created", "created"]);
    expect([await stock(), await stock("G2")]).toEqual([95_000n, 1000n]);
    await desk.bring(PAGES.Sale, [sale({ amount: "5" }), sale({ busdate: "2025-06-28", amount: "2", saleMoney: "20.00" })]);
    expect(await stock()).toBe(93_000n);
    const [row] = await desk.find("Sale", { GoodsId: "G1", busdate: "2025-06-29" });
    expect(row).toMatchObject({
      provid: "105001",
      Provider: "供应商105001",
      GoodsName: "商品G1",
      CategoryName: "乳品",
      price: 39_000n,
      saleMoney: 1950n,
    });
  });

  it("are not changed once a statement has them", async () => {
    const [made] = await desk.bring(PAGES.Sale, [sale({ busdate: "2025-06-20" })]);
    await desk.patch("Sale", { Id: Number(made?.id) }, { BalaBillid: "JS1" });
    const before = await stock();
    const [same, other] = await desk.bring(PAGES.Sale, [sale({ busdate: "2025-06-20" }), sale({ busdate: "2025-06-20", amount: "9" })]);
    expect(same?.state).toBe("same");
    expect(other).toMatchObject({ state: "refused", problems: [{ column: null, message: "该销售已列入结算单，不能修改" }] });
    expect(await stock()).toBe(before);
  });

  it("may be of goods that are sold no longer, and of stores that are closed", async () => {
    await desk.patch("Goods", { GoodsId: "G3" }, { statu: 0 });
    await desk.patch("Store", { StoreId: "S2" }, { statu: 0 });
    const [end] = await desk.bring(PAGES.Sale, [sale({ GoodsId: "G3", StoreId: "S2" })]);
    expect(end).toMatchObject({ state: "created", key: "2025-06-29/S2/G3" });
  });
});
