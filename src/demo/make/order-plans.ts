/** How far one order of the demo goes. */
export interface OrderPlan {
  /** Position among the shop's orders; everything random about it comes from here. */
  readonly n: number;
  readonly supplier: number;
  /** Days from the anchor day to the order. */
  readonly offset: number;
  readonly statu: 0 | 10 | 50;
  /** The receipt status it ends in: 4 needs its acceptance in a paid statement. */
  readonly receipt: 0 | 1 | 2 | 3 | 4;
  /** Its acceptance is left a draft. */
  readonly hasDraftAccept: boolean;
}

type Way = Pick<OrderPlan, "statu" | "receipt" | "hasDraftAccept">;

const way = (statu: OrderPlan["statu"], receipt: OrderPlan["receipt"]): Way => ({ statu, receipt, hasDraftAccept: false });
const times = (count: number, one: Way): Way[] => Array.from({ length: count }, () => one);
const withDraft: Way = { statu: 50, receipt: 0, hasDraftAccept: true };

/** The spotlight supplier: every state, in the last 31 days. Offsets fit the statements of balance-plans.ts. */
const SPOTLIGHT: readonly (readonly [offset: number, way: Way])[] = [
  ...[-30, -29, -28, -27].map((offset) => [offset, way(offset === -29 ? 10 : 50, 4)] as const),
  ...[-30, -29, -28, -27].map((offset) => [offset, way(offset === -28 ? 10 : 50, 4)] as const),
  [-26, way(50, 3)],
  [-24, way(50, 3)],
  [-22, way(50, 3)],
  [-19, way(10, 3)],
  [-18, way(50, 2)],
  [-15, way(10, 2)],
  [-13, way(50, 1)],
  [-10, way(10, 1)],
  [-8, way(50, 3)],
  [-6, way(10, 3)],
  [-5, withDraft],
  [-2, way(10, 0)],
  [-1, way(0, 0)],
];

/** The spotlight supplier's from before, which the same statements have paid. */
const EARLIER: readonly (readonly [offset: number, way: Way])[] = [-44, -41, -38, -35].map(
  (offset, index) => [offset, way(index === 0 ? 50 : 10, 4)] as const,
);

/** The others: who and when is chosen below. */
const OTHERS: readonly Way[] = [
  ...times(5, way(0, 0)),
  ...times(4, way(10, 0)),
  ...times(2, withDraft),
  way(50, 0),
  ...times(4, way(10, 1)),
  ...times(4, way(50, 1)),
  ...times(2, way(10, 2)),
  ...times(4, way(50, 2)),
  ...times(4, way(10, 3)),
  ...times(5, way(50, 3)),
];
const OTHER_SUPPLIERS = [2, 3, 4, 5, 6, 7, 8] as const;

/** Sixty orders of a shop, and as many more without acceptances for each further step of the scale. */
export function orderPlans(scale: number): OrderPlan[] {
  const plans: Omit<OrderPlan, "n">[] = [
    ...SPOTLIGHT.map(([offset, one]) => plan(1, offset, one)),
    ...EARLIER.map(([offset, one]) => plan(1, offset, one)),
    ...OTHERS.map((one, index) => plan(OTHER_SUPPLIERS[index % OTHER_SUPPLIERS.length] ?? 2, otherOffset(one, index), one)),
  ];
  const more = 60 * (scale - 1);
  for (let index = 0; index < more; index++) {
    plans.push(plan(1 + (index % 8), -2 - (index % 89), way(([0, 10, 50] as const)[index % 3] ?? 0, 0)));
  }
  return plans.map((one, n) => ({ ...one, n }));
}

function plan(supplier: number, offset: number, one: Way): Omit<OrderPlan, "n"> {
  return { supplier, offset, ...one };
}

/** What has gone further began earlier: drafts are of the last days, received goods of the last three months. */
function otherOffset({ statu, receipt }: Way, index: number): number {
  if (statu === 0) return -1 - (index % 4);
  if (receipt === 0) return -3 - (index % 4);
  return -6 - ((index * 37) % 82);
}
