const DECIMAL = /^(-?)0*(\d+)(?:\.(\d*))?$/;

/**
 * A decimal string with thousands separators and exactly `decimals` places, without floats: `-1234.5` → `-1,234.50`.
 * The server sends as many places as the field has; what exceeds `decimals` is rounded half up on the digits.
 * Anything that is not a plain decimal is returned as it is.
 */
export function decimalText(value: string | number, decimals: number): string {
  const fixed = fixedDecimal(value, decimals);
  if (fixed === null) return String(value);
  const [, sign = "", whole = "", fraction] = DECIMAL.exec(fixed) ?? [];
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** A decimal with thousands separators and at least so many places: what was typed beyond them is shown, not rounded away. */
export function groupedText(value: string, least: number): string {
  return decimalText(value, Math.max(least, placesOf(value)));
}

/** The same without separators. */
export function plainText(value: string, least: number): string {
  return fixedDecimal(value, Math.max(least, placesOf(value))) ?? value;
}

/** Of what is no decimal nobody asks further. */
function placesOf(value: string): number {
  const point = value.indexOf(".");
  return point < 0 ? 0 : value.trimEnd().length - point - 1;
}

/** A decimal with exactly `decimals` places and no separators, or null if `value` is not a plain decimal. */
export function fixedDecimal(value: string | number, decimals: number): string | null {
  // Most are so already: a million of them are written to a file.
  if (typeof value === "string" && isFixed(value, decimals)) return value;
  const match = DECIMAL.exec(String(value).trim());
  if (match === null) return null;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const padded = fraction.padEnd(decimals + 1, "0");
  const kept = BigInt(whole + padded.slice(0, decimals));
  const digits = (kept + (padded.charAt(decimals) >= "5" ? 1n : 0n)).toString().padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  const isZero = /^0+$/.test(digits);
  return `${isZero ? "" : sign}${digits.slice(0, cut)}${decimals === 0 ? "" : `.${digits.slice(cut)}`}`;
}

/** Whether a text is a decimal with so many places as it stands: no sign of zero, no zeros in front. */
function isFixed(text: string, decimals: number): boolean {
  return text.length < 20 && (FIXED[decimals]?.test(text) ?? false);
}

/** By places; `-0.00` is none. */
const FIXED = [0, 1, 2, 3, 4].map((places) => {
  const fraction = places === 0 ? "" : `\\.\\d{${places}}`;
  return new RegExp(`^(?!-0${places === 0 ? "" : `\\.0{${places}}`}$)-?(?:0|[1-9]\\d*)${fraction}$`);
});

/** A rate as percent: `0.13` → `13.00%`. Moves the point by two digits; keeps up to four places, at least two. */
export function percentText(value: string | number, hasGroups = true): string {
  const hundredth = fixedDecimal(value, 6);
  if (hundredth === null) return String(value);
  const [, sign = "", whole = "", fraction = ""] = DECIMAL.exec(hundredth) ?? [];
  const [, , percent = "0"] = DECIMAL.exec(whole + fraction.slice(0, 2)) ?? [];
  const rest = fraction.slice(2).replace(/0{1,2}$/, "");
  return `${sign}${hasGroups ? decimalText(percent, 0) : percent}.${rest.padEnd(2, "0")}%`;
}
