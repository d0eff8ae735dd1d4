import { cellFromWire } from "../../domain/cell.ts";
import { parseScaled, SCALE } from "../../domain/scaled.ts";
import { lengthsOf } from "../build/field.ts";
import type { FieldInfo } from "../catalogue.ts";
import type { Scalar } from "../language.ts";
import type { FieldType } from "../model.ts";
import { didYouMean } from "../nearest.ts";

/** Why a literal is no value of a field; null: it is one. */
export interface LiteralProblem {
  readonly message: string;
  readonly hint?: string;
}

const isText = (value: Scalar) => typeof value === "string";
const isWhole = (value: Scalar) => typeof value === "number" && Number.isSafeInteger(value);
const isDecimal = (decimals: number) => (value: Scalar) => typeof value !== "boolean" && parseScaled(String(value), decimals) !== null;
const isRead = (type: "date" | "datetime") => (value: Scalar) => {
  try {
    return typeof value === "string" && cellFromWire({ type, codeType: "text", length: null }, value) !== null;
  } catch {
    return false;
  }
};

const TYPES: Readonly<Record<Exclude<FieldType, "enum">, { readonly fits: (value: Scalar) => boolean; readonly wanted: string }>> = {
  id: { fits: isWhole, wanted: "a whole number" },
  int: { fits: isWhole, wanted: "a whole number" },
  bool: { fits: (value) => typeof value === "boolean", wanted: "true or false" },
  money: { fits: isDecimal(SCALE.money), wanted: `a decimal such as "12.50", with at most ${SCALE.money} decimals` },
  price: { fits: isDecimal(SCALE.price), wanted: `a decimal such as "0.3375", with at most ${SCALE.price} decimals` },
  quantity: { fits: isDecimal(SCALE.quantity), wanted: `a decimal such as "1.500", with at most ${SCALE.quantity} decimals` },
  rate: { fits: isDecimal(SCALE.rate), wanted: `a decimal such as "0.13", with at most ${SCALE.rate} decimals` },
  date: { fits: isRead("date"), wanted: "a date such as 2025-06-30" },
  datetime: { fits: isRead("datetime"), wanted: "a time such as 2025-06-30 09:30:00" },
  string: { fits: isText, wanted: "text" },
  text: { fits: isText, wanted: "text" },
  ref: { fits: isText, wanted: "text" },
  url: { fits: isText, wanted: "text" },
  images: { fits: isText, wanted: "text" },
};

/** Whether a literal of a file can be a value of the field. */
export function literalProblem(field: FieldInfo, literal: Scalar): LiteralProblem | null {
  const { type } = field.raw;
  const { length } = lengthsOf(field.raw);
  const shown = JSON.stringify(literal);
  if (type === "enum") return unknownCode(field, literal);
  const { fits, wanted } = TYPES[type];
  if (!fits(literal)) return { message: `${shown} is no value of ${field.name} (${type})`, hint: `write ${wanted}` };
  // What else has a length is told by itself.
  if (fits === isText && typeof literal === "string" && length !== null && literal.length > length) {
    return { message: `${shown} is longer than the ${length} characters of ${field.name}` };
  }
  return null;
}

function unknownCode({ name, values, hasKnownCodes }: FieldInfo, literal: Scalar): LiteralProblem | null {
  if (!hasKnownCodes || values.some(({ code }) => code === literal)) return null;
  const codes = values.map(({ code }) => JSON.stringify(code));
  const isTexts = typeof values[0]?.code === "string";
  const near =
    typeof literal === "string" && isTexts
      ? didYouMean(
          literal,
          values.map(({ code }) => String(code)),
        )
      : undefined;
  return { message: `unknown code ${JSON.stringify(literal)} of ${name}`, hint: near ?? `known: ${codes.join(", ")}` };
}
