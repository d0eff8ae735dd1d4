import type { WireValue } from "../protocol/list.ts";
import type { Scalar } from "../registry/language.ts";
import type { Field, FieldType } from "../registry/model.ts";
import { hiddenIn, keptCode, keptText } from "./plain-text.ts";
import { parseScaled, SCALE, type ScaledType, scaledText } from "./scaled.ts";

/**
 * A value inside the program: money, price, quantity and rate as scaled bigint; id and int as number; bool as boolean;
 * date as `yyyy-MM-dd`, datetime as `yyyy-MM-dd HH:mm:ss` (Asia/Shanghai); everything else as text. null: empty.
 */
export type Cell = bigint | number | boolean | string | null;
export type Row = Readonly<Record<string, Cell>>;

/** What must be known of a field to read and write its values. */
export type CellField = Pick<Field, "type" | "codeType" | "length"> & { readonly check?: string | null; readonly isIdentity?: boolean };

const SCALED: ReadonlySet<string> = new Set(Object.keys(SCALE));

/** Whether values of this type are scaled decimals. */
export function isScaled(type: FieldType): type is ScaledType {
  return SCALED.has(type);
}

/** A value as the database driver gives it (int8 and dates as text) to a cell. */
export function cellFromDb(field: CellField, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (isScaled(field.type)) return BigInt(value as string | bigint);
  if (field.type === "id" || field.type === "int") return Number(value);
  if (field.type === "bool") return value === true;
  if (field.type === "enum" && field.codeType === "int") return Number(value);
  if (field.type === "datetime") return String(value).slice(0, 19);
  return String(value);
}

/** A cell to what the database driver takes. */
export function cellToDb(cell: Cell): string | number | boolean | null {
  return typeof cell === "bigint" ? cell.toString() : cell;
}

/** A cell to the wire: decimals as text, everything else as it is. */
export function cellToWire(field: CellField, cell: Cell): WireValue {
  if (cell === null) return null;
  if (isScaled(field.type)) return scaledText(cell as bigint, field.type);
  return cell as WireValue;
}

/** {@link cellToWire} of {@link cellFromDb}, without a cell in between: lists are made of it. */
export function wireFromDb(field: CellField, value: unknown): WireValue {
  if (value === null || value === undefined) return null;
  return isScaled(field.type) ? scaledText(value as string | bigint, field.type) : (cellFromDb(field, value) as WireValue);
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATETIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const WHOLE = /^-?\d{1,15}$/;
const INTEGER = /^-?\d+$/;
/** More digits before the point than any amount has. */
const HUGE = /^-?0*[1-9]\d{15,}(\.\d*)?$/;
const TOO_LARGE = "数值过大";
const INT_MAX = 2_147_483_647;
/** What is wrong with a wire value, in Chinese, for a message beside the field's title. */
export class CellError extends Error {
  override readonly name = "CellError";
}

/**
 * A value from the wire or from a JSON file to a cell. Empty text and null are null.
 * Throws {@link CellError} with the reason; nothing is rounded, trimmed or guessed, and texts are kept in NFC (docs/decisions/83).
 */
export function cellFromWire(field: CellField, value: unknown): Cell {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "object") throw new CellError("应为单个值");
  const text = String(value);
  const hidden = hiddenIn(text);
  // guard check: tests/shared/domain/plain-text.test.ts
  if (hidden !== null) throw new CellError(hidden);
  return READERS[field.type](isCode(field) ? keptCode(text) : keptText(text), field);
}

/** Whether a text has a form of its own or names a row: full-width letters and digits are never meant there. */
function isCode({ check, isIdentity }: CellField): boolean {
  return (check ?? null) !== null || isIdentity === true;
}

const readText = (text: string, field: CellField): string => {
  if (text.length > (field.length ?? 10_000)) throw new CellError(`不能超过${field.length ?? 10_000}个字`);
  return text;
};

const readScaled =
  (type: ScaledType) =>
  (text: string): bigint => {
    const scaled = parseScaled(text, SCALE[type]);
    if (scaled === null || text.length > 20) throw new CellError(HUGE.test(text) ? TOO_LARGE : decimalWanted(type));
    return scaled;
  };

/** A rate is a fraction on the wire and percent in a box and in a sheet: its places are told in the way that is right for all of them. */
const decimalWanted = (type: ScaledType): string =>
  type === "rate" ? `应为数字，写成百分比时最多${SCALE.rate - 2}位小数` : `应为数字，最多${SCALE[type]}位小数`;

const readWhole =
  (limit: number) =>
  (text: string): number => {
    if (!WHOLE.test(text) || Math.abs(Number(text)) > limit) throw new CellError(INTEGER.test(text) ? TOO_LARGE : "应为整数");
    return Number(text);
  };

const READERS: Readonly<Record<FieldType, (text: string, field: CellField) => Cell>> = {
  id: readWhole(Number.MAX_SAFE_INTEGER),
  int: readWhole(INT_MAX),
  string: readText,
  text: readText,
  ref: readText,
  url: readText,
  images: readText,
  money: readScaled("money"),
  price: readScaled("price"),
  quantity: readScaled("quantity"),
  rate: readScaled("rate"),
  enum: (text, field) => (field.codeType === "int" ? readWhole(INT_MAX)(text) : readText(text, field)),
  bool: (text) => {
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    throw new CellError("应为是或否");
  },
  date: (text) => {
    if (!DATE.test(text) || !isRealDate(text)) throw new CellError("应为日期，如 2025-06-30");
    return text;
  },
  datetime: (text) => {
    if (!DATETIME.test(text) || !isRealDate(text.slice(0, 10))) throw new CellError("应为时间，如 2025-06-30 09:30:00");
    return text.replace("T", " ").padEnd(19, ":00");
  },
};

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= "1900-01-01";
}

/** A literal of the JSON files to a cell of this field; the registry has checked that it fits. */
export function cellFromLiteral(field: CellField, literal: Scalar): Cell {
  return cellFromWire(field, literal);
}

/** A day (`yyyy-MM-dd`) as a cell of a date or datetime field; in the latter its beginning. */
export function dayCell({ type }: Pick<CellField, "type">, day: string): Cell {
  return type === "datetime" ? `${day} 00:00:00` : day;
}

/** Orders two cells of one field; null sorts before everything. Texts by code point, as the database does, never by locale. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  return a < b ? -1 : 1;
}

/** JavaScript compares UTF-16 units, which puts an emoji before full-width punctuation; UTF-8 and code points do not. */
function compareTexts(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((char, index) => char !== right[index]);
  const [x, y] = [left[at]?.codePointAt(0), right[at]?.codePointAt(0)];
  if (at === -1) return left.length === right.length ? 0 : -1;
  return y === undefined || (x ?? 0) > y ? 1 : -1;
}
