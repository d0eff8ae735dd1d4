/** How far one statement of the demo goes. */
export interface BalancePlanned {
  readonly n: number;
  readonly supplier: number;
  /** Days from the anchor day to the statement. */
  readonly offset: number;
  readonly b2b: 0 | 10 | 20 | 50 | 60 | -1;
  readonly statu: 10 | 20 | 25 | 50;
  /** The plan's step where invoices lead it on: 5 numbers entered, 6 verified. */
  readonly invoiced?: 5 | 6;
  readonly isStopped?: true;
  /** In 分: the total it must come to; `ends` only the last digit. */
  readonly total?: bigint;
  readonly ends?: bigint;
  /** Came back once before it went through. */
  readonly wasRejected?: true;
}

type Plan = Omit<BalancePlanned, "n">;

/** The spotlight supplier's: every state. */
const SPOTLIGHT: readonly Plan[] = [
  { supplier: 1, offset: -24, b2b: 60, statu: 50, invoiced: 6 },
  { supplier: 1, offset: -19, b2b: 50, statu: 25, invoiced: 6 },
  { supplier: 1, offset: -16, b2b: 50, statu: 20, invoiced: 6 },
  { supplier: 1, offset: -14, b2b: -1, statu: 10 },
  { supplier: 1, offset: -12, b2b: 50, statu: 10, invoiced: 5, isStopped: true },
  { supplier: 1, offset: -10, b2b: 50, statu: 10, wasRejected: true },
  { supplier: 1, offset: -7, b2b: 20, statu: 10, total: -152_600n },
  { supplier: 1, offset: -5, b2b: 10, statu: 10 },
  { supplier: 1, offset: -2, b2b: 0, statu: 10 },
];

/** Amounts that print every branch of the capitals, and bills for the bank simulator (last digit 1 fails, 2 stays). */
const OTHERS: readonly Plan[] = [
  { supplier: 6, offset: -50, b2b: 50, statu: 50, invoiced: 6, total: 10_000_005n },
  { supplier: 10, offset: -45, b2b: 50, statu: 10, isStopped: true },
  { supplier: 4, offset: -40, b2b: 50, statu: 20, invoiced: 6, isStopped: true, ends: 2n },
  { supplier: 5, offset: -35, b2b: -1, statu: 10 },
  { supplier: 9, offset: -32, b2b: 60, statu: 20, invoiced: 6, total: 1_020_304_000n },
  { supplier: 8, offset: -25, b2b: 50, statu: 10, total: -32_840n },
  { supplier: 2, offset: -24, b2b: 60, statu: 50, invoiced: 6 },
  { supplier: 2, offset: -20, b2b: 50, statu: 20, invoiced: 6, ends: 1n },
  { supplier: 3, offset: -15, b2b: 50, statu: 10, invoiced: 5, isStopped: true },
  { supplier: 8, offset: -9, b2b: 20, statu: 10, total: 150n },
  { supplier: 4, offset: -8, b2b: 20, statu: 10 },
  { supplier: 7, offset: -6, b2b: 10, statu: 10, total: -98_765n },
  { supplier: 3, offset: -5, b2b: 10, statu: 10, total: 0n },
  { supplier: 2, offset: -3, b2b: 0, statu: 10 },
  { supplier: 6, offset: -2, b2b: 0, statu: 10 },
];

export const BALANCE_PLANS: readonly BalancePlanned[] = [...SPOTLIGHT, ...OTHERS].map((plan, n) => ({ ...plan, n }));
