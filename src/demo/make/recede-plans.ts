/** How far one return of the demo goes. */
export interface RecedePlan {
  readonly supplier: number;
  readonly offset: number;
  readonly statu: 0 | 10 | 50;
}

/** Those that are cleared before their supplier's next statement enter it (make/balance-plans.ts). */
export const RECEDE_PLANS: readonly RecedePlan[] = [
  { supplier: 2, offset: -27, statu: 50 },
  { supplier: 1, offset: -26, statu: 50 },
  { supplier: 3, offset: -17, statu: 50 },
  { supplier: 1, offset: -13, statu: 50 },
  { supplier: 4, offset: -5, statu: 50 },
  { supplier: 6, offset: -5, statu: 50 },
  { supplier: 5, offset: -9, statu: 10 },
  { supplier: 3, offset: -7, statu: 10 },
  { supplier: 1, offset: -6, statu: 10 },
  { supplier: 2, offset: -4, statu: 10 },
  { supplier: 7, offset: -3, statu: 10 },
  { supplier: 1, offset: -2, statu: 10 },
  { supplier: 1, offset: -1, statu: 0 },
];
