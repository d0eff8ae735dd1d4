import { cents } from "../../engine/values/amounts.ts";
import type { BalanceRow } from "../../generated/entities.ts";

/**
 * What tax invoices a statement asks for, in 分: what its own lines come to. An amount carried over from earlier ones is no sale of this
 * one (docs/decisions/96). Nothing or less: none are owed.
 */
export function invoiceDueOf({ TotalMoney, CarryMoney }: Pick<BalanceRow, "TotalMoney" | "CarryMoney">): bigint {
  return cents(TotalMoney) - cents(CarryMoney);
}
