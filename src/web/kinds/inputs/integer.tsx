import { valueText } from "../../../shared/domain/value-text.ts";
import { numberKind } from "./number-kind.tsx";

const WHOLE = /^-?\d{1,15}$/;

/** A whole number. On the wire it is a number; what is none yet stays text for the check to complain about. */
export const integer = numberKind({
  toWire: (digits) => (WHOLE.test(digits) ? Number(digits) : digits),
  show: (value) => valueText("integer", value),
});
