import { beforeAll, expect, it } from "vitest";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SUPPLIER } from "../flows/fixtures/desk.ts";
import { entity } from "../flows/fixtures/real-registry.ts";
import { act, idOf, makeStatement, openShop, page, refused, STRICT, TEXT, user } from "./fixtures/bills.ts";

const party = { provid: SUPPLIER, Provider: "供应商105001", busdate: "2025-06-10" };
const DOCUMENTS = [
  ["Accept", "YS", 1, "sum_cost", 1n, { Statu: 10 }],
  ["Recede", "TH", 2, "sum_cost", -1n, { Statu: 50 }],
  ["CostAdjust", "CB", 3, "DifMoney", 1n, { Cost_statu: 50 }],
  ["FeeBill", "FY", 4, "FeeMoney", -1n, { Statu: 10, FeeKind: "bill", FeeItem: "陈列费", FeeName: "陈列费" }],
] as const;

let made = 0;

describeEngine("the documents of a statement", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
  });

  /** A statement over one document of each kind: 1000 − 100 + 50 − 30, and 80 of daily sales. */
  const withDocuments = async (values: Row = {}) => {
    made += 1;
    const amounts = [100_000n, 10_000n, 5_000n, 3_000n];
    const documents: Row[] = [];
    for (const [index, [name, prefix, , field, , state]] of DOCUMENTS.entries())
      documents.push(await desk.put(name, { ...party, ...state, Billid: `${prefix}${made}`, [field]: amounts[index] ?? 0n }));
    const lines = [
      ...DOCUMENTS.map(([, prefix, SrcKind, , sign], index) => ({
        SrcKind,
        SrcBillid: `${prefix}${made}`,
        TotalMoney: sign * (amounts[index] ?? 0n),
      })),
      { SrcKind: 5, SrcBillid: null, TotalMoney: 8_000n },
    ];
    const money = { GoodsMoney: 108_000n, ReturnMoney: 10_000n, AdjustMoney: 5_000n, Bala_fee: 3_000n };
    const statement = await makeStatement(desk, { cents: 100_000n, lines, values: { ...money, B2b_statu: 0, ...values } });
    for (const [index, [name]] of DOCUMENTS.entries()) await bind(name, documents[index] ?? {}, statement.Billid ?? null);
    return { statement, documents };
  };
  const bind = (name: string, { Id = null }: Row, BalaBillid: Row[string]) =>
    desk.work((store) => store.update(entity(name), { Id }, { BalaBillid }));
  const holders = async (documents: readonly Row[]) => {
    const found = [];
    for (const [index, [name]] of DOCUMENTS.entries()) found.push((await desk.row(name, idOf(documents[index] ?? {}))).BalaBillid);
    return found;
  };
  const run = (action: string, statement: Row, more: object = {}) => act(desk, action, [idOf(statement)], { page: page(510), ...more });
  const checked = async ({ Billid = null }: Row) => (await desk.find("BalanceLine", { Billid })).map((line) => line.checked);

  it("excluding frees them, restoring takes them again", async () => {
    const { statement, documents } = await withDocuments();
    const own = statement.Billid;
    await run("exclude", statement);
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ B2b_statu: -1, TotalMoney: 100_000n });
    expect([await holders(documents), await checked(statement)]).toEqual([
      [null, null, null, null],
      [false, false, false, false, false],
    ]);
    await run("restore", statement);
    expect([await holders(documents), await checked(statement)]).toEqual([
      [own, own, own, own],
      [true, true, true, true, true],
    ]);
    const amounts = {
      B2b_statu: 0,
      GoodsMoney: 108_000n,
      ReturnMoney: 10_000n,
      AdjustMoney: 5_000n,
      Bala_fee: 3_000n,
      TotalMoney: 100_000n,
    };
    expect(await desk.row("Balance", idOf(statement))).toMatchObject(amounts);
  });

  it.each(DOCUMENTS.map(([name], index) => [name, index] as const))("restoring is refused when %s is taken", async (name, index) => {
    const { statement, documents } = await withDocuments();
    await run("exclude", statement);
    await bind(name, documents[index] ?? {}, "JS-OTHER");
    expect(await refused(run("restore", statement))).toEqual(TEXT.used);
    expect((await holders(documents)).filter((holder) => holder !== null)).toEqual(["JS-OTHER"]);
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ B2b_statu: -1 });
  });

  it("restoring is refused when a document was taken back, paid by itself, or says another amount", async () => {
    const changes = [
      ["Accept", 0, { Statu: 0 }],
      ["Accept", 0, { sum_cost: 1 }],
      ["FeeBill", 3, { payStt: 25 }],
      ["FeeBill", 3, { deductWay: 2 }],
    ] as const;
    for (const [name, index, change] of changes) {
      const { statement, documents } = await withDocuments();
      await run("exclude", statement);
      await desk.db
        .updateTable(name === "Accept" ? "accept" : "fee_bill")
        .set(change)
        .where("SHOP_ID", "=", String(statement.SHOP_ID))
        .where("Id", "=", idOf(documents[index] ?? {}))
        .execute();
      expect(await refused(run("restore", statement)), JSON.stringify(change)).toEqual(TEXT.used);
    }
  });

  it("what is not ticked is let go, and the amounts follow", async () => {
    const { statement, documents } = await withDocuments();
    const lines = await desk.find("BalanceLine", { Billid: statement.Billid ?? null });
    const tick = (ticked: readonly number[], as = user()) => act(desk, "tick", [idOf(statement)], { page: page(515), ticked, as });
    await tick(lines.filter(({ SrcKind }) => SrcKind === 2 || SrcKind === 4).map(idOf));
    // Below zero nothing is due: this shop carries it over.
    const less = { GoodsMoney: 0n, ReturnMoney: 10_000n, AdjustMoney: 0n, Bala_fee: 3_000n, TotalMoney: -13_000n, Bala_sum: 0n };
    expect(await desk.row("Balance", idOf(statement))).toMatchObject(less);
    expect((await desk.find("BalancePlan", { BalaBillid: statement.Billid ?? null }))[0]).toMatchObject({
      TotalMoney: -13_000n,
      Bala_sum: 0n,
    });
    expect(await holders(documents)).toEqual([null, statement.Billid, null, statement.Billid]);
    await tick(lines.map(idOf));
    expect(await desk.row("Balance", idOf(statement))).toMatchObject({ TotalMoney: 100_000n, Bala_sum: 100_000n });
    expect(await holders(documents)).toEqual(Array.from({ length: 4 }, () => statement.Billid));
    await tick(lines.slice(0, 1).map(idOf));
    await bind("Recede", documents[1] ?? {}, "JS-OTHER");
    expect(await refused(tick(lines.map(idOf)))).toEqual({ code: 422, message: `TH${made} 已被其他单据引用或已变化，不能列入本次结算` });
    expect(await refused(tick([]))).toMatchObject({ code: 400 });
    expect(await refused(tick(lines.map(idOf), user(undefined, ["tick"])))).toEqual(TEXT.noRight);
  });

  it("ticking is for own operation, before the statement is submitted", async () => {
    const { statement } = await withDocuments({ B2b_statu: 10 });
    expect(await refused(act(desk, "tick", [idOf(statement)], { page: page(515), ticked: [1] }))).toMatchObject({ code: 404 });
  });

  it("only a statement whose amounts agree is rechecked", async () => {
    const recheck = async (values: Row, shopId?: string) => {
      const statement = await makeStatement(desk, { values: { B2b_statu: 50, ...values }, ...(shopId !== undefined && { shopId }) });
      return act(desk, "recheck", [idOf(statement)], { page: page(510, shopId), as: user(shopId) });
    };
    const gap = { code: 422, message: "结算金额与货款、退货、成本调整、费用、上期结转不符，不能复核" };
    const due = { code: 422, message: "应付金额与结算金额不符，不能复核" };
    expect(await refused(recheck({ GoodsMoney: 100_004n }))).toEqual(gap);
    expect(await refused(recheck({ Bala_fee: 1n }))).toEqual(gap);
    expect(await refused(recheck({ Bala_sum: 1n }))).toEqual(due);
    expect(await refused(recheck({ GoodsMoney: -2n, TotalMoney: -2n, Bala_sum: -1n }))).toEqual(due);
    expect(await refused(recheck({ GoodsMoney: -1n, TotalMoney: -1n, Bala_sum: 0n }, STRICT))).toEqual(due);
    expect(await refused(recheck({ Sum_invoice: 1n }))).toEqual({ code: 422, message: "已开票金额与税票合计不符，不能复核" });
    await recheck({ GoodsMoney: 108_005n, ReturnMoney: 10_000n, AdjustMoney: 5_000n, Bala_fee: 3_000n });
    await recheck({ GoodsMoney: -1n, CarryMoney: -2n, TotalMoney: -3n, Bala_sum: 0n });
    // To be received although the shop carries over (转为收款).
    await recheck({ GoodsMoney: -1n, TotalMoney: -1n, Bala_sum: -1n });
    await recheck({ GoodsMoney: -1n, TotalMoney: -1n, Bala_sum: -1n }, STRICT);
  });
});
