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
import { FORECAST_HISTORY, forecastOf, suggestionOf, WEEK } from "./forecast.ts";

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
  await store.removeIn(forecastRows, "busdate", [day, addDays(day, -KEPT)], { provid });
  const sold = await soldLately(store, registry, provid, day);
  const way = await onTheWay(store, registry, provid, day);
  const stocks = new Map((await store.find(stockRows, { provid })).map((row) => [placeOf(row), row]));
  const made = sold.flatMap(({ last, sales }) => {
    const forecast = forecastOf(sales);
    if (forecast === null) return [];
    const stock = stocks.get(placeOf(last));
    const stockAmount = cents(stock?.amount);
    const wayAmount = way.get(placeOf(last)) ?? 0n;
    const { Provider, StoreId, StoreName, GoodsId, Barcode, GoodsName, spec, unit } = last;
    const article = { provid, Provider, StoreId, StoreName, GoodsId, Barcode, GoodsName, spec, unit };
    const row = { ...article, busdate: day, ...forecast, stockAmount, wayAmount, suggest: suggestionOf(forecast, stockAmount, wayAmount) };
    const learnt = { avgAmount: forecast.avgAmount, lastsale: last.busdate };
    const isNew = stock !== undefined && (stock.avgAmount !== learnt.avgAmount || stock.lastsale !== learnt.lastsale);
    return [{ row, learnt: isNew ? { Id: stock.Id, ...learnt } : null }];
  });
  await store.insertLater(
    forecastRows,
    made.map(({ row }) => row),
  );
  const learnt = made.flatMap((one) => one.learnt ?? []);
  await store.lock(
    stockRows,
    learnt.map(({ Id }) => Id),
  );
  await store.updateEach(stockRows, ["avgAmount", "lastsale"], learnt);
  return made.length === 0
    ? { state: "none" as const, note: "近期没有销售" }
    : { state: "made" as const, note: `预测 ${made.length} 个商品门店` };
}

interface Sold {
  /** The latest sale of the article in the store, which says how it is called now. */
  readonly last: SaleRow;
  /** Quantity by how many days ago. */
  readonly sales: ReadonlyMap<number, bigint>;
}

/** What a supplier's articles sold in each store, day by day: read a week at a time, and of each sale no more than is reckoned with. */
async function soldLately(store: Store, registry: Registry, provid: string, day: string): Promise<readonly Sold[]> {
  const sale = entityOf(registry, "Sale");
  const found = new Map<string, { readonly sales: Map<number, bigint>; last: number; lastAgo: number }>();
  for (let week = FORECAST_HISTORY; week > 0; week -= WEEK) {
    const agoOf = new Map(Array.from({ length: WEEK }, (_, at) => [addDays(day, at - week), week - at]));
    const rows = await store.pickIn(sale, ["Id", "StoreId", "GoodsId", "busdate", "amount"], "busdate", [...agoOf.keys()], { provid });
    for (const row of rows) {
      const ago = agoOf.get(row.busdate ?? "") ?? 0;
      const sold = found.get(placeOf(row)) ?? { sales: new Map(), last: row.Id, lastAgo: ago };
      found.set(placeOf(row), sold);
      sold.sales.set(ago, cents(row.amount));
      if (ago < sold.lastAgo) Object.assign(sold, { last: row.Id, lastAgo: ago });
    }
  }
  const ids = [...found.values()].map(({ last }) => last);
  const rows = new Map((await store.findIn(sale, "Id", ids)).map((row) => [row.Id, row]));
  return [...found.values()].flatMap(({ sales, last }) => {
    const row = rows.get(last);
    return row === undefined ? [] : [{ last: row, sales }];
  });
}

/** What was ordered and has not come yet, of orders that may still be delivered. */
async function onTheWay(store: Store, registry: Registry, provid: string, day: string): Promise<ReadonlyMap<string, bigint>> {
  const orders = await store.find(entityOf(registry, "Order"), { provid, isclose: false, issettled: false });
  const coming = orders.filter(
    ({ Statu, enddate, amount, accept_amou }) =>
      Statu !== GenericStatus.entered && (enddate ?? "") >= day && cents(accept_amou) < cents(amount),
  );
  const storeOf = new Map(coming.map(({ Billid, StoreId }) => [Billid, StoreId]));
  const open = new Map<string, bigint>();
  for (const line of await store.findIn(entityOf(registry, "OrderLine"), "Billid", [...storeOf.keys()])) {
    const left = cents(line.amount) - cents(line.accept_amou);
    const place = placeOf({ StoreId: storeOf.get(line.Billid) ?? null, GoodsId: line.GoodsId });
    if (left > 0n) open.set(place, (open.get(place) ?? 0n) + left);
  }
  return open;
}

/** An article in a store, as a key. */
const placeOf = ({ StoreId, GoodsId }: Pick<SaleRow, "StoreId" | "GoodsId">): string => JSON.stringify([StoreId, GoodsId]);
