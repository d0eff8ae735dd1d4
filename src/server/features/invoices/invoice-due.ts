import { cents } from "../../engine/values/amounts.ts";
import type { BalanceRow } from "../../generated/entities.ts";

/**
 * What tax invoices a statement asks for, in 分: what its own lines come to. An amount carried over from earlier ones is no sale of this
 * one (docs/decisions/96), and fees that the shop invoices by itself do not make the supplier's invoices less (docs/decisions/105). Nothing or
 * less: none are owed.
 */
export function invoiceDueOf({ TotalMoney, CarryMoney, FeeApart }: Pick<BalanceRow, "TotalMoney" | "CarryMoney" | "FeeApart">): bigint {
  return cents(TotalMoney) - cents(CarryMoney) + cents(FeeApart);
}
