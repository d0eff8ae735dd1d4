import type { WireValue } from "../protocol/list.ts";
import type { ColumnFormat } from "../protocol/screen.ts";
import { amountToCapitals } from "./amount-to-capitals.ts";
import { groupedText, percentText, plainText } from "./decimal-text.ts";
import { LEAST } from "./scaled.ts";

/** Texts of columns with two values. */
export const FLAG_TEXT = { yes: "是", no: "否" } as const;
const PRINTED_TEXT = { yes: "已打印", no: "未打印" } as const;
const UNREAD_TEXT = { yes: "未读", no: "已读" } as const;

/** What a medium does with every value alike. */
export interface TextStyle {
  /** Thousands are set apart by commas. */
  readonly hasGroups: boolean;
  /** Characters of a time that are told. */
  readonly timeLength: number;
}

export const ON_SCREEN: TextStyle = { hasGroups: true, timeLength: "2025-06-30 09:30:00".length };
/** As on the screen, where a line has room for it; times to the minute. */
export const ON_PAPER: TextStyle = { hasGroups: true, timeLength: "2025-06-30 09:30".length };
/** A bound that a sentence of the manual names, as the schema writes it. */
export const IN_SENTENCE: TextStyle = { ...ON_PAPER, hasGroups: false };
/** What is no number in Excel, or too long for one. */
export const IN_SHEET: TextStyle = { ...ON_SCREEN, hasGroups: false };

/** Least places after the point; what has more is told with all of them, never rounded. */
const PLACES = { integer: 0, money: LEAST.money, price: LEAST.price, quantity: LEAST.quantity } as const;

/**
 * A value in words: the one place that turns values of fields into text, for lists, documents, forms, boards, paper, Excel and the
 * manual. `label`: the text of a status, which depends on its row. Text that is no number in a number's place is told as it is.
 */
export function valueText(
  format: ColumnFormat,
  value: Exclude<WireValue, null>,
  { hasGroups, timeLength }: TextStyle = ON_SCREEN,
  label?: string,
): string {
  switch (format) {
    case "integer":
    case "money":
    case "price":
    case "quantity":
      return hasGroups ? groupedText(String(value), PLACES[format]) : plainText(String(value), PLACES[format]);
    case "rate":
      return percentText(String(value), hasGroups);
    case "date":
      return String(value).slice(0, "2025-06-30".length);
    case "datetime":
      return String(value).slice(0, timeLength);
    case "status":
      return label ?? String(value);
    case "flag":
      return pairText(FLAG_TEXT, value);
    case "printed":
      return pairText(PRINTED_TEXT, value);
    case "unread":
      return pairText(UNREAD_TEXT, value);
    case "capitals":
      return amountToCapitals(String(value));
    case "text":
    case "images":
    case "file":
      return String(value);
  }
}

/** Whether a wire value counts as set: true, a number above zero, `1` or `true`. */
export function isSet(value: unknown): boolean {
  return value === true || value === "true" || Number(value) > 0;
}

const pairText = ({ yes, no }: { readonly yes: string; readonly no: string }, value: WireValue): string => (isSet(value) ? yes : no);
