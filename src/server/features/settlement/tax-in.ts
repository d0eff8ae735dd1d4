import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";

const ONE = 10n ** BigInt(SCALE.rate);

/** The tax inside an amount: net = amount / (1 + rate), rounded to the 分. */
export function taxIn(money: bigint, rate: bigint): bigint {
  return money - divideRounded(money * ONE, ONE + rate);
}
