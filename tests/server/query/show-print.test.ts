import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { printModule } from "../../../src/server/query/print-rows.ts";
import { LINE_CAP, showRow } from "../../../src/server/query/show/show-row.ts";
import type { Module, Registry } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { canary, contextOf, fillSmall, viewerOf } from "./fixtures/small-database.ts";
import { hiding, moduleOf, smallRegistry } from "./fixtures/small-registry.ts";

const SHOP = "0000000001";
const registry = smallRegistry();
const bills = moduleOf(registry, "bills");
const shop = viewerOf(SHOP);
const supplier = viewerOf(SHOP, "101");

describeEngine("one document", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fillSmall(database, registry);
  });
  const idOf = async (number: string) => {
    const row = await database.kysely
      .selectFrom("bill")
      .select("Id")
      .where("SHOP_ID", "=", SHOP)
      .where("Billid", "=", number)
      .executeTakeFirstOrThrow();
    return Number(row.Id);
  };
  const addBill = async (number: string, lines: number, more: object = {}) => {
    const own = { SHOP_ID: SHOP, provid: "101", Billid: number };
    await database.kysely
      .insertInto("bill")
      .values({ ...own, Provider: "供应商", busdate: "2025-06-30", Statu: 10, TotalMoney: 10_000_005, costMoney: 1, ...more })
      .execute();
    const rows = Array.from({ length: lines }, (_, n) => ({ ...own, LineNo: n + 1, GoodsName: `商品${n + 1}`, amount: 1500, money: 1001 }));
    for (let start = 0; start < lines; start += 3000)
      await database.kysely
        .insertInto("bill_line")
        .values(rows.slice(start, start + 3000))
        .execute();
    return idOf(number);
  };
  const context = (viewer: Viewer, of: Registry = registry) => contextOf(database.kysely, of, viewer);

  describe("shown", () => {
    test("row, lines with sums, history", async () => {
      const shown = await showRow(context(shop), bills, await idOf("DD1010010"));
      expect(shown.row).toMatchObject({ Billid: "DD1010010", Statu_text: "待确认", linecount: 2, linetotal: "300.03" });
      expect(shown.actions).toEqual(["pay"]);
      expect(shown.lines.BillLine).toMatchObject([
        { LineNo: 1, GoodsName: `商品0${canary(SHOP, "101")}`, amount: "1.500", money: "100.01" },
        { LineNo: 2, amount: "3.000", money: "200.02" },
      ]);
      expect(Object.keys(shown.lines.BillLine?.[0] ?? {}).sort()).toEqual(["GoodsName", "Id", "LineNo", "amount", "id", "money"]);
      expect(shown.lineSums).toEqual({ BillLine: { amount: "4.500", money: "300.03" } });
      expect(shown.events).toEqual([
        {
          action: "submit",
          title: "提交",
          from: "录入",
          to: "待确认",
          reason: `原因${canary(SHOP, "101")}`,
          actor: `李四${canary(SHOP, "101")}`,
          time: "2025-06-01 08:00:00",
        },
      ]);
      expect(shown.chain).toEqual([]);
    });

    test("history is newest first, and knows what is no transition", async () => {
      const id = await addBill("HIST", 0);
      const event = { SHOP_ID: SHOP, provid: "101", entity: "Bill", bllid: String(id) };
      await database.kysely
        .insertInto("event_log")
        .values([
          { ...event, action: "create" },
          { ...event, action: "strange", fromStt: "7", toStt: "8" },
        ])
        .execute();
      const { events } = await showRow(context(supplier), bills, id);
      expect(events.map(({ title, from, to }) => [title, from, to])).toEqual([
        ["strange", "", ""],
        ["新增", "", ""],
      ]);
    });

    test("without the state field, history tells no states", async () => {
      const { events, row } = await showRow(context(supplier), hiding(bills, "Statu", "StatuZH"), await idOf("DD1010010"));
      expect(events).toMatchObject([{ title: "提交", from: "", to: "" }]);
      expect(Object.keys(row).filter((name) => name.startsWith("Statu"))).toEqual([]);
    });

    test("a field hidden from a side is hidden in the lines of the page too", async () => {
      const module: Module = {
        ...bills,
        readable: {
          ...bills.readable,
          shop: [...bills.readable.shop, "amount"],
          supplier: bills.readable.supplier.filter((name) => name !== "amount"),
        },
      };
      const id = await idOf("DD1010010");
      const [ours, theirs] = [await showRow(context(shop), module, id), await showRow(context(supplier), module, id)];
      expect(ours.lineSums).toEqual({ BillLine: { amount: "4.500", money: "300.03" } });
      expect(theirs.lineSums).toEqual({ BillLine: { money: "300.03" } });
      expect(JSON.stringify(theirs)).not.toContain('"amount"');
    });

    test("of very many lines the first are shown and all are summed", async () => {
      const id = await addBill("LONG", LINE_CAP + 10);
      const { lines, lineSums } = await showRow(context(shop), bills, id);
      expect(lines.BillLine).toHaveLength(LINE_CAP);
      expect(lineSums.BillLine).toEqual({ amount: ((LINE_CAP + 10) * 1.5).toFixed(3), money: ((LINE_CAP + 10) * 10.01).toFixed(2) });
    });

    test("a view's row by its key; a group has none", async () => {
      const line = await database.kysely
        .selectFrom("bill_line")
        .select("Id")
        .where("Billid", "=", "DD1010010")
        .where("SHOP_ID", "=", SHOP)
        .executeTakeFirstOrThrow();
      expect((await showRow(context(shop), moduleOf(registry, "line-view"), Number(line.Id))).row).toMatchObject({ Billid: "DD1010010" });
      await expect(showRow(context(shop), moduleOf(registry, "daily"), 1)).rejects.toMatchObject({ code: 404 });
    });
  });

  describe("printed", () => {
    const print = async (viewer: Viewer, numbers: readonly string[], module = bills) =>
      printModule(context(viewer), module, "bill", await Promise.all(numbers.map(idOf)));

    test("one sheet", async () => {
      await addBill("ONE", 2);
      const data = await print(shop, ["ONE"]);
      expect(data).toEqual([
        {
          samedata: { title: `商场${SHOP}测试单`, Billid: "ONE" },
          header: [
            { label: "单据号", value: "ONE" },
            { label: "业务日期", value: "2025-06-30" },
            { label: "供应商名称", value: "供应商" },
            { label: "状态", value: "待确认" },
          ],
          t_title: [
            { field: "LineNo", title: "行号", width: 20, align: "right" },
            { field: "GoodsName", title: "商品名称", width: 120, align: "left" },
            { field: "amount", title: "数量", width: 40, align: "right" },
            { field: "money", title: "金额", width: 40, align: "right" },
          ],
          tr: [
            ["1", "商品1", "1.500", "10.01"],
            ["2", "商品2", "1.500", "10.01"],
          ],
          pagesumtr: ["", "", "3.000", "20.02"],
          footer: [
            { label: "供应商名称", value: "供应商" },
            { label: "打印时间", value: "2025-06-30 10:00" },
          ],
          lastfooter: {
            totals: ["", "", "3.000", "20.02"],
            capitals: "壹拾万元零伍分",
            summary: [
              { label: "金额", value: "100,000.05" },
              { label: "成本", value: "0.01" },
            ],
            signatures: ["收货", "送货人签字"],
          },
          additional: ["请当面点清"],
          barcode: "ONE-1",
          page: 1,
          pages: 1,
          width: 241,
          pageheight: 140,
          intervalheight: 6,
        },
      ]);
    });

    test.each([
      [0, [0]],
      [1, [1]],
      [8, [8]],
      [9, [8, 1]],
      [16, [8, 8]],
      [17, [8, 8, 1]],
    ])("%i lines on sheets of %j", async (lines, sheets) => {
      await addBill(`P${lines}`, lines);
      const data = await print(shop, [`P${lines}`]);
      expect(data.map(({ tr }) => tr.length)).toEqual(sheets);
      expect(data.map(({ barcode, page, pages }) => [barcode, page, pages])).toEqual(
        sheets.map((_, n) => [`P${lines}-${n + 1}`, n + 1, sheets.length]),
      );
      expect(data.map(({ lastfooter }) => lastfooter !== null)).toEqual(sheets.map((_, n) => n === sheets.length - 1));
      expect(data.map(({ pagesumtr }) => pagesumtr?.[3])).toEqual(sheets.map((n) => (n * 10.01).toFixed(2)));
      expect(data.at(-1)?.lastfooter?.totals?.[3]).toBe((lines * 10.01).toFixed(2));
      expect(data.flatMap(({ tr }) => tr.map(([number]) => number))).toEqual(Array.from({ length: lines }, (_, n) => String(n + 1)));
    });

    test("a document that is still being entered is a draft, on every sheet", async () => {
      await addBill("DRAFT", 9, { Statu: 0 });
      await addBill("SUBMITTED", 9, { Statu: 10 });
      expect((await print(shop, ["DRAFT"])).map(({ draft }) => draft)).toEqual([true, true]);
      expect((await print(shop, ["SUBMITTED"])).map(({ draft }) => draft)).toEqual([undefined, undefined]);
    });

    test("several documents follow each other, each once, in the order asked for", async () => {
      const data = await print(shop, ["DD1010011", "DD1020003", "DD1010011", "DD1010005"]);
      expect(data.map(({ barcode }) => barcode)).toEqual(["DD1010011-1", "DD1020003-1", "DD1010005-1"]);
    });

    test("what the side may not read is not printed", async () => {
      const module = hiding(bills, "costMoney", "TotalMoney", "StatuZH");
      const [sheet] = await print(supplier, ["DD1010010"], module);
      expect(sheet?.header.map(({ label }) => label)).toEqual(["单据号", "业务日期", "供应商名称"]);
      expect(sheet?.lastfooter).toMatchObject({ capitals: null, summary: [] });
    });

    test("an unknown template, or one of another module, is refused by its name", async () => {
      const id = await idOf("DD1010010");
      await expect(printModule(context(shop), bills, "bil", [id])).rejects.toMatchObject({
        code: 400,
        message: "printtyp：未知打印模板“bil”（您是否要找“bill”？）",
      });
      await expect(printModule(context(shop), moduleOf(registry, "open"), "bill", [id])).rejects.toMatchObject({ code: 400 });
      await expect(printModule(context(shop), bills, "__proto__", [id])).rejects.toMatchObject({ code: 400 });
    });

    test("where the rows are the lines: one document for each supplier, its amount the sum", async () => {
      const template = registry.prints.bill;
      if (!template) throw new Error("no template");
      const columns = ["Billid", "TotalMoney", "taxRate", "createtime", "Isstop"].map((field) => ({
        field,
        title: field,
        width: 40,
        align: "left" as const,
      }));
      const merged = { ...template, lines: null, columns, sums: ["TotalMoney"] };
      const of = { ...registry, prints: { bill: merged } };
      const ids = await Promise.all(["DD1010010", "DD1020010", "DD1010001"].map(idOf));
      const data = await printModule(context(shop, of), bills, "bill", ids);
      expect(data.map(({ tr }) => tr.map(([number]) => number))).toEqual([["DD1010010", "DD1010001"], ["DD1020010"]]);
      expect(data[0]?.tr[0]).toEqual(["DD1010010", "9,876.50", "13.00%", "2025-06-11 10:00", expect.any(String)]);
      expect(data[0]?.lastfooter).toMatchObject({ totals: ["", "10,864.15", "", "", ""], capitals: "壹万零捌佰陆拾肆元壹角伍分" });
    });
  });
});
