import type { Convert, Field, FieldType, Rounding } from "../registry/model.ts";
import { isScaled } from "./cell.ts";
import { SCALE } from "./scaled.ts";

/** What must be known of a field to read and to make its stored values. */
export type StoredForm = Pick<Field, "type" | "codeType" | "length" | "values">;

/** How the stored values of one form are made into those of another. */
export interface Conversion {
  readonly from: StoredForm;
  readonly to: StoredForm;
  readonly rounding: Rounding;
  readonly cut: boolean;
  readonly map: Convert["map"];
}

/**
 * What becomes of the values of a stored field that is declared otherwise. kept: they stay as they are, be it longer than the field now
 * allows (`isNarrowed`); made: its `convert` says how they are made; unsaid: nobody said how, and `write` is the word that would
 * say it; null: no value of the one type can become one of the other.
 */
export type Fate =
  | { readonly kind: "kept"; readonly isNarrowed: boolean; readonly write: string }
  | { readonly kind: "made"; readonly conversion: Conversion }
  | { readonly kind: "unsaid"; readonly write: string | null };

/** What the values of a field become (docs/decisions/69). */
export function fateOf(was: Field, is: Field): Fate {
  const { convert } = is;
  const isKept = keepsBytes(was, is);
  // What is said of values that stay what they are is done once: when it is said.
  if (convert?.from === was.type && !(isKept && JSON.stringify(was.convert) === JSON.stringify(convert)))
    return { kind: "made", conversion: conversionOf(was, is, convert) };
  if (!isKept) return { kind: "unsaid", write: canBecome(was.type, is.type) ? convertLine(was.type) : null };
  const isNarrowed = isText(is.type) && is.length !== null && (was.length === null || is.length < was.length);
  return { kind: "kept", isNarrowed, write: convertLine(was.type, { cut: true }) };
}

/** The conversion that a field's word `convert` says, from the form its values had. */
export function conversionOf(from: StoredForm, to: StoredForm, { rounding, cut, map }: Omit<Convert, "from">): Conversion {
  return { from: formOf(from), to: formOf(to), rounding, cut, map };
}

/** The form alone, as it is written down beside what was set aside. */
export function formOf({ type, codeType, length, values }: StoredForm): StoredForm {
  return { type, codeType, length, values };
}

/** The word as it is written in a file, e.g. `"convert": { "from": "money" }`. */
export function convertLine(from: FieldType, more: Readonly<Record<string, unknown>> = {}): string {
  const parts = Object.entries({ from, ...more }).map(([name, value]) => `${JSON.stringify(name)}: ${written(value)}`);
  return `"convert": { ${parts.join(", ")} }`;
}

function written(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${JSON.stringify(inner)}`)
    .join(", ")} }`;
}

type Family = "decimal" | "text" | "date" | "datetime" | "bool" | "enum" | "key";

const FAMILY: Readonly<Record<FieldType, Family>> = {
  id: "key",
  string: "text",
  text: "text",
  ref: "text",
  url: "text",
  images: "text",
  int: "decimal",
  money: "decimal",
  price: "decimal",
  quantity: "decimal",
  rate: "decimal",
  bool: "bool",
  date: "date",
  datetime: "datetime",
  enum: "enum",
};

/** Types whose values are texts of any kind. */
export const isText = (type: FieldType) => FAMILY[type] === "text";

/** Decimals of a number's values; null: it is no number. */
export function decimalsOf(type: FieldType): number | null {
  if (type === "int") return 0;
  return isScaled(type) ? SCALE[type] : null;
}

/** Whether both forms store the same value as the same bytes. */
export function keepsBytes(was: StoredForm, is: StoredForm): boolean {
  if (was.type === is.type) return was.type !== "enum" || was.codeType === is.codeType;
  // A code is stored as what it is; a text or a number need not be one of the codes.
  if (was.type === "enum") return was.codeType === "int" ? is.type === "int" : isText(is.type);
  return isText(was.type) && isText(is.type);
}

/** Whether there are values of the one type that become values of the other. A day is no number, and neither is yes or no. */
export function canBecome(from: FieldType, to: FieldType): boolean {
  const [one, other] = [FAMILY[from], FAMILY[to]];
  if (one === "key" || other === "key") return false;
  const isTime = (family: Family) => family === "date" || family === "datetime";
  const isCount = (family: Family) => family === "decimal" || family === "bool";
  return !(isTime(one) && isCount(other)) && !(isCount(one) && isTime(other));
}

/** Whether a value may lose a part of what it says: decimals, or the time of its day. */
export function mayRound(from: FieldType, to: FieldType): boolean {
  if (from === "datetime" && to === "date") return true;
  const [many, few] = [decimalsOf(from), decimalsOf(to)];
  return few !== null && (isText(from) || (many !== null && many > few));
}
