import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { printModule } from "../../../src/server/query/print-rows.ts";
import type { PrintPage } from "../../../src/shared/protocol/print.ts";
import type { Module } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillLedger, ledgerContext, ledgerModule, ledgerRegistry, ledgerViewer } from "./fixtures/ledger-database.ts";
import { SHOPS } from "./fixtures/small-database.ts";

const [SHOP] = SHOPS;
const registry = ledgerRegistry();
const payments = ledgerModule(registry, "payments");
const shop = ledgerViewer(SHOP);

interface Line {
  readonly Kind?: string | null;
  readonly taxRate?: number | null;
  readonly StoreName?: string;
  readonly money: number;
}

describeEngine("what else a document says", (open) => {
  let database: Database;
  let made = 0;
  beforeAll(async () => {
    database = await open();
    await fillLedger(database, registry);
  });
  const own = { SHOP_ID: SHOP, provid: "101" };
  /** A payment of a receipt with these lines. */
  const add = async (lines: readonly Line[], more: object = {}, receipt: object = {}) => {
    made += 1;
    const bill = `R${made}`;
    const db = database.kysely;
    await db
      .insertInto("receipt")
      .values({ ...own, Billid: bill, Statu: 10, ...receipt })
      .execute();
    const rows = lines.map((line, at) => ({ ...own, Billid: bill, LineNo: at + 1, StoreName: "一店", Kind: "in", ...line }));
    if (rows.length > 0) await db.insertInto("receipt_line").values(rows).execute();
    const values = { ...own, Billid: `P${made}`, ReceiptBillid: bill, Statu: 20, Pay_sum: 0, Bala_sum: 0, ...more };
    return Number((await db.insertInto("payment").values(values).returning("Id").executeTakeFirstOrThrow()).Id);
  };
  const print = async (
    ids: readonly number[],
    template = "payment",
    viewer: Viewer = shop,
    module = payments,
  ): Promise<readonly PrintPage[]> => printModule(ledgerContext(database, registry, viewer), module, template, ids);

  describe("title and stamp", () => {
    test.each([
      [{ Statu: 10, Pay_sum: 20_000_000 }, "付款通知", undefined],
      [{ Statu: 50, Pay_sum: 20_000_000 }, "大额付款单", "已付款"],
      [{ Statu: 50, Pay_sum: 10_000_000 }, "付款单", "已付款"],
      [{ Statu: 50, Pay_sum: null }, "付款单", "已付款"],
    ])("of %j", async (more, title, stamp) => {
      const [sheet] = await print([await add([], more)]);
      expect(sheet?.samedata.title).toBe(`商场${SHOP}${title}`);
      expect(sheet?.stamp).toBe(stamp);
      expect(Object.keys(sheet ?? {}).includes("stamp")).toBe(stamp !== undefined);
    });

    test("a title of the page's own stands for every row", async () => {
      const [sheet] = await print([await add([], { Statu: 10 })], "collapsed");
      expect(sheet?.samedata.title).toBe(`商场${SHOP}付款汇总`);
    });

    test("rows that are the lines stand on one document only where title and stamp are theirs", async () => {
      const ids = [
        await add([], { Statu: 50, Pay_sum: 100 }),
        await add([], { Statu: 10, Pay_sum: 200 }),
        await add([], { Statu: 50, Pay_sum: 300 }),
      ];
      const sheets = await print(ids, "plain");
      expect(sheets.map(({ samedata, stamp, tr }) => [samedata.title, stamp, tr.map(([, sum]) => sum)])).toEqual([
        [`商场${SHOP}付款清单`, "已付款", ["1.00", "3.00"]],
        [`商场${SHOP}付款通知`, undefined, ["2.00"]],
      ]);
      expect(sheets.map(({ lastfooter }) => lastfooter?.totals)).toEqual([
        ["", "4.00"],
        ["", "2.00"],
      ]);
    });
  });

  describe("capitals", () => {
    test.each([
      [{ Pay_sum: 100, Bala_sum: 200 }, "壹元整"],
      [{ Pay_sum: 0, Bala_sum: 200 }, "贰元整"],
      [{ Pay_sum: null, Bala_sum: -200 }, "(负数)贰元整"],
      [{ Pay_sum: 0, Bala_sum: null }, "零元整"],
    ])("of %j", async (more, capitals) => {
      expect((await print([await add([], more)]))[0]?.lastfooter?.capitals).toBe(capitals);
    });
  });

  describe("lines of the document a field points to", () => {
    const lines = [{ money: 100 }, { money: 200 }];

    test("stand on every document that points to it", async () => {
      const id = await add(lines);
      const [{ ReceiptBillid }] = (await database.kysely.selectFrom("payment").select("ReceiptBillid").where("Id", "=", id).execute()) as [
        { ReceiptBillid: string },
      ];
      const other = await add([{ money: 999 }]);
      await database.kysely.updateTable("payment").set({ ReceiptBillid }).where("Id", "=", other).execute();
      const totals = (await print([id, other])).map(({ lastfooter }) => lastfooter?.totals?.[3]);
      expect(totals).toEqual(["3.00", "3.00"]);
    });

    test("are none where the field is empty, or the viewer does not see the document", async () => {
      const [empty, draft, foreign] = [
        await add(lines, { ReceiptBillid: null }),
        await add(lines, {}, { Statu: 0 }),
        await add(lines, {}, { provid: "102" }),
      ];
      const mine = ledgerViewer(SHOP, "101");
      expect((await print([empty])).map(({ tr }) => tr)).toEqual([[]]);
      expect((await print([draft], "payment", mine)).map(({ tr }) => tr)).toEqual([[]]);
      expect((await print([draft]))[0]?.tr).toHaveLength(3);
      expect((await print([foreign], "payment", mine)).map(({ tr }) => tr)).toEqual([[]]);
    });
  });

  describe("groups", () => {
    const mixed: readonly Line[] = [
      { Kind: "in", money: 100 },
      { Kind: "pay", money: 1000 },
      { Kind: "in", money: 200 },
      { Kind: null, money: 5 },
      { Kind: "pay", money: 2000 },
    ];

    test("stand together, each with its subtotal below", async () => {
      const [sheet] = await print([await add(mixed)]);
      expect(sheet?.tr).toEqual([
        ["1", "一店", "验收", "1.00"],
        ["3", "一店", "验收", "2.00"],
        ["验收小计", "", "", "3.00"],
        ["2", "一店", "付款", "10.00"],
        ["5", "一店", "付款", "20.00"],
        ["付款小计", "", "", "30.00"],
        ["4", "一店", "", "0.05"],
        ["小计", "", "", "0.05"],
      ]);
      expect(sheet?.subtotals).toEqual([2, 5, 7]);
      expect(sheet?.pagesumtr?.[3]).toBe("33.05");
      expect(sheet?.lastfooter?.totals?.[3]).toBe("33.05");
    });

    test.each([0, 1, 7, 8, 9, 20])("of %i lines: subtotals take their place, page sums add up to the total", async (count) => {
      const lines = Array.from({ length: count }, (_, n): Line => ({ Kind: ["in", "pay", "fee"][n % 3] ?? null, money: 7 * n + 1 }));
      const sheets = await print([await add(lines)]);
      const rows = count + Math.min(count, 3);
      expect(sheets).toHaveLength(Math.max(1, Math.ceil(rows / 8)));
      expect(sheets.flatMap(({ tr }) => tr)).toHaveLength(rows);
      const sums = sheets.map(({ pagesumtr }) => cents(pagesumtr?.[3]));
      const total = lines.reduce((sum, { money }) => sum + money, 0);
      expect(sums.reduce((a, b) => a + b, 0)).toBe(total);
      expect(cents(sheets.at(-1)?.lastfooter?.totals?.[3])).toBe(total);
      for (const { tr, subtotals = [], pagesumtr } of sheets) {
        const plain = tr.filter((_, at) => !subtotals.includes(at));
        expect(plain.reduce((sum, cells) => sum + cents(cells[3]), 0)).toBe(cents(pagesumtr?.[3]));
        expect(tr.filter(([label]) => label?.endsWith("小计"))).toHaveLength(subtotals.length);
      }
    });

    test("collapsed: one row a group, with what its lines have in common", async () => {
      const [sheet] = await print(
        [
          await add([
            { taxRate: 130_000, money: 100, StoreName: "一店" },
            { taxRate: 60_000, money: 1000, StoreName: "二店" },
            { taxRate: 130_000, money: 200, StoreName: "三店", Kind: "in" },
          ]),
        ],
        "collapsed",
      );
      expect(sheet?.tr).toEqual([
        ["1", "", "验收", "3.00"],
        ["2", "二店", "验收", "10.00"],
      ]);
      expect(sheet?.subtotals).toBeUndefined();
      expect([sheet?.pagesumtr?.[3], sheet?.lastfooter?.totals?.[3]]).toEqual(["13.00", "13.00"]);
    });

    test("by a field that the side may not read are not made", async () => {
      const module: Module = { ...payments, readable: { ...payments.readable, shop: [...payments.readable.shop, "Kind"] } };
      const id = await add(mixed);
      const [sheet] = await print([id], "payment", ledgerViewer(SHOP, "101"), module);
      expect(sheet?.tr.map(([number]) => number)).toEqual(["1", "2", "3", "4", "5"]);
      expect(sheet?.t_title.map(({ field }) => field)).toEqual(["LineNo", "StoreName", "money"]);
      expect((await print([id], "payment", shop, module))[0]?.subtotals).toHaveLength(3);
    });
  });
});

/** Decimal text of money, in 分. */
const cents = (text: string | undefined) => Math.round(Number(text) * 100);
