/**
 * Exact decimals as scaled whole numbers: money in 分 (scale 2), quantities in 1/1000 (3), prices of one unit in 1/10,000 (4),
 * rates in 1/1,000,000 (6).
 * No float is ever made from one (docs/decisions/38).
 */
export const SCALE = { money: 2, quantity: 3, price: 4, rate: 6 } as const;
export type ScaledType = keyof typeof SCALE;

/** Places that are always written; beyond them only what is not zero: a price is 12.50 or 0.3375. */
export const LEAST: Readonly<Record<ScaledType, number>> = { ...SCALE, price: 2 };

/** What every amount is smaller than, as a scaled whole number: sums of rows must fit, too. */
export const LARGEST: Readonly<Record<ScaledType, bigint>> = {
  money: 10n ** 15n,
  quantity: 10n ** 18n,
  price: 10n ** 17n,
  rate: 10n ** 18n,
};

/** Whether no column takes the value. */
export function isTooLarge(value: bigint, type: ScaledType): boolean {
  return value >= LARGEST[type] || value <= -LARGEST[type];
}

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads decimal text such as `-12.5`. Returns null for anything that is no plain decimal, has more decimals than
 * the scale holds (never rounded), or more than 15 digits before the point.
 */
export function parseScaled(text: string, scale: number): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign, whole = "", fraction = ""] = match;
  // guard check: tests/shared/domain/scaled.test.ts
  if (fraction.length > scale && /[^0]/.test(fraction.slice(scale))) return null;
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  return sign === "-" ? -digits : digits;
}

/** Digits that a number holds exactly. */
const SHORT = 15;

/** {@link parseScaled} as a number, many times as fast; null for what a number may not hold exactly, and for anything that is no plain decimal. */
export function shortScaled(text: string, scale: number): number | null {
  const point = text.indexOf(".");
  const places = point < 0 ? 0 : text.length - point - 1;
  if (places > scale || text.length + scale - places > SHORT || !DECIMAL.test(text)) return null;
  return Number(point < 0 ? text : text.slice(0, point) + text.slice(point + 1)) * 10 ** (scale - places);
}

/** Decimal text with exactly `decimals` digits after the point; digits beyond are dropped by rounding half away from zero. */
export function formatScaled(value: bigint, scale: number, decimals: number = scale): string {
  return pointed((decimals === scale ? value : rescaled(value, scale, decimals)).toString(), decimals);
}

/** The digits of a whole number, perhaps with its sign, with a point before the last `decimals` of them. */
function pointed(whole: string, decimals: number): string {
  if (decimals === 0) return whole;
  const sign = whole.startsWith("-") ? "-" : "";
  const digits = whole.slice(sign.length).padStart(decimals + 1, "0");
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function rescaled(value: bigint, scale: number, decimals: number): bigint {
  return decimals < scale ? divideRounded(value, 10n ** BigInt(scale - decimals)) : value * 10n ** BigInt(decimals - scale);
}

/** A value of the type as it is written: on the wire, in texts, in files. Its digits do, as the database tells them. */
export function scaledText(value: bigint | string, type: ScaledType): string {
  const text = pointed(String(value), SCALE[type]);
  const spare = SCALE[type] - LEAST[type];
  return spare === 0 ? text : text.slice(0, -spare) + text.slice(-spare).replace(/0+$/, "");
}

/** `numerator / divisor`, rounded half away from zero. The divisor must not be zero. */
export function divideRounded(numerator: bigint, divisor: bigint): bigint {
  const negative = numerator < 0n !== divisor < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * n + d) / (2n * d);
  return negative ? -quotient : quotient;
}
