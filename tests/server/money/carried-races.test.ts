import { beforeAll, describe, expect, it } from "vitest";
import { toApiError } from "../../../src/server/db/errors.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";
import { databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { Desk } from "../flows/fixtures/desk.ts";
import { act, idOf, page, user } from "./fixtures/bills.ts";
import { agree, generate, newSupplier, owe, settled } from "./fixtures/carry-world.ts";
import { ROUNDS } from "./fixtures/rounds.ts";

const DEBT = -152_600n;

// On PostgreSQL alone: the embedded engine runs everything in one session, and proves nothing here.
describe.skipIf(databaseUrl === undefined)("a debt that several want at once", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(openPostgres);
  });
  const on510 = (action: string, { Id }: Row, reason?: string) =>
    act(desk, action, [Number(Id)], { as: user(), page: page(510), ...(reason !== undefined && { reason }) });
  /** Refusals are how races end well, and a busy database is no fault; anything else is one. */
  const tolerant = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof ApiError) && toApiError(error) === null) throw error;
    });
  /** Answers who has it: one statement, or nobody. Whatever happened, it is told the same from both ends, and in the bill. */
  const holder = async (debt: Row): Promise<string | null> => {
    const { BalaBillid, Statu, Bala_sum } = await desk.row("Balance", idOf(debt));
    const living = (await desk.find("Balance", { provid: debt.provid ?? null })).filter(({ B2b_statu }) => B2b_statu !== -1);
    const lines = (await desk.find("BalanceLine", { SrcKind: 6, SrcBillid: debt.Billid ?? null, checked: true })).filter(({ Billid }) =>
      living.some((one) => one.Billid === Billid),
    );
    expect(lines.map(({ Billid, TotalMoney }) => [Billid, TotalMoney])).toEqual(BalaBillid === null ? [] : [[BalaBillid, DEBT]]);
    const [bill] = await desk.find("BalancePay", { BalaBillid: debt.Billid ?? null });
    expect([bill?.Statu, bill?.Bala_sum]).toEqual([Statu, Bala_sum]);
    expect(Statu).toBe(BalaBillid === null ? 10 : 40);
    for (const one of living) {
      const own = await desk.find("BalanceLine", { Billid: one.Billid ?? null, checked: true });
      expect(one.TotalMoney).toBe(own.reduce((sum, { TotalMoney }) => sum + BigInt(TotalMoney as bigint), 0n));
    }
    return BalaBillid as string | null;
  };

  it(`two statements made at once: one takes it (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const provid = await newSupplier(desk);
      const { statement } = await settled(desk, provid, DEBT);
      await Promise.all([owe(desk, provid, 10_000n), owe(desk, provid, 20_000n)]);
      await Promise.all([generate(desk, provid), generate(desk, provid), generate(desk, provid)]);
      expect(await holder(statement)).not.toBeNull();
    }
  });

  it(`a statement made, another restored, and a collector: one has it (${ROUNDS} rounds)`, async () => {
    const ends = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const provid = await newSupplier(desk);
      const { statement } = await settled(desk, provid, DEBT);
      await owe(desk, provid, 10_000n);
      const excluded = await generate(desk, provid);
      if (!excluded) throw new Error("nothing to settle");
      await on510("exclude", excluded);
      await owe(desk, provid, 20_000n);
      const works = [
        () => tolerant(generate(desk, provid)),
        () => tolerant(on510("restore", excluded)),
        () => tolerant(on510("collect", statement, "现金")),
      ];
      const first = round % works.length;
      await Promise.all([...works.slice(first), ...works.slice(0, first)].map((work) => work()));
      const taken = await holder(statement);
      const { Bala_sum } = await desk.row("Balance", idOf(statement));
      expect(Bala_sum).toBe(taken === null ? DEBT : 0n);
      ends.add(taken === null ? "collected" : "carried");
    }
    expect(ends.size).toBeGreaterThan(0);
  });

  it(`paid while what it took is wanted back: settled once, with everything (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const provid = await newSupplier(desk);
      const { statement } = await settled(desk, provid, DEBT);
      await owe(desk, provid, 500_000n);
      const taker = await generate(desk, provid);
      if (!taker) throw new Error("nothing to settle");
      const bill = await agree(desk, taker);
      await act(desk, "confirm", [idOf(bill)]);
      await Promise.all([
        ...[1, 2, 3].map(() => tolerant(act(desk, "pay", [idOf(bill)]))),
        tolerant(on510("exclude", taker)),
        tolerant(on510("collect", statement, "现金")),
      ]);
      expect(await holder(statement)).toBe(taker.Billid);
      expect(await desk.find("PayRecord", { Billid: bill.Billid ?? null })).toMatchObject([{ Pay_sum: 347_400n, Sign: -1 }]);
      expect((await desk.events("Balance", idOf(statement))).filter(({ action }) => action === "cleared")).toHaveLength(1);
    }
  });
});
