import { fixedDecimal } from "../text/decimal-text.ts";

/** A cell as SheetJS takes it: text or a number with its format. Never a formula. */
export type SheetCell = { readonly t: "s"; readonly v: string } | { readonly t: "n"; readonly v: number; readonly z: string };

/** Excel's own limit of characters in a cell. */
const MAX_TEXT = 32_767;
/** Digits a number keeps in Excel. */
const MAX_DIGITS = 15;

/** A text cell. The type `s` makes Excel show `=1+1` as it is written. */
export const textCell = (text: string): SheetCell => ({ t: "s", v: text.slice(0, MAX_TEXT) });

/** A number with so many places if Excel can hold it exactly, else its digits as text. */
export function decimalCell(value: unknown, decimals: number, format = decimalFormat(decimals)): SheetCell {
  const fixed = typeof value === "string" || typeof value === "number" ? fixedDecimal(value, decimals) : null;
  if (fixed === null) return textCell(String(value));
  const number = Number(fixed);
  const digits = fixed.replace(/\D/g, "").replace(/^0+/, "").length;
  return digits <= MAX_DIGITS && number.toFixed(decimals) === fixed ? { t: "n", v: number, z: format } : textCell(fixed);
}

/** `0.00` for two places. */
const decimalFormat = (decimals: number): string => (decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`);
