import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { APPROVING, idOf, saleOf } from "../money/fixtures/bills.ts";
import { Gate } from "./fixtures/gate.ts";

/** Rate in percent, net and tax of a group in yuan. */
type Group = readonly [percent: number, net: number, tax: number];

const GROUPS: readonly Group[] = [
  [13, 1000, 130],
  [9, 500, 45],
];
const rule = (message: string | RegExp) => ({ code: 422, message: typeof message === "string" ? message : expect.stringMatching(message) });

describeEngine("an invoice of several rates", (open) => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await Gate.open(open);
  });

  /** A statement of 1130.00 at 13 % and 545.00 at 9 %, unless told otherwise. */
  const owed = async (lines: readonly Row[] = [saleOf(113_000n), saleOf(54_500n, 90_000n)]) => {
    const cents = lines.reduce((total, { TotalMoney }) => total + BigInt(TotalMoney as bigint), 0n);
    return gate.owed({ cents, lines });
  };
  const enter = (statement: Row, groups: readonly Group[] = GROUPS, fields = {}, shares: readonly object[] = []) =>
    gate.enterGroups(statement, groups, { fields, shares });
  const groupsOf = async ({ Id }: Row) => gate.desk.find("TaxInvoiceRate", { InvId: Number(Id) }, APPROVING);

  describe("entering", () => {
    it("takes a group for each rate, whose sums are the invoice's, and is paid as one", async () => {
      const { statement, bill } = await owed();
      const invoice = await enter(statement);
      expect(invoice).toMatchObject({ taxRate: null, netMoney: 150_000n, taxMoney: 17_500n, TotalMoney: 167_500n });
      expect((await groupsOf(invoice)).map(({ taxRate, TotalMoney }) => [taxRate, TotalMoney])).toEqual([
        [130_000n, 113_000n],
        [90_000n, 54_500n],
      ]);
      expect((await gate.statementOf(statement)).Sum_invoice).toBe(167_500n);
      await gate.pay(bill);
      expect((await gate.statementOf(statement)).Statu).toBe(50);
    });

    it.each([
      ["net", { netMoney: "1500.01" }],
      ["tax", { taxMoney: "175.01" }],
      ["total", { TotalMoney: "1675.01" }],
    ])("refuses another %s than the groups come to, by 0.01", async (_name, more) => {
      const { statement } = await owed();
      await expect(enter(statement, GROUPS, more)).rejects.toMatchObject({
        result: { problems: expect.arrayContaining([{ field: "TotalMoney", message: "不含税金额、税额和价税合计应等于税率明细的合计" }]) },
      });
    });

    it.each([
      [[[13, 1000, 130.06], GROUPS[1]], true],
      [[[13, 1000, 130.07], GROUPS[1]], false],
      [[GROUPS[0], [9, 500, 44.94]], true],
      [[GROUPS[0], [9, 500, 44.93]], false],
    ] as readonly (readonly [readonly Group[], boolean])[])(
      "takes each group's tax within 0.06 of rate × net: %j %s",
      async (groups, isTaken) => {
        const { statement } = await owed([saleOf(200_000n), saleOf(200_000n, 90_000n)]);
        const end = enter(statement, groups);
        if (isTaken) expect(await end).toMatchObject({ InvoiceStt: 1 });
        else await expect(end).rejects.toMatchObject(rule("税率明细中，每行税额应等于不含税金额 × 税率（允许相差 0.06 元）"));
      },
    );

    it.each([
      ["one group", [[13, 1000, 130]]],
      [
        "one rate twice",
        [
          [13, 500, 65],
          [13, 400, 52],
        ],
      ],
    ] as readonly (readonly [string, readonly Group[]])[])("refuses %s", async (_name, groups) => {
      const { statement } = await owed();
      await expect(enter(statement, groups)).rejects.toMatchObject(rule(/^税率明细应有 2 到 10 行/));
    });

    it("refuses a group below zero, or of nothing, and a rate beside the groups", async () => {
      const { statement } = await owed();
      for (const net of [-100, 0])
        await expect(
          enter(statement, [
            [13, 1000, 130],
            [9, net, net * 0.09],
          ]),
        ).rejects.toMatchObject(rule(/^税率明细各行的价税合计应与税票同为正数/));
      await expect(enter(statement, GROUPS, { taxRate: "0.13" })).rejects.toMatchObject({
        result: { problems: [{ field: "taxRate", message: "多种税率时税率留空，见税率明细" }] },
      });
      await expect(gate.enter(statement, { ...one(100), taxRate: "" })).rejects.toMatchObject({
        result: { problems: [{ field: "taxRate", message: "请填写税率；多种税率请填写税率明细" }] },
      });
    });
  });

  describe("the gate", () => {
    it("refuses a rate that the statement does not have, of a group and of a whole invoice", async () => {
      const { statement } = await owed();
      await expect(
        enter(statement, [
          [13, 100, 13],
          [6, 100, 6],
        ]),
      ).rejects.toMatchObject(rule(`结算单 ${statement.Billid} 没有税率 6.00% 的货款，请核对税率`));
      await expect(
        gate.enter(statement, { netMoney: "100.00", taxMoney: "6.00", TotalMoney: "106.00", taxRate: "0.06" }),
      ).rejects.toMatchObject(rule(/没有税率 6.00% 的货款/));
    });

    it("refuses more at one rate than the statement has, though all of it together is not too much", async () => {
      const { statement } = await owed();
      await enter(statement, [
        [13, 600, 78],
        [9, 300, 27],
      ]);
      await expect(gate.enter(statement, one(500))).rejects.toMatchObject(
        rule(`结算单 ${statement.Billid} 税率 13.00% 应开票 1130.00 元，录入后超出 113.00 元，请核对税票金额`),
      );
      await enter(statement, [
        [13, 400, 52],
        [9, 200, 18],
      ]);
    });

    it("refuses tax, or net, that grows with many invoices beyond what rounding explains", async () => {
      for (const more of [0.05, -0.05]) {
        const { statement } = await owed();
        const half = { netMoney: (500 - more).toFixed(2), taxMoney: (65 + more).toFixed(2), TotalMoney: "565.00" };
        await gate.enter(statement, half);
        await expect(gate.enter(statement, half)).rejects.toMatchObject(rule(/税率 13.00% 的不含税金额为 1000.00 元、税额为 130.00 元/));
      }
    });

    it("asks a statement whose lines do not say their rates for none", async () => {
      const { statement } = await owed([{ SrcKind: 5, TotalMoney: 113_000n }]);
      await gate.enter(statement);
      expect((await gate.statementOf(statement)).Sum_invoice).toBe(113_000n);
    });
  });

  it("is taken back rate by rate: never more of one than the blue invoice has, and of no other", async () => {
    const { statement } = await owed();
    const blue = await enter(statement);
    const red = (groups: readonly Group[]) => enter(statement, groups, { RedNumber: String(blue.Number), RedCode: String(blue.Code) });
    await expect(
      red([
        [13, -1000, -130],
        [6, -100, -6],
      ]),
    ).rejects.toMatchObject(rule("红字发票的税率应是蓝票的税率"));
    await expect(
      red([
        [13, -400, -52],
        [9, -500.01, -45],
      ]),
    ).rejects.toMatchObject(rule("红字发票合计超过了蓝票的金额或税额"));
    await red([
      [13, -400, -52],
      [9, -500, -45],
    ]);
    await expect(
      red([
        [13, -100, -13],
        [9, -0.01, 0],
      ]),
    ).rejects.toMatchObject(rule("红字发票合计超过了蓝票的金额或税额"));
    expect((await gate.statementOf(statement)).Sum_invoice).toBe(67_800n);
  });

  describe("shared among statements", () => {
    const shares = (parts: readonly (readonly [Row, string | null, string])[]) =>
      parts.map(([{ Billid }, taxRate, TotalMoney]) => ({ BalaBillid: String(Billid), taxRate, TotalMoney }));

    it("gives each its part of each rate to the 分, and is held against each statement's rates", async () => {
      const [own, other] = [(await owed()).statement, (await owed()).statement];
      const parts = shares([
        [other, "0.13", "1130.00"],
        [other, "0.09", "218.00"],
      ]);
      const invoice = await enter(
        own,
        [
          [13, 2000, 260],
          [9, 700, 63],
        ],
        {},
        parts,
      );
      expect(invoice.sharedWith).toBe(other.Billid);
      expect((await gate.statementOf(own)).Sum_invoice).toBe(167_500n);
      expect((await gate.statementOf(other)).Sum_invoice).toBe(134_800n);
      await expect(gate.enter(other, one(1))).rejects.toMatchObject(rule(/税率 13.00% 应开票 1130.00 元，录入后超出 1.13 元/));
      await gate.enter(other, one(300, 9), false);
      expect((await gate.statementOf(other)).Sum_invoice).toBe(167_500n);
      await gate.do(514, "void", invoice);
      expect((await gate.statementOf(other)).Sum_invoice).toBe(32_700n);
    });

    it("refuses a share without a rate, of a rate it has not, or of more than its group", async () => {
      const [own, other] = [(await owed()).statement, (await owed()).statement];
      const enterWith = (parts: Parameters<typeof shares>[0]) => enter(own, GROUPS, {}, shares(parts));
      for (const rate of [null, "0.06"])
        await expect(enterWith([[other, rate, "10.00"]])).rejects.toMatchObject(
          rule("分摊明细的税率应是税票的税率；多种税率的税票，每行分摊须写明税率"),
        );
      await expect(enterWith([[other, "0.09", "545.01"]])).rejects.toMatchObject(
        rule("同一税率的分摊金额合计不能超过税票中该税率的价税合计"),
      );
      expect(await gate.statementOf({ Id: idOf(other) })).toMatchObject({ Sum_invoice: 0n });
    });
  });
});

/** Fields of an invoice of one rate. */
function one(net: number, percent = 13) {
  const tax = (net * percent) / 100;
  return { netMoney: net.toFixed(2), taxMoney: tax.toFixed(2), TotalMoney: (net + tax).toFixed(2), taxRate: (percent / 100).toFixed(2) };
}
