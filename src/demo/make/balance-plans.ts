/** How far one statement of the demo goes. */
export interface BalancePlanned {
  readonly n: number;
  readonly supplier: number;
  /** Days from the anchor day to the statement. */
  readonly offset: number;
  readonly b2b: 0 | 10 | 20 | 50 | 60 | -1;
  readonly statu: 10 | 20 | 25 | 50;
  /** At most so many acceptances, the oldest free ones. */
  readonly accepts: number;
  /** Fee bills of the period; one more closes the statement where its total is given and nothing is sold. */
  readonly fees: number;
  /** What a cost adjustment of the period adds: more (补差) or less (退差). */
  readonly adjust?: 1 | -1;
  /** Lines of daily sales, of suppliers who are paid for what was sold. */
  readonly sales?: number;
  /** In 分: the total it must come to; `ends` only the last digit. */
  readonly total?: bigint;
  readonly ends?: bigint;
  readonly isStopped?: true;
  /** Came back once before it went through. */
  readonly wasRejected?: true;
}

type Plan = Omit<BalancePlanned, "n">;

/** The spotlight supplier's: every state. The first two were paid together, the third and the fifth are to be. */
const SPOTLIGHT: readonly Plan[] = [
  { supplier: 1, offset: -24, b2b: 60, statu: 50, accepts: 6, fees: 1, adjust: 1 },
  { supplier: 1, offset: -24, b2b: 50, statu: 50, accepts: 6, fees: 1 },
  { supplier: 1, offset: -20, b2b: 50, statu: 20, accepts: 1, fees: 0, adjust: 1, ends: 3n },
  { supplier: 1, offset: -19, b2b: 50, statu: 25, accepts: 1, fees: 0, ends: 6n },
  { supplier: 1, offset: -16, b2b: 50, statu: 20, accepts: 1, fees: 0, ends: 5n },
  { supplier: 1, offset: -14, b2b: -1, statu: 10, accepts: 1, fees: 1 },
  { supplier: 1, offset: -12, b2b: 50, statu: 10, accepts: 1, fees: 1 },
  { supplier: 1, offset: -10, b2b: 50, statu: 10, accepts: 2, fees: 1, wasRejected: true, isStopped: true },
  { supplier: 1, offset: -7, b2b: 20, statu: 10, accepts: 0, fees: 1, adjust: -1, total: -152_600n },
  { supplier: 1, offset: -5, b2b: 10, statu: 10, accepts: 1, fees: 1 },
  { supplier: 1, offset: -2, b2b: 0, statu: 10, accepts: 1, fees: 1 },
];

const SALES = 25;

/** Amounts that print every branch of the capitals, and bills for the bank simulator (last digit 1 fails, 2 stays). */
const OTHERS: readonly Plan[] = [
  { supplier: 6, offset: -50, b2b: 60, statu: 50, accepts: 0, fees: 1, sales: SALES, total: 10_000_005n },
  { supplier: 10, offset: -45, b2b: 50, statu: 10, accepts: 0, fees: 1, sales: SALES, isStopped: true },
  { supplier: 4, offset: -40, b2b: 50, statu: 20, accepts: 2, fees: 0, adjust: 1, ends: 2n },
  { supplier: 5, offset: -35, b2b: -1, statu: 10, accepts: 2, fees: 1 },
  { supplier: 9, offset: -32, b2b: 60, statu: 10, accepts: 0, fees: 1, sales: SALES, total: 1_020_304_000n },
  { supplier: 2, offset: -26, b2b: 50, statu: 20, accepts: 2, fees: 0, adjust: 1, ends: 1n },
  { supplier: 8, offset: -25, b2b: 50, statu: 10, accepts: 0, fees: 0, sales: SALES, total: -32_840n },
  { supplier: 8, offset: -9, b2b: 20, statu: 10, accepts: 0, fees: 0, sales: SALES, total: 150n },
  { supplier: 2, offset: -8, b2b: 20, statu: 10, accepts: 2, fees: 1, isStopped: true },
  { supplier: 7, offset: -6, b2b: 10, statu: 10, accepts: 0, fees: 0, sales: SALES, total: -98_765n, isStopped: true },
  { supplier: 3, offset: -5, b2b: 10, statu: 10, accepts: 1, fees: 0, adjust: 1, total: 0n },
  { supplier: 4, offset: -3, b2b: 0, statu: 10, accepts: 2, fees: 1 },
  { supplier: 6, offset: -2, b2b: 0, statu: 10, accepts: 0, fees: 1, sales: SALES - 1 },
];

/** In this shop the supplier of the first of the others owed and has paid: a receipt (收款). Another one owes nothing there. */
export const RECEIPT = { shop: "0000000054", n: SPOTLIGHT.length } as const;
const AT_RECEIPT: Readonly<Record<number, Partial<Plan>>> = { [RECEIPT.n]: { total: -188_000n, fees: 0 }, 20: { total: 98_765n } };

/** In 分: totals below it need no sales. */
const LOW = 100_000n;

const PLANS: readonly BalancePlanned[] = [...SPOTLIGHT, ...OTHERS].map((plan, n) => ({ ...plan, n }));

/** The statements of a shop, by their number `n`. */
export function balancePlans(shopId: string): readonly BalancePlanned[] {
  return shopId === RECEIPT.shop ? PLANS.map((plan) => ({ ...plan, ...AT_RECEIPT[plan.n] })) : PLANS;
}

/** Whether a fee bill brings it to its total: of suppliers who sell daily, sales make up a high one. */
export function closesWithFee({ total, ends, sales = 0 }: BalancePlanned): boolean {
  return ends !== undefined || (total !== undefined && (sales === 0 || total < LOW));
}
