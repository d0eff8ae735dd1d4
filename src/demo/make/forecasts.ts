import type { Row } from "../../shared/domain/cell.ts";
import { divideRounded } from "../../shared/domain/scaled.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, put, type TradingShop } from "../world.ts";
import type { Seller, Sold } from "./sales.ts";

/** Days from the anchor day on which the week ahead was reckoned, for so many goods of each store. */
const DAYS = [-15, -8, -1] as const;
const GOODS = 10;
/** Days a forecast looks ahead, and what is put on top of the usual sales, in percent. */
const AHEAD = 7n;
const SAFETY = 110n;

/** Plans the forecasts of the last weeks: from the sales until then, the stock of that day, and what was on its way. */
export function planForecasts(shop: TradingShop, sellers: readonly Seller[], sold: Sold): void {
  const chosen = shop.stores.flatMap((store) => sellers.filter((seller) => seller.store.StoreId === store.StoreId).slice(0, GOODS));
  for (const offset of DAYS) {
    onDay(shop, offset, minute(5, 0), async () => {
      for (const seller of chosen)
        await put(shop, "Forecast", await forecastOf(shop, seller, sold.get(seller.n) ?? [], dayAt(shop, offset)));
    });
  }
}

async function forecastOf(shop: TradingShop, { goods, store }: Seller, sold: readonly Row[], busdate: string): Promise<Row> {
  const at = { StoreId: store.StoreId ?? null, GoodsId: goods.GoodsId ?? null };
  const before = sold.filter((sale) => String(sale.busdate) < busdate);
  const avgAmount = before.length === 0 ? 0n : divideRounded(sum(before, "amount"), BigInt(before.length));
  const [stock] = await shop.store.find(entityIn(shop, "Stock"), at);
  const stockAmount = BigInt((stock?.amount as bigint | undefined) ?? 0n);
  const wayAmount = await onTheWay(shop, goods, store, busdate);
  const amount = divideRounded(avgAmount * AHEAD * SAFETY, 100n);
  const missing = amount - stockAmount - wayAmount;
  const copied = ["provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit"];
  return {
    ...Object.fromEntries(copied.map((name) => [name, goods[name] ?? null])),
    busdate,
    StoreId: at.StoreId,
    StoreName: store.StoreName ?? null,
    avgAmount,
    stockAmount,
    wayAmount,
    amount,
    suggest: missing > 0n ? missing : 0n,
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

function sum(rows: readonly Row[], name: string): bigint {
  return rows.reduce((total, row) => total + BigInt(row[name] as bigint), 0n);
}
