import { BALANCE_PAY_MODULE } from "../../server/features/payments/balance-pay-module.ts";
import { mergeBills } from "../../server/features/payments/merge-bills.ts";
import { act, workOf } from "../play.ts";
import { entityIn, onDay, type TradingShop } from "../world.ts";
import { billOf, fileReceipt } from "./balance-pays.ts";
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

/** Plans the merged payments (docs/decisions/45), and the payment of those that are paid. */
export function planPayFaths(shop: TradingShop, statements: ReadonlyMap<number, Statement>): void {
  for (const [index, { of, offset, isPaid }] of MERGES.entries()) {
    const children = () => of.map((n) => statementAt(statements, n));
    onDay(shop, offset, `15:0${index}`, async (now) => {
      const id = await merge(shop, now, children());
      if (isPaid) onDay(shop, offset + 1, `11:0${index}`, (later) => payMerged(shop, later, id, children()));
    });
  }
}

function statementAt(statements: ReadonlyMap<number, Statement>, n: number): Statement {
  const found = statements.get(n);
  if (!found) throw new Error(`seed: statement ${n} was not made`);
  return found;
}

/** Merges bills of one supplier that wait for money (docs/decisions/45). Returns the Id of the merged one. */
async function merge(shop: TradingShop, now: Date, children: readonly Statement[]): Promise<number> {
  const ids: number[] = [];
  for (const child of children) ids.push(Number((await billOf(shop, child)).Id));
  const work = workOf(shop, shop.staff.boss, now, { entity: "BalancePay", functions: ["merge", "balancepay"] });
  const { id } = await mergeBills(shop.store, { ...work, reqkey: `seed-merge-${ids.join("-")}` }, ids);
  await shop.store.update(entityIn(shop, "BalancePayFath"), { Id: id }, { PayWay: PAY_WAY.transfer });
  return id;
}

/** One transfer: each child is paid by a part of it. */
async function payMerged(shop: TradingShop, now: Date, id: number, children: readonly Statement[]): Promise<void> {
  const transid = await bankNumber(shop, now, PAY_WAY.transfer);
  await act(shop, shop.staff.boss, now, {
    entity: "BalancePayFath",
    id,
    transition: "pay",
    functions: ["balancepay"],
    module: BALANCE_PAY_MODULE,
  });
  await shop.store.update(entityIn(shop, "BalancePayFath"), { Id: id }, { transid });
  for (const child of children) await fileReceipt(shop, child);
}
