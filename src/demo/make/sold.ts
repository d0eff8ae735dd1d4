import type { Work } from "../../server/engine/effects/effect.ts";
import { saleLines } from "../../server/features/settlement/sale-lines.ts";
import { commissionOf, dueAt, type SaleRates, saleRatesOf } from "../../server/features/settlement/sale-rates.ts";
import type { SourceLine } from "../../server/features/settlement/source-line.ts";
import type { ProviderRow, SaleRow } from "../../server/generated/entities.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import { divideRounded } from "../../shared/domain/scaled.ts";
import { copied, dayAt, entityIn, put, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { CENT, lineAmount } from "./line-amount.ts";
import { closesWithFee, type StatementPlan, sumOf } from "./statement.ts";

/** A day and a counter. */
interface Place {
  readonly busdate: string;
  readonly store: Row;
}

/** What is due for the sales of a day and counter, in 分; and of a counter whose fees are higher. */
const SALE_MONEY: readonly [number, number] = [80_000, 620_000];
const POOR_SALE: readonly [number, number] = [2_000, 9_000];

/**
 * What was sold until a statement, and is settled by it: what the shop sold in its last month, and before that `count` sales that are
 * made for it. Where the statement has a total, these are what is missing of it beside `sum`.
 */
export async function sell(shop: TradingShop, work: Work, plan: StatementPlan, count: number, sum: bigint): Promise<SourceLine[]> {
  const supplier = supplierAt(shop, plan.supplier);
  const busdate = dayAt(shop, plan.offset);
  const period = { startdate: addDays(busdate, -1), enddate: addDays(busdate, -1) };
  const file = supplier.row as ProviderRow;
  const sold = await saleLines(shop.store, work, file, period);
  const random = streamIn(shop, "BalanceLine", plan.n);
  const range = closesWithFee(plan) ? POOR_SALE : SALE_MONEY;
  const places = await openPlaces(shop, plan, supplier, count);
  const drawn = places.map(() => BigInt(random.int(...range)));
  const isExact = plan.total !== undefined && !closesWithFee(plan);
  const amounts = isExact ? scaledTo(drawn, BigInt(plan.total ?? 0) - sum - sumOf(sold)) : drawn;
  const rates = await saleRatesOf(shop.store, work, file);
  for (const [index, place] of places.entries()) await put(shop, "Sale", saleOf(supplier, rates, place, index, amounts[index] ?? 0n));
  return saleLines(shop.store, work, file, period);
}

/** Days and counters, one after the other over the time of the statement, as far as nothing was sold on these days. */
async function openPlaces(shop: TradingShop, { offset }: StatementPlan, { row }: SeedSupplier, count: number): Promise<Place[]> {
  const days = row.settleCycle === 2 ? 30 : 15;
  const sales = await shop.store.find(entityIn(shop, "Sale"), { provid: row.provid ?? null });
  const known = new Set(sales.map(({ busdate }) => busdate));
  return Array.from({ length: count }, (_, index) => ({
    busdate: addDays(dayAt(shop, offset), Math.floor((index * days) / count) - days),
    store: shop.stores[index % shop.stores.length] ?? {},
  })).filter(({ busdate }) => !known.has(busdate));
}

/** A sale of one of the supplier's articles for which exactly this much is due. */
function saleOf({ goods }: SeedSupplier, rates: SaleRates, place: Place, index: number, due: bigint): Row {
  const article = goods[index % goods.length] ?? {};
  const values = {
    ...copied(article, "provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit", "CategoryName"),
    ...copied(place.store, "StoreId", "StoreName"),
    busdate: place.busdate,
  };
  const saleMoney = moneyFor(due, commissionOf(rates, values as unknown as SaleRow));
  const price = BigInt(article.price as bigint);
  const pieces = divideRounded(saleMoney * CENT, price);
  const amount = 1000n * (pieces > 0n ? pieces : 1n);
  const costMoney = lineAmount(amount, article.cost);
  return { ...values, amount, price: divideRounded(saleMoney * 1000n * CENT, amount), saleMoney, costMoney };
}

/** The smallest amount of sales of which this much is left at that rate: a 分 more leaves the same, or a 分 more. */
function moneyFor(due: bigint, commissionRate: bigint): bigint {
  let money = (due * 1_000_000n) / (1_000_000n - commissionRate) - 2n;
  while (dueAt(commissionRate, { saleMoney: money }) < due) money += 1n;
  return money;
}

/** The same proportions, another sum. */
function scaledTo(amounts: readonly bigint[], sum: bigint): bigint[] {
  const all = amounts.reduce((total, amount) => total + amount, 0n);
  const scaled = amounts.map((amount) => (amount * sum) / all);
  const left = sum - scaled.reduce((total, amount) => total + amount, 0n);
  return scaled.map((amount, index) => (index === 0 ? amount + left : amount));
}
