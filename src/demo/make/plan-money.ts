import type { TradingShop } from "../world.ts";
import { planPayFaths } from "./balance-pay-faths.ts";
import { planBalances } from "./balances.ts";
import { planCostAdjusts } from "./cost-adjusts.ts";
import { planFees } from "./pay-orders.ts";
import { planRateChanges } from "./rate-changes.ts";

/** Plans what a shop and its suppliers owe each other and pay. `toSettle`: orders whose statement will be paid. */
export function planMoney(shop: TradingShop, toSettle: ReadonlySet<string>): void {
  planPayFaths(shop, planBalances(shop, toSettle));
  planFees(shop);
  planCostAdjusts(shop);
  planRateChanges(shop);
}
