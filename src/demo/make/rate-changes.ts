import type { Row } from "../../shared/domain/cell.ts";
import { enter } from "../enter.ts";
import { act, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, onDay, streamIn, supplierAt, type TradingShop } from "../world.ts";

/** How far one change of a deduction rate goes. */
interface RatePlanned {
  readonly supplier: number;
  readonly offset: number;
  readonly statu: 0 | 10 | 50;
}

/** Suppliers who are paid for what was sold; and the spotlight supplier, who has every state of everything. */
const PLANS: readonly RatePlanned[] = [
  { supplier: 6, offset: -60, statu: 50 },
  { supplier: 9, offset: -40, statu: 50 },
  { supplier: 1, offset: -20, statu: 50 },
  { supplier: 7, offset: -12, statu: 50 },
  { supplier: 10, offset: -8, statu: 10 },
  { supplier: 1, offset: -6, statu: 10 },
  { supplier: 11, offset: -5, statu: 10 },
  { supplier: 8, offset: -3, statu: 0 },
  { supplier: 6, offset: -2, statu: 0 },
  { supplier: 1, offset: -1, statu: 0 },
];
const PROMOTIONS = ["夏季清凉节", "周年店庆", "开学季", "年中大促"] as const;
/** In millionths. */
const PERCENT = 10_000n;
const DAYS = 28;

/** Plans every change of a rate, with what becomes of it. */
export function planRateChanges(shop: TradingShop): void {
  const { buyer } = shop.staff;
  for (const [n, { supplier: seq, offset, statu }] of PLANS.entries()) {
    const { user } = supplierAt(shop, seq);
    onDay(shop, offset, minute(10, n), async (now) => {
      const row = await enter(shop, buyer, now, { entity: "RateChange", values: valuesOf(shop, seq, offset, n) });
      const step = (transition: string) => ({ entity: "RateChange", id: Number(row.Id), transition });
      if (statu === 0) return;
      onDay(shop, offset, minute(15, n), (later) => act(shop, buyer, later, step("audit")));
      if (n % 4 !== 3) onDay(shop, offset, minute(18, n), () => open(shop, "supplier", "RateChange", row));
      if (n === 1) {
        onDay(shop, offset, minute(16, n), (later) => act(shop, buyer, later, step("unaudit")));
        onDay(shop, offset, minute(17, n), (later) => act(shop, buyer, later, step("audit")));
      }
      if (statu === 50) onDay(shop, offset + 1, minute(10, n), (later) => act(shop, user, later, step("provconfirm")));
    });
  }
}

/** A lower rate for four weeks from the next week on, in one store. */
function valuesOf(shop: TradingShop, seq: number, offset: number, n: number): Row {
  const random = streamIn(shop, "RateChange", n);
  const { row, goods } = supplierAt(shop, seq);
  const oldRate = BigInt(random.int(12, 25)) * PERCENT;
  return {
    provid: row.provid ?? null,
    StoreId: shop.stores[n % shop.stores.length]?.StoreId ?? null,
    CategoryId: goods[0]?.CategoryId ?? null,
    oldRate,
    newRate: oldRate - BigInt(random.int(2, 6)) * PERCENT,
    startdate: dayAt(shop, offset + 7),
    enddate: dayAt(shop, offset + 7 + DAYS),
    promotion: PROMOTIONS[n % PROMOTIONS.length] ?? null,
    reason: "促销期间让利，双方协商调整扣率",
  };
}
