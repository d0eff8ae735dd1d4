import { addDays, daysBetween } from "../../../shared/domain/day.ts";
import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";

/** Days a forecast looks ahead. */
const AHEAD = 7;
const WEEK = 7;
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
 * expected by the piece, rounded up. `sales`: quantity by day, at least of {@link FORECAST_HISTORY} days before `day`; a day without one sold
 * nothing. null: nothing was sold before that day.
 */
export function forecastOf(sales: ReadonlyMap<string, bigint>, day: string): Forecast | null {
  const past = [...sales.keys()].filter((sold) => sold < day).sort();
  const [first] = past;
  if (first === undefined) return null;
  const seen = { sales, first, until: day };
  const from = first > addDays(day, -WEEKS * WEEK) ? first : addDays(day, -WEEKS * WEEK);
  const total = past.filter((sold) => sold >= from).reduce((sum, sold) => sum + (sales.get(sold) ?? 0n), 0n);
  const avgAmount = divideRounded(total, BigInt(daysBetween(from, day)));
  const ahead = Array.from({ length: AHEAD }, (_, index) => expectedOn(seen, addDays(day, index)) ?? avgAmount);
  const need = ahead.reduce((sum, one) => sum + one, 0n);
  const isByPiece = past.every((sold) => (sales.get(sold) ?? 0n) % PIECE === 0n);
  return { avgAmount, amount: isByPiece ? wholePieces(need) : need, errorRate: errorOf(seen) };
}

interface Seen {
  readonly sales: ReadonlyMap<string, bigint>;
  /** The first day on which it was sold. */
  readonly first: string;
  /** The day of the forecast, of which nothing is known yet. */
  readonly until: string;
}

/** The mean of the same weekday in the weeks before; null: there was none. */
function expectedOn({ sales, first, until }: Seen, day: string): bigint | null {
  const before = Array.from({ length: WEEKS }, (_, index) => addDays(day, -WEEK * (index + 1))).filter(
    (one) => one >= first && one < until,
  );
  if (before.length === 0) return null;
  return divideRounded(
    before.reduce((sum, one) => sum + (sales.get(one) ?? 0n), 0n),
    BigInt(before.length),
  );
}

/** What the method was off by on the days it can be tried on, of what they sold. */
function errorOf(seen: Seen): bigint | null {
  let [off, sold] = [0n, 0n];
  for (let back = 1; back <= TRIED; back++) {
    const day = addDays(seen.until, -back);
    const expected = expectedOn(seen, day);
    if (expected === null || day < seen.first) continue;
    const actual = seen.sales.get(day) ?? 0n;
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
