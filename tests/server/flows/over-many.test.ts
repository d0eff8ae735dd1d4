import { beforeAll, expect, it, vi } from "vitest";
import { Lease } from "../../../src/server/db/driver/lease.ts";
import { runAction } from "../../../src/server/engine/run-action.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeBalance } from "./fixtures/documents.ts";
import { module } from "./fixtures/real-registry.ts";

const MANY = 8;
const idOf = (row: Row) => Number(row.Id);

/** What a row is without what tells it apart: numbers of documents, keys, and who asked for it. */
function plainOf(rows: readonly Row[]): unknown[] {
  const texts = rows.map(({ Id: _id, bllid: _bllid, reqkey: _reqkey, ...row }) =>
    JSON.stringify(row, (_name, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)).replace(
      /([A-Z]{2})\d{12,}|记-\d+-\d+/g,
      "$1",
    ),
  );
  return texts.sort();
}

describeEngine("what is done to many rows", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });

  /** Eight statements, some with fees that are settled with them, some below zero, all of whose unread marks are set. */
  async function statements(): Promise<number[]> {
    const ids: number[] = [];
    for (let n = 0; n < MANY; n++) {
      const money = n === 3 ? { GoodsMoney: -100_005n, TotalMoney: -100_005n, Bala_sum: -100_005n } : {};
      const lines = [
        { checked: true, netMoney: 40_000n, taxMoney: 5200n, taxRate: 130_000n },
        { checked: n % 2 === 0, taxRate: 90_000n },
      ];
      const balance = await makeBalance(desk, money, n === 5 ? lines.slice(0, 1) : lines);
      if (n < 2)
        await desk.put("FeeBill", { Billid: `FY-${balance.Billid}`, provid: SUPPLIER, BalaBillid: balance.Billid ?? null, Statu: 10 });
      ids.push(idOf(balance));
    }
    return ids;
  }

  /** All that there is of the statements, without what tells them apart. */
  async function leftOf(ids: readonly number[]): Promise<Record<string, unknown>> {
    const rows = await Promise.all(ids.map((id) => desk.row("Balance", id)));
    const numbers = rows.map(({ Billid }) => Billid ?? null);
    const of = async (name: string, field: string, values: readonly (typeof numbers)[number][]) =>
      (await Promise.all(values.map((value) => desk.find(name, { [field]: value })))).flat();
    const bills = await of("BalancePay", "BalaBillid", numbers);
    const left: Record<string, readonly Row[]> = { Balance: rows, BalancePay: bills };
    left.BalanceLine = await of("BalanceLine", "Billid", numbers);
    left.PayRecord = await of(
      "PayRecord",
      "Billid",
      bills.map(({ Billid }) => Billid ?? null),
    );
    for (const name of ["BalancePlan", "BalancePayDetail", "Voucher", "InvoiceApply", "FeeBill", "FeeInvoice"])
      left[name] = await of(name, "BalaBillid", numbers);
    const documents = Object.entries(left).flatMap(([name, all]) => all.map(({ Id }) => ({ entity: name, bllid: String(Id) })));
    for (const name of ["EventLog", "Message", "TaskState"])
      left[name] = (await Promise.all(documents.map((match) => desk.find(name, match)))).flat();
    return Object.fromEntries(Object.entries(left).map(([name, all]) => [name, plainOf(all)]));
  }

  it("is what is done to each of them, and asks the database a quarter less at least", async () => {
    const [together, alone] = [await statements(), await statements()];
    let asked = 0;
    const { query, queryAs } = Lease.prototype;
    vi.spyOn(Lease.prototype, "query").mockImplementation(function (this: Lease, ...args) {
      asked++;
      return query.apply(this, args) as never;
    });
    vi.spyOn(Lease.prototype, "queryAs").mockImplementation(function (this: Lease, ...args) {
      asked++;
      return queryAs.apply(this, args) as never;
    });
    const asks: [string, number, number][] = [];
    const bothWays = async (who: string, mdl: number, action: string, some: readonly number[], others: readonly number[]) => {
      const name = module(mdl).entity;
      const act = async (ids: readonly number[]) => {
        const rows = await Promise.all(ids.map((id) => desk.row(name, id)));
        const seen = new Map(rows.map((row) => [idOf(row), Number(row.rowver)]));
        asked = 0;
        await runAction(desk.as(viewer(who)), module(mdl), { action, ids, seen });
        return asked;
      };
      const all = await act(some);
      let each = 0;
      for (const id of others) each += await act([id]);
      asks.push([action, all, each]);
      expect(await leftOf(together)).toEqual(await leftOf(alone));
    };
    await bothWays("", 510, "submit", together, alone);
    await bothWays(SUPPLIER, 510, "provconfirm", together, alone);
    await bothWays("", 510, "confirm", together, alone);
    const billsOf = async (ids: readonly number[]) => {
      const numbers = await Promise.all(ids.map(async (id) => (await desk.row("Balance", id)).Billid ?? null));
      const bills = (await Promise.all(numbers.map((BalaBillid) => desk.find("BalancePay", { BalaBillid })))).flat();
      for (const { Id } of bills) await desk.patch("BalancePay", { Id: Id ?? null }, { attachurl: "/a.png" });
      return bills.filter(({ Bala_sum }) => Number(Bala_sum) > 0).map(idOf);
    };
    const [bills, other] = [await billsOf(together), await billsOf(alone)];
    await bothWays("", 503, "confirm", bills, other);
    await bothWays("", 503, "pay", bills, other);
    vi.restoreAllMocks();
    expect(asks.filter(([, all, each]) => all * 4 > each * 3)).toEqual([]);
    expect((await desk.find("BalancePay", {})).length).toBeGreaterThan(MANY);
  });

  it("is nothing where one is refused, named as before", async () => {
    const ids = await statements();
    const [first = 0, ...others] = ids;
    await runAction(desk.as(viewer()), module(510), { action: "submit", ids: [first] });
    const before = await leftOf(ids);
    const again = runAction(desk.as(viewer()), module(510), { action: "submit", ids: [...others, first] });
    await expect(again).rejects.toMatchObject({ code: 409, message: expect.stringMatching(/^单据状态已变化，请刷新后重试（JS\d+）$/) });
    expect(await leftOf(ids)).toEqual(before);
  });

  it("is done once for its key", async () => {
    const ids = await statements();
    const act = () => runAction(desk.as(viewer()), module(510), { action: "submit", ids, idempotencyKey: "many-once" });
    const answers = await Promise.all([act(), act(), act()]);
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    for (const id of ids) expect((await desk.events("Balance", id)).map(({ action }) => action)).toEqual(["submit"]);
  });
});
