import { addDays } from "../../shared/domain/day.ts";
import { dayAt, type SeedSupplier, streamIn, type TradingShop } from "../world.ts";
import { type BalanceSource, SOURCE } from "./balance-lines.ts";
import { type BalancePlanned, closesWithFee } from "./balance-plans.ts";

/** In 分. */
const SALE_MONEY: readonly [number, number] = [80_000, 620_000];
/** Daily sales of a counter whose fees are higher. */
const POOR_SALE: readonly [number, number] = [2_000, 9_000];

/** A line for each day and counter that sold; where the statement has a total, together what is missing of it. */
export async function salesOf(shop: TradingShop, plan: BalancePlanned, supplier: SeedSupplier, sum: bigint): Promise<BalanceSource[]> {
  const random = streamIn(shop, "BalanceLine", plan.n);
  const count = plan.sales ?? 0;
  const days = supplier.row.settleCycle === 2 ? 30 : 15;
  const range = closesWithFee(plan) ? POOR_SALE : SALE_MONEY;
  const drawn = Array.from({ length: count }, () => BigInt(random.int(...range)));
  const amounts = plan.total !== undefined && !closesWithFee(plan) ? scaledTo(drawn, plan.total - sum) : drawn;
  const sales: BalanceSource[] = [];
  for (const [index, total] of amounts.entries()) {
    const busdate = addDays(dayAt(shop, plan.offset), Math.floor((index * days) / count) - days);
    const storeName = String(shop.stores[index % shop.stores.length]?.StoreName);
    const rate = BigInt(supplier.row.taxRate as bigint);
    sales.push({ kind: SOURCE.sale, billid: await shop.store.nextNumber("XS", busdate), busdate, storeName, total, rate });
  }
  return sales;
}

/** The same proportions, another sum. */
function scaledTo(amounts: readonly bigint[], sum: bigint): bigint[] {
  const all = amounts.reduce((total, amount) => total + amount, 0n);
  const scaled = amounts.map((amount) => (amount * sum) / all);
  const left = sum - scaled.reduce((total, amount) => total + amount, 0n);
  return scaled.map((amount, index) => (index === 0 ? amount + left : amount));
}
