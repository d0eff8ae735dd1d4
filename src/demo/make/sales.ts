import type { Row } from "../../shared/domain/cell.ts";
import { divideRounded } from "../../shared/domain/scaled.ts";
import { dayAt, entityIn, type ShopWorld, streamIn, type TradingShop } from "../world.ts";

const SALE_DAYS = 30;
/** Suppliers whose goods are sold every day, and how many of each in a store. */
const SELLING = 10;
const GOODS_EACH = 2;
/** Weekends sell 1.4 times as much. */
const WEEKEND = 14n;

/** Something a store sells every day. */
export interface Seller {
  readonly store: Row;
  readonly goods: Row;
  /** Position among the shop's sellers; everything random about it comes from here. */
  readonly n: number;
}

/** Twenty goods a store: two of each supplier, others in every store. */
export function sellersOf(shop: TradingShop): Seller[] {
  const sellers: Seller[] = [];
  for (const [position, store] of shop.stores.entries()) {
    for (const { seq, goods } of shop.suppliers.slice(0, SELLING)) {
      for (let index = 0; index < GOODS_EACH * shop.scale; index++) {
        const sold = goods[(position + seq + index * (SELLING / GOODS_EACH)) % goods.length];
        if (sold) sellers.push({ store, goods: sold, n: sellers.length });
      }
    }
  }
  return sellers;
}

/** What each seller sold, day by day, by its position. */
export type Sold = ReadonlyMap<number, readonly Row[]>;

/** The sales of the last thirty days, written at once: no document stands behind them. Stock learns how fast it goes. */
export async function makeSales(shop: TradingShop, sellers: readonly Seller[]): Promise<Sold> {
  const days = Array.from({ length: SALE_DAYS }, (_, index) => dayAt(shop, index - SALE_DAYS));
  const all = new Map<number, readonly Row[]>();
  for (const seller of sellers) {
    const sold = salesOf(shop, seller, days);
    all.set(seller.n, sold);
    const total = sold.reduce((sum, { amount }) => sum + BigInt(amount as bigint), 0n);
    const match = { StoreId: seller.store.StoreId ?? null, GoodsId: seller.goods.GoodsId ?? null };
    const lastsale = sold.findLast(({ amount }) => amount !== 0n)?.busdate ?? null;
    await shop.store.update(entityIn(shop, "Stock"), match, { avgAmount: divideRounded(total, BigInt(SALE_DAYS)), lastsale });
  }
  const byDay = days.flatMap((_, day) => [...all.values()].map((sold) => sold[day]).filter((row) => row !== undefined));
  await shop.store.insert(entityIn(shop, "Sale"), byDay);
  return all;
}

function salesOf(world: ShopWorld, { store, goods, n }: Seller, days: readonly string[]): Row[] {
  const random = streamIn(world, "Sale", n);
  const cost = BigInt(goods.cost as bigint);
  const isWeighed = goods.unit === "kg";
  const usual = BigInt(cost > 10_000n ? random.int(1, 5) : random.int(6, 28)) * 1000n;
  const copied = ["provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit", "CategoryName"];
  const same = Object.fromEntries(copied.map((name) => [name, goods[name] ?? null]));
  return days.map((busdate) => {
    const some = (usual * BigInt(random.int(70, 130)) * (isWeekend(busdate) ? WEEKEND : 10n)) / 1000n;
    const amount = isWeighed ? some + BigInt(random.int(0, 999)) : divideRounded(some, 1000n) * 1000n;
    const price = (BigInt(goods.price as bigint) * (random.chance(15) ? 90n : 100n)) / 100n;
    const saleMoney = divideRounded(amount * price, 1000n);
    const costMoney = divideRounded(amount * cost, 1000n);
    return { ...same, busdate, StoreId: store.StoreId ?? null, StoreName: store.StoreName ?? null, amount, price, saleMoney, costMoney };
  });
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
