import { beforeAll, describe, expect, it } from "vitest";
import { toApiError } from "../../../src/server/db/errors.ts";
import { deleteRows } from "../../../src/server/engine/save/delete-rows.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";
import { databaseUrl, describeEngine, openPostgres } from "../db/fixtures/test-database.ts";
import { SUPPLIER } from "../flows/fixtures/desk.ts";
import { APPROVING, idOf, page, user } from "../money/fixtures/bills.ts";
import { ROUNDS } from "../money/fixtures/rounds.ts";
import { Gate, money } from "./fixtures/gate.ts";

/** What is invoiced of each statement, as it keeps it, and as its rows come to. */
async function invoiced(gate: Gate, statements: readonly Row[]): Promise<bigint[]> {
  const invoices = await gate.desk.find("TaxInvoice", {}, APPROVING);
  const shares = await gate.desk.find("TaxInvoiceShare", {}, APPROVING);
  const sum = (rows: readonly Row[]) => rows.reduce((total, { TotalMoney }) => total + BigInt(TotalMoney as bigint), 0n);
  const good = invoices.filter(({ InvoiceStt }) => InvoiceStt !== -1);
  const sums: bigint[] = [];
  for (const { Id, Billid } of statements) {
    const own = good.filter(({ BalaBillid }) => BalaBillid === Billid);
    const away = shares.filter(({ InvId }) => own.some((one) => one.Id === InvId));
    const here = shares.filter(({ InvId, BalaBillid }) => BalaBillid === Billid && good.some((one) => one.Id === InvId));
    const { Sum_invoice } = await gate.statementOf({ Id: Id ?? null });
    expect(Sum_invoice).toBe(sum(own) - sum(away) + sum(here));
    sums.push(BigInt(Sum_invoice as bigint));
  }
  return sums;
}

describeEngine("an invoice for several statements", (open) => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await Gate.open(open);
  });
  const owed = async () => (await gate.owed()).statement;

  it("counts for each with its part, to the 分, and for its own with the rest; what is shared otherwise is counted anew on both sides", async () => {
    const [own, second, third] = [await owed(), await owed(), await owed()];
    const invoice = await gate.share(own, 3000, [
      [second, "1130.00"],
      [third, "1129.99"],
    ]);
    // 0.01 more than its own statement asks for: within the tolerance of the shop.
    expect(await invoiced(gate, [own, second, third])).toEqual([113_001n, 113_000n, 112_999n]);
    await gate.reshare(invoice, [[third, "1130.00"]]).catch(() => undefined);
    expect(await invoiced(gate, [own, second, third])).toEqual([113_001n, 113_000n, 112_999n]);
    await gate.reshare(invoice, [
      [second, "1130.00"],
      [third, "1130.00"],
    ]);
    expect(await invoiced(gate, [own, second, third])).toEqual([113_000n, 113_000n, 113_000n]);
    // What the statement keeps is what its rows come to, by the files as well.
    await gate.do(510, "recheck", second);
    await gate.desk.patch("TaxInvoice", { Id: idOf(invoice) }, { InvoiceStt: 1 }, APPROVING);
    await expect(gate.red(own, invoice, -1000.01)).rejects.toMatchObject({ message: "蓝票已分摊给其他结算单，红字发票不能超过其余部分" });
    await gate.do(514, "void", invoice);
    expect(await invoiced(gate, [own, second, third])).toEqual([0n, 0n, 0n]);
  });

  it("goes from all of them when it is deleted, and is not voided once one of them is paid", async () => {
    const [own, { statement, bill }] = [await owed(), await gate.owed()];
    const invoice = await gate.share(own, 1500, [[statement, "1130.00"]]);
    await deleteRows(gate.desk.as(user(APPROVING, [], SUPPLIER)), page(514, APPROVING), { ids: [idOf(invoice)] });
    expect(await invoiced(gate, [own, statement])).toEqual([0n, 0n]);
    const again = await gate.share(own, 1500, [[statement, "1130.00"]]);
    await gate.desk.patch("TaxInvoice", { Id: idOf(again) }, { InvoiceStt: 1 }, APPROVING);
    await gate.pay(bill);
    await expect(gate.do(514, "void", again)).rejects.toMatchObject({ message: "结算单已付款或正在付款，不能作废税票，请开红字发票" });
  });

  it("is refused where a statement stands twice, is its own, gets too much, or nothing is left", async () => {
    const [own, second] = [await owed(), await owed()];
    const twice = { code: 422, message: "分摊的结算单不能重复，也不能是税票自己的结算单" };
    await expect(
      gate.share(own, 1000, [
        [second, "1.00"],
        [second, "2.00"],
      ]),
    ).rejects.toMatchObject(twice);
    await expect(gate.share(own, 1000, [[own, "1.00"]])).rejects.toMatchObject(twice);
    await expect(gate.share(own, 1000, [[second, "1130.00"]])).rejects.toMatchObject({
      code: 422,
      message: "分摊金额合计应小于价税合计，其余属于税票自己的结算单",
    });
    await expect(gate.share(own, 2000, [[second, "1130.02"]])).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining("录入后超出 0.02 元"),
    });
    await expect(gate.share(own, 1000, [[second, "0.00"]])).rejects.toMatchObject({ code: 400 });
    expect(await invoiced(gate, [own, second])).toEqual([0n, 0n]);
  });
});

// On PostgreSQL alone: the embedded engine runs everything in one session, and proves nothing here.
describe.skipIf(databaseUrl === undefined)("one invoice's rest that several statements want at once", () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await Gate.open(openPostgres);
  });

  it(`never gives more than it has, and every statement is counted (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const statements = await Promise.all(Array.from({ length: 5 }, async () => (await gate.owed()).statement));
      const [own, ...others] = statements;
      if (!own) throw new Error("no statement");
      const invoice = await gate.enter(own, money(1000), false);
      const works = [
        ...others.map((one) => () => gate.reshare(invoice, [[one, "700.00"]])),
        () =>
          gate.reshare(invoice, [
            [others[0] ?? own, "600.00"],
            [others[1] ?? own, "600.00"],
          ]),
        () => gate.enter(others[2] ?? own, money(100), false),
      ];
      const ends = await Promise.all(
        works.map((work) =>
          work().then(
            () => true,
            (error: unknown) => {
              if (!(error instanceof ApiError) && toApiError(error) === null) throw error;
              return false;
            },
          ),
        ),
      );
      // Of those who saw the same version one has it; who wanted more than there is has nothing in any order.
      expect(ends.slice(0, others.length).filter(Boolean)).toHaveLength(1);
      expect(ends[others.length]).toBe(false);
      const sums = await invoiced(gate, statements);
      expect(sums.reduce((total, one) => total + one, 0n)).toBe(113_000n + 11_300n);
    }
  });
});
