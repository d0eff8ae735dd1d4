import type { StatusLabel, WireValue } from "../../protocol/list.ts";
import type { FilterControl, ScreenFilter } from "../../protocol/screen.ts";
import { fixedDecimal } from "../decimal-text.ts";
import { FLAG_TEXT } from "../value-text.ts";

/** What a filter holds: one value, or a list (choices, a pair for a range). */
export type FilterValue = WireValue | readonly WireValue[];

type Clean = (value: unknown, filter: ScreenFilter) => FilterValue | undefined;

/** A value as its filter may send it, by the filter's control; undefined: nothing, or nonsense. */
const CLEAN = {
  /** Without blanks around it. */
  text: (value) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined),
  /** A filter that compares with one value (`eq`) keeps the last one chosen. */
  choice: (value, filter) => {
    const known = chosenOf(filter.options, listOf(value).map(String));
    if (known.length === 0) return undefined;
    return filter.operator === "in" || filter.operator === "nin" ? known : known.at(-1);
  },
  daterange: (value) => readPair(value) ?? undefined,
  /** A range needs both ends. */
  number: (value, filter) => {
    if (filter.operator !== "between") return cleanNumber(value);
    const [from, to] = Array.isArray(value) ? (value as readonly unknown[]).map(cleanNumber) : [];
    return from !== undefined && to !== undefined ? [from, to] : undefined;
  },
  flag: (value, filter) => flagOption(filter, value)?.value,
} satisfies Record<FilterControl, Clean>;

/** The value as this filter may send it. */
export const cleanValue = (filter: ScreenFilter, value: unknown): FilterValue | undefined => CLEAN[filter.control](value, filter);

/** The option values behind their texts in the address or the control, with their own type. */
export function chosenOf(options: readonly StatusLabel[], chosen: readonly string[]): StatusLabel["value"][] {
  return chosen.flatMap((key) => options.filter((option) => String(option.value) === key).map((option) => option.value));
}

/** One value, or several, as a list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Two days, or null. */
export function readPair(value: unknown): readonly [string, string] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [from, to] = value as readonly unknown[];
  return isDay(from) && isDay(to) ? [from, to] : null;
}

const isDay = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Places kept of what is typed; the finest field of the server has six. */
const PLACES = 6;

/** The digits of a number as typed, never a float; undefined: it is none. */
export function cleanNumber(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = plainDigits(String(value));
  const fixed = text === "" ? null : fixedDecimal(text, PLACES);
  return fixed === null ? undefined : fixed.replace(/\.?0+$/, "") || "0";
}

/** Full-width digits and signs as the usual ones, without blanks and the commas of thousands. */
const plainDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/\s/g, "")
    .replaceAll(/,(?=\d{3}(?!\d))/g, "");

const YES_NO: readonly StatusLabel[] = [
  { value: true, text: FLAG_TEXT.yes, tone: "plain" },
  { value: false, text: FLAG_TEXT.no, tone: "plain" },
];

/** What a filter of yes and no offers. */
export const flagOptions = (filter: ScreenFilter): readonly StatusLabel[] => (filter.options.length > 0 ? filter.options : YES_NO);

/** The one of them that the value means. */
export const flagOption = (filter: ScreenFilter, value: unknown): StatusLabel | undefined =>
  flagOptions(filter).find((option) => String(option.value) === String(value));
