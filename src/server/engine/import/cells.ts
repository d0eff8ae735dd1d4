import { isScaled } from "../../../shared/domain/cell.ts";
import { unknownChoice } from "../../../shared/domain/form/problems-of.ts";
import { keptCode } from "../../../shared/domain/plain-text.ts";
import type { FormField } from "../../../shared/protocol/form.ts";

/*
 * Cells as people type them, in files and elsewhere. What is read here is only the way of writing: whether a value may stand there, and what
 * is wrong with one that nobody understands, the form says, in its own words.
 */

/** What empties a cell of a row that is there: one that is left blank says nothing. */
export const CLEARED = "（清空）";

/** A cell of a workbook holds no more. */
const LONGEST_CELL = 32_767;

/** A value as a form is sent it; undefined: the cell says nothing. */
export type ReadCell = { readonly value: unknown } | { readonly problem: string };
export type CellReader = (text: string) => ReadCell | undefined;

/** How texts of a column become values of the form. Made once for a batch: a column is read a thousand times. */
export function cellReader(field: FormField): CellReader {
  const read = readerOf(field);
  return (text) => {
    if (text.length > LONGEST_CELL) return { problem: `${field.title}的内容过长，一格最多${LONGEST_CELL}个字` };
    const said = text.trim();
    if (said === "") return undefined;
    if (said === CLEARED || said === "(清空)") return { value: null };
    return read(field.type === "text" ? text : said);
  };
}

function readerOf(field: FormField): (text: string) => ReadCell {
  const { type } = field;
  if (type === "enum" || type === "bool") return choiceReader(field);
  if (type === "date") return (text) => ({ value: dayText(text) ?? text });
  if (type === "datetime") return (text) => ({ value: timeText(text) ?? text });
  if (type === "rate") return (text) => ({ value: rateText(text) });
  if (isScaled(type) || type === "int") return (text) => ({ value: numberText(text) });
  return (text) => ({ value: text });
}

/** Yes and no as people write them, besides the codes and titles of the field. */
const YES_NO: readonly (readonly [string, boolean])[] = [
  ["是", true],
  ["否", false],
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
  ["yes", true],
  ["no", false],
];

/** A code goes before a title that is the same. */
function choiceReader({ type, title, options }: FormField): (text: string) => ReadCell {
  const usual = type === "bool" ? YES_NO : [];
  const known = new Map<string, unknown>([
    ...usual,
    ...options.map(({ value, text }) => [folded(text), value] as const),
    ...options.map(({ value }) => [folded(String(value)), value] as const),
  ]);
  return (text) => {
    const value = known.get(folded(text));
    return value === undefined ? { problem: `${title}${type === "bool" ? "应为是或否" : unknownChoice(options)}` } : { value };
  };
}

const folded = (text: string): string => keptCode(text).toLowerCase();

const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const PACKED_DAY = /^(\d{4})(\d{2})(\d{2})$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const MIDNIGHT = /^0?0:00(:00)?$/;

/** `2026/1/5`, `2026.01.05`, `2026年1月5日`, `20260105` as `2026-01-05`; null: it is no day. */
function dayText(text: string): string | null {
  const [day = "", time = "", ...more] = keptCode(text).split(/[ T]+/);
  if (more.length > 0 || (time !== "" && !MIDNIGHT.test(time))) return null;
  const [, year, month = "", date = ""] = DAY.exec(day) ?? PACKED_DAY.exec(day) ?? [];
  return year === undefined ? null : `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
}

/** The same with a time of day; without one it is the day's beginning. */
function timeText(text: string): string | null {
  const [day = "", time = "00:00:00", ...more] = keptCode(text).split(/[ T]+/);
  const date = dayText(day);
  const [, hour, minute, second = "00"] = CLOCK.exec(time) ?? [];
  if (date === null || hour === undefined || more.length > 0) return null;
  return `${date} ${hour.padStart(2, "0")}:${minute}:${second}`;
}

const PLAIN = /^-?\d+(\.\d+)?$/;
const GROUPED = /^-?\d{1,3}([, ]\d{3})+(\.\d+)?$/;
const LEANING = /^\((.+)\)$/;

/** A number without separators, currency, a leading plus or accountants' brackets; what is none stays as it is. */
function numberText(text: string): string {
  if (PLAIN.test(text)) return text;
  const bare = keptCode(text)
    .replace(/^[¥￥]|元$/g, "")
    .trim();
  const leaning = LEANING.exec(bare)?.[1];
  const signed = leaning === undefined ? bare.replace(/^\+/, "") : `-${leaning}`;
  const whole = signed
    .replace(/^(-?)[¥￥]/, "$1")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.$/, "");
  const plain = GROUPED.test(whole) ? whole.replace(/[, ]/g, "") : whole;
  return PLAIN.test(plain) ? plain : text;
}

/** 13% is 0.13: the point moves by two digits, nothing is rounded. */
function rateText(text: string): string {
  const percent = /^(.*?)\s*%$/.exec(keptCode(text))?.[1];
  if (percent === undefined) return numberText(text);
  const plain = numberText(percent);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = whole.padStart(3, "0");
  return `${sign}${digits.slice(0, -2).replace(/^0+(?=\d)/, "")}.${digits.slice(-2)}${fraction}`;
}
