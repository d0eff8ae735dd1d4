import { addDays, dayOf, timeOf } from "../../../../shared/domain/day.ts";
import { entityIn, onDay, put, type TradingShop } from "../world.ts";
import { billOf, payByHand } from "./balance-pays.ts";
import type { Statement } from "./balances.ts";
import { bankNumber, PAY_WAY } from "./pay-records.ts";

/** Bills that are paid together: by the numbers of their statements, from a day on. */
interface MergePlanned {
  readonly of: readonly number[];
  readonly offset: number;
  readonly isPaid: boolean;
}

const MERGES: readonly MergePlanned[] = [
  { of: [0, 1], offset: -20, isPaid: true },
  { of: [2, 4], offset: -12, isPaid: false },
];

/** Statements that are paid with others: nothing pays them alone. */
export const PAID_TOGETHER: ReadonlySet<number> = new Set(MERGES.flatMap(({ of }) => of));

/** Plans the merged payments (BP8), and the payment of those that are paid. */
export function planPayFaths(shop: TradingShop, statements: ReadonlyMap<number, Statement>): void {
  for (const [index, { of, offset, isPaid }] of MERGES.entries()) {
    const children = () => of.map((n) => statementAt(statements, n));
    onDay(shop, offset, `15:0${index}`, async (now) => {
      const Billid = await merge(shop, now, children());
      if (isPaid) onDay(shop, offset + 1, `11:0${index}`, (later) => payMerged(shop, later, Billid, children()));
    });
  }
}

function statementAt(statements: ReadonlyMap<number, Statement>, n: number): Statement {
  const found = statements.get(n);
  if (!found) throw new Error(`seed: statement ${n} was not made`);
  return found;
}

/** Merges bills of one supplier that wait for money. Returns the number of the merged one. */
async function merge(shop: TradingShop, now: Date, children: readonly Statement[]): Promise<string> {
  const busdate = dayOf(now);
  const Billid = await shop.store.nextNumber("HB", busdate);
  const { provid = null, Provider = null } = children[0]?.supplier.row ?? {};
  const creator = shop.staff.boss.userName;
  await put(shop, "BalancePayFath", { Billid, busdate, provid, Provider, PayWay: PAY_WAY.transfer, creator, createtime: timeOf(now) });
  for (const child of children) {
    const { Id = null } = await billOf(shop, child);
    await shop.store.update(entityIn(shop, "BalancePay"), { Id }, { FathId: Billid, planpaydate: addDays(busdate, 1) });
  }
  return Billid;
}

/** One transfer: each child is paid by a part of it. */
async function payMerged(shop: TradingShop, now: Date, Billid: string, children: readonly Statement[]): Promise<void> {
  const transid = await bankNumber(shop, now, PAY_WAY.transfer);
  for (const [index, child] of children.entries()) await payByHand(shop, now, child, `${transid}-${index + 1}`);
  const Pay_sum = children.reduce((total, { row }) => total + BigInt(row.Bala_sum as bigint), 0n);
  await shop.store.update(entityIn(shop, "BalancePayFath"), { Billid }, { Statu: 50, Pay_sum, transid, paytime: timeOf(now) });
}
