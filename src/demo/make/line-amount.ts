import { divideRounded, SCALE } from "../../shared/domain/scaled.ts";

/** One 分 in units of a quantity times a price. */
const UNIT = 10n ** BigInt(SCALE.quantity + SCALE.price - SCALE.money);
/** Prices of a 分. */
export const CENT = 10n ** BigInt(SCALE.price - SCALE.money);

/** The amount, in 分, of a quantity at a price; what has no price costs nothing. */
export function lineAmount(amount: bigint, price: unknown): bigint {
  return divideRounded(amount * BigInt((price as bigint | null) ?? 0n), UNIT);
}
