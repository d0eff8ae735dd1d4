import { forecastOf, suggestionOf } from "../../server/features/logistics/forecast.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { divideRounded } from "../../shared/domain/scaled.ts";
import { minute } from "../timeline.ts";
import { copied, dayAt, entityIn, onDay, put, type ShopWorld, streamIn, type TradingShop } from "../world.ts";
import { CENT, lineAmount } from "./line-amount.ts";

const SALE_DAYS = 30;
/** Suppliers whose goods are sold every day, and how many of each in a store. */
const SELLING = 10;
const GOODS_EACH = 2;
/** Weekends sell 1.4 times as much. */
const WEEKEND = 14n;

/** Something a store sells every day. */
interface Seller {
  readonly store: Row;
  readonly goods: Row;
  /** Position among the shop's sellers; everything random about it comes from here. */
  readonly n: number;
}

/** Makes a month of sales, and plans the forecasts that are reckoned from them. */
export async function planSales(shop: TradingShop): Promise<void> {
  const sellers = sellersOf(shop);
  planForecasts(shop, sellers, await makeSales(shop, sellers));
}

/** Twenty goods a store: two of each supplier, others in every store. */
function sellersOf(shop: TradingShop): Seller[] {
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
type Sold = ReadonlyMap<number, readonly Row[]>;

/** The sales of the last thirty days, written at once: no document stands behind them. Stock learns how fast it goes. */
async function makeSales(shop: TradingShop, sellers: readonly Seller[]): Promise<Sold> {
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
  const isDear = BigInt(goods.cost as bigint) > 10_000n * CENT;
  const isWeighed = goods.unit === "kg";
  const usual = BigInt(isDear ? random.int(1, 5) : random.int(6, 28)) * 1000n;
  const article = copied(goods, "provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit", "CategoryName");
  const same = { ...article, ...copied(store, "StoreId", "StoreName") };
  return days.map((busdate) => {
    const some = (usual * BigInt(random.int(70, 130)) * (isWeekend(busdate) ? WEEKEND : 10n)) / 1000n;
    const amount = isWeighed ? some + BigInt(random.int(0, 999)) : divideRounded(some, 1000n) * 1000n;
    const price = (BigInt(goods.price as bigint) * (random.chance(15) ? 90n : 100n)) / 100n;
    const saleMoney = lineAmount(amount, price);
    const costMoney = lineAmount(amount, goods.cost);
    return { ...same, busdate, amount, price, saleMoney, costMoney };
  });
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Days from the anchor day on which the week ahead was reckoned, for so many goods of each store. */
const FORECAST_DAYS = [-15, -8, -1] as const;
const FORECAST_GOODS = 10;
/** Plans the forecasts of the last weeks: from the sales until then, the stock of that day, and what was on its way. */
function planForecasts(shop: TradingShop, sellers: readonly Seller[], sold: Sold): void {
  const chosen = shop.stores.flatMap((store) =>
    sellers.filter((seller) => seller.store.StoreId === store.StoreId).slice(0, FORECAST_GOODS),
  );
  for (const offset of FORECAST_DAYS) {
    onDay(shop, offset, minute(5, 0), async () => {
      for (const seller of chosen) await put(shop, "Forecast", await forecastRow(shop, seller, sold.get(seller.n) ?? [], offset));
    });
  }
}

async function forecastRow(shop: TradingShop, { goods, store }: Seller, sold: readonly Row[], offset: number): Promise<Row> {
  const busdate = dayAt(shop, offset);
  const at = { StoreId: store.StoreId ?? null, GoodsId: goods.GoodsId ?? null };
  const ago = (day: number) => offset + SALE_DAYS - day;
  const past = sold.map((sale, day) => [ago(day), BigInt(sale.amount as bigint)] as const).filter(([days]) => days > 0);
  const forecast = forecastOf(new Map(past));
  if (forecast === null) throw new Error(`seed: ${String(goods.GoodsId)} was not sold before ${busdate}`);
  const [stock] = await shop.store.find(entityIn(shop, "Stock"), at);
  const stockAmount = BigInt((stock?.amount as bigint | undefined) ?? 0n);
  const wayAmount = await onTheWay(shop, goods, store, busdate);
  return {
    ...copied(goods, "provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit"),
    ...copied(store, "StoreId", "StoreName"),
    busdate,
    ...forecast,
    stockAmount,
    wayAmount,
    suggest: suggestionOf(forecast, stockAmount, wayAmount),
  };
}

/** Ordered by this store, and not yet here. */
async function onTheWay(shop: TradingShop, goods: Row, store: Row, busdate: string): Promise<bigint> {
  const lines = await shop.store.find(entityIn(shop, "OrderLine"), { GoodsId: goods.GoodsId ?? null });
  let open = 0n;
  for (const line of lines) {
    const [order] = await shop.store.find(entityIn(shop, "Order"), { Billid: line.Billid ?? null });
    if (!order || order.StoreId !== store.StoreId || order.isclose === true || order.Statu === 0) continue;
    const left = BigInt(line.amount as bigint) - BigInt((line.accept_amou as bigint | null) ?? 0n);
    if (left > 0n && String(order.enddate) >= busdate) open += left;
  }
  return open;
}
