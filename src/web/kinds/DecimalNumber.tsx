import { decimalText } from "./text/decimal-text.ts";

/** An exact decimal, grouped; negative ones in red. */
export function DecimalNumber({ value, decimals }: { value: string; decimals: number }) {
  const shown = decimalText(value, decimals);
  return <span className={shown.startsWith("-") ? "num num-negative" : "num"}>{shown}</span>;
}
