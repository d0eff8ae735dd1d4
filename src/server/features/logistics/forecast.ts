import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";

/** Days a forecast looks ahead. */
const AHEAD = 7;
export const WEEK = 7;
/** Weeks before a day whose same weekday tells what to expect of it. */
const WEEKS = 8;
/** Days before the forecast on which its method is tried. */
const TRIED = 28;
/** Days of sales that a forecast is made of. */
export const FORECAST_HISTORY = WEEKS * WEEK + TRIED;

const PIECE = 10n ** BigInt(SCALE.quantity);
const ONE = 10n ** BigInt(SCALE.rate);

/** What an article is expected to sell in a store. Quantities in thousandths. */
export interface Forecast {
  /** What was sold a day, of the last eight weeks. */
  readonly avgAmount: bigint;
  /** What is expected to be sold in the week that begins with the day. */
  readonly amount: bigint;
  /** By how much the same method was off in the last four weeks: 0.25 is a quarter of what was sold. null: there was nothing to try it on. */
  readonly errorRate: bigint | null;
}

/**
 * What is sold on a day is expected to be the mean of the same weekday in the eight weeks before, as far back as the article was sold at
 * all; a weekday that was never one yet sells the mean of all days (docs/decisions/111). Goods that were only ever sold by the piece are
 * expected by the piece, rounded up. `sales`: quantity by how many days ago, from yesterday, which is 1, to {@link FORECAST_HISTORY}; a day without
 * one sold nothing. null: nothing was sold.
 */
export function forecastOf(sales: ReadonlyMap<number, bigint>): Forecast | null {
  const first = Math.max(0, ...sales.keys());
  if (first === 0) return null;
  const days = Math.min(first, WEEKS * WEEK);
  let [total, isByPiece] = [0n, true];
  for (const [ago, sold] of sales) {
    if (ago <= days) total += sold;
    isByPiece &&= sold % PIECE === 0n;
  }
  const avgAmount = divideRounded(total, BigInt(days));
  let need = 0n;
  for (let ahead = 0; ahead < AHEAD; ahead++) need += expectedOn(sales, first, -ahead) ?? avgAmount;
  return { avgAmount, amount: isByPiece ? wholePieces(need) : need, errorRate: errorOf(sales, first) };
}

/** The mean of the same weekday in the weeks before, as far back as `first`; null: there was none. Days are told by how long ago they are. */
function expectedOn(sales: ReadonlyMap<number, bigint>, first: number, day: number): bigint | null {
  let [sum, weeks] = [0n, 0];
  for (; weeks < WEEKS; weeks++) {
    const ago = day + WEEK * (weeks + 1);
    if (ago > first) break;
    sum += sales.get(ago) ?? 0n;
  }
  return weeks === 0 ? null : divideRounded(sum, BigInt(weeks));
}

/** What the method was off by on the days it can be tried on, of what they sold. */
function errorOf(sales: ReadonlyMap<number, bigint>, first: number): bigint | null {
  let [off, sold] = [0n, 0n];
  for (let ago = 1; ago <= Math.min(TRIED, first); ago++) {
    const expected = expectedOn(sales, first, ago);
    if (expected === null) continue;
    const actual = sales.get(ago) ?? 0n;
    off += actual > expected ? actual - expected : expected - actual;
    sold += actual;
  }
  return sold > 0n ? divideRounded(off * ONE, sold) : null;
}

const wholePieces = (amount: bigint): bigint => ((amount + PIECE - 1n) / PIECE) * PIECE;

/** What to order: what is expected to be sold, less what is there and what is on its way; never less than nothing. */
export function suggestionOf({ amount }: Forecast, stockAmount: bigint, wayAmount: bigint): bigint {
  const missing = amount - stockAmount - wayAmount;
  return missing > 0n ? missing : 0n;
}
