import { numberText } from "./number-text.ts";

/** What a cell's format makes of its number: a day or time, an integer with zeros in front, or nothing. */
export type NumberFormat =
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  | { readonly kind: "padded"; readonly digits: number }
  | null;

/** Formats that every workbook has and none describes (ECMA-376 part 1, 18.8.30), also those of Chinese Excel. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number, kind: "date" | "time"])[] = [
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "date"],
  [27, 31, "date"],
  [32, 35, "time"],
  [36, 36, "date"],
  [45, 47, "time"],
  [50, 54, "date"],
  [55, 56, "time"],
  [57, 58, "date"],
];

/** The format of a number; `code`: as the workbook describes it. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    const found = BUILT_IN_DATES.find(([first, last]) => id >= first && id <= last);
    return found === undefined ? null : { kind: found[2] };
  }
  const [first = ""] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  const plain = first.replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replaceAll(/general/gi, "");
  if (/^0{2,20}$/.test(plain.trim())) return { kind: "padded", digits: plain.trim().length };
  if (/[yd]/i.test(plain)) return { kind: "date" };
  return /[hs]/i.test(plain) ? { kind: "time" } : /m/i.test(plain) ? { kind: "date" } : null;
}

/** A number as people read it under its format. `is1904`: the workbook counts days from 1904. */
export function formattedNumber(raw: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(raw);
  if (format === null || raw.trim() === "" || !Number.isFinite(number)) return numberText(raw);
  if (format.kind === "padded")
    return Number.isInteger(number) && number >= 0 ? numberText(raw).padStart(format.digits, "0") : numberText(raw);
  return momentText(number, format.kind, is1904) ?? numberText(raw);
}

const DAY_SECONDS = 86_400;
/** The last day that Excel knows, 9999-12-31. */
const LAST_DAY = 2_958_465;
/** Excel holds 1900 for a leap year: its days before March 1900 are one off. */
const LEAP_DAY = 60;

function momentText(serial: number, kind: "date" | "time", is1904: boolean): string | null {
  if (serial < 0 || serial > LAST_DAY) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const [day, second] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS];
  const time = new Date(second * 1000).toISOString().slice(11, 19);
  if (kind === "time" && day === 0) return time;
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < LEAP_DAY ? 31 : 30);
  const date = new Date(first + day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  return second === 0 ? date : `${date} ${time}`;
}
