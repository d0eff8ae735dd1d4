import { decimalText } from "../../shared/domain/decimal-text.ts";

/** A decimal in words, e.g. of valueText; a negative one in red. */
export function DecimalNumber({ text }: { text: string }) {
  return <span className={text.startsWith("-") ? "num num-negative" : "num"}>{text}</span>;
}

/** An exact decimal of the wire with so many places, grouped. */
export function Sum({ value, decimals }: { value: string; decimals: number }) {
  return <DecimalNumber text={decimalText(value, decimals)} />;
}
