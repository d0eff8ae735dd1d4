import type { PredicateEnv } from "../../../shared/domain/predicate.ts";
import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";
import { isOneOf } from "../../base/codes.ts";
import { sumOf } from "../../engine/values/amounts.ts";
import { type BalanceLineRow, type BalanceRow, SourceKind } from "../../generated/entities.ts";

type Amounts = Pick<
  BalanceRow,
  "GoodsMoney" | "ReturnMoney" | "AdjustMoney" | "Bala_fee" | "FeeApart" | "CarryMoney" | "TotalMoney" | "Bala_sum"
>;

/**
 * The amounts of a statement from its ticked lines (docs/decisions/42): what is below zero is carried over, so that nothing is due, or
 * collected, as the shop's profile says (`negative`). Where it says `feeInvoice`, the fees are invoiced by the shop (docs/decisions/105): that is kept
 * with the statement, so that no later profile alters it.
 */
export function amountsOf(lines: readonly Partial<BalanceLineRow>[], { negative, feeInvoice }: PredicateEnv["flags"]): Amounts {
  const ticked = lines.filter(({ checked }) => checked);
  const linesOf = (kinds: readonly SourceKind[]) => ticked.filter(({ SrcKind }) => isOneOf(SrcKind, kinds));
  const of = (...kinds: readonly SourceKind[]) => sumOf(linesOf(kinds), "TotalMoney");
  const TotalMoney = sumOf(ticked, "TotalMoney");
  const Bala_fee = -of(SourceKind.fee);
  return {
    GoodsMoney: of(SourceKind.acceptance, SourceKind.sale),
    ReturnMoney: -of(SourceKind.return),
    AdjustMoney: of(SourceKind.costAdjustment),
    Bala_fee,
    FeeApart: feeInvoice === true ? Bala_fee : 0n,
    CarryMoney: of(SourceKind.carried),
    TotalMoney,
    Bala_sum: TotalMoney >= 0n || negative === "collect" ? TotalMoney : 0n,
  };
}

const ONE = 10n ** BigInt(SCALE.rate);

/** The tax inside an amount: net = amount / (1 + rate), rounded to the 分. */
export function taxIn(money: bigint, rate: bigint): bigint {
  return money - divideRounded(money * ONE, ONE + rate);
}
