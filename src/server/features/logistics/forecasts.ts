import { addDays, dayOf } from "../../../shared/domain/day.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import type { ItemWork, Job, JobItem } from "../../engine/jobs/job.ts";
import { openJob, wasStarted } from "../../engine/jobs/job-store.ts";
import { shopIds } from "../../engine/shop-ids.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { GenericStatus, type SaleRow } from "../../generated/entities.ts";
import { FORECAST_HISTORY, forecastOf, suggestionOf } from "./forecast.ts";

const NAME = "forecasts";
/** Days that a forecast is kept. */
const KEPT = 35;
const SYSTEM = "系统";

/**
 * Every morning what each store needs of each article in the week ahead, from what it sold (docs/decisions/111), supplier by supplier.
 * Stock learns from the same sales how fast it goes and when it was sold last.
 */
export const forecasts: Job = {
  params: () => {
    throw new ApiError(CODE.badInput, "预测由系统每天早上生成");
  },
  choices: async () => [],
  items: async (trx, registry, shopId) => {
    const suppliers = await sqlStore(trx, shopId).find(entityOf(registry, "Provider"), {});
    return suppliers.map((one): JobItem => ({ key: String(one.provid), name: one.Provider ?? String(one.provid) }));
  },
  run: makeForecasts,
  startDue,
};

/** Once a day, in shops where anything was sold lately. */
async function startDue(db: Db, registry: Registry, now: Date): Promise<number> {
  let started = 0;
  const params = { busdate: dayOf(now) };
  for (const shopId of await shopIds(db, registry)) {
    if (await wasStarted(db, shopId, NAME, params)) continue;
    await db.transaction().execute((trx) => openJob(trx, registry, { shopId, name: NAME, params, creator: SYSTEM, now }));
    started += 1;
  }
  return started;
}

async function makeForecasts({ trx, registry, shopId, params }: ItemWork, { key: provid }: JobItem) {
  const store = sqlStore(trx, shopId);
  const [forecastRows, stockRows] = [entityOf(registry, "Forecast"), entityOf(registry, "Stock")];
  const day = String(params.busdate);
  await store.remove(forecastRows, { provid, busdate: day });
  await store.remove(forecastRows, { provid, busdate: addDays(day, -KEPT) });
  const sold = await soldLately(store, registry, provid, day);
  const way = await onTheWay(store, registry, provid, day);
  const stocks = new Map((await store.find(stockRows, { provid })).map((row) => [placeOf(row), row]));
  const rows = [...sold].flatMap(([place, { last, sales }]) => {
    const forecast = forecastOf(sales, day);
    if (forecast === null) return [];
    const stockAmount = cents(stocks.get(place)?.amount);
    const wayAmount = way.get(place) ?? 0n;
    const { Provider, StoreId, StoreName, GoodsId, Barcode, GoodsName, spec, unit } = last;
    const article = { provid, Provider, StoreId, StoreName, GoodsId, Barcode, GoodsName, spec, unit };
    return [{ ...article, busdate: day, ...forecast, stockAmount, wayAmount, suggest: suggestionOf(forecast, stockAmount, wayAmount) }];
  });
  await store.insert(forecastRows, rows);
  for (const { StoreId, GoodsId, avgAmount } of rows) {
    const stock = stocks.get(placeOf({ StoreId, GoodsId }));
    const lastsale = sold.get(placeOf({ StoreId, GoodsId }))?.last.busdate ?? null;
    if (stock === undefined || (stock.avgAmount === avgAmount && stock.lastsale === lastsale)) continue;
    await store.update(stockRows, { StoreId, GoodsId }, { avgAmount, lastsale });
  }
  return rows.length === 0
    ? { state: "none" as const, note: "近期没有销售" }
    : { state: "made" as const, note: `预测 ${rows.length} 个商品门店` };
}

interface Sold {
  readonly last: SaleRow;
  /** Quantity by day. */
  readonly sales: Map<string, bigint>;
}

/** What a supplier's articles sold in each store, day by day. */
async function soldLately(store: Store, registry: Registry, provid: string, day: string): Promise<ReadonlyMap<string, Sold>> {
  const found = new Map<string, Sold>();
  for (let back = FORECAST_HISTORY; back > 0; back--) {
    const busdate = addDays(day, -back);
    for (const row of await store.find(entityOf(registry, "Sale"), { provid, busdate })) {
      const sales = found.get(placeOf(row))?.sales ?? new Map<string, bigint>();
      found.set(placeOf(row), { last: row, sales: sales.set(busdate, cents(row.amount)) });
    }
  }
  return found;
}

/** What was ordered and has not come yet, of orders that may still be delivered. */
async function onTheWay(store: Store, registry: Registry, provid: string, day: string): Promise<ReadonlyMap<string, bigint>> {
  const open = new Map<string, bigint>();
  for (const order of await store.find(entityOf(registry, "Order"), { provid, isclose: false, issettled: false })) {
    if (order.Statu === GenericStatus.entered || (order.enddate ?? "") < day || cents(order.accept_amou) >= cents(order.amount)) continue;
    for (const line of await store.find(entityOf(registry, "OrderLine"), { Billid: order.Billid })) {
      const left = cents(line.amount) - cents(line.accept_amou);
      const place = placeOf({ StoreId: order.StoreId, GoodsId: line.GoodsId });
      if (left > 0n) open.set(place, (open.get(place) ?? 0n) + left);
    }
  }
  return open;
}

/** An article in a store, as a key. */
const placeOf = ({ StoreId, GoodsId }: Pick<SaleRow, "StoreId" | "GoodsId">): string => JSON.stringify([StoreId, GoodsId]);
