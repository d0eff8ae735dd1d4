import { valueText } from "../../../shared/domain/value-text.ts";
import { movePoint } from "../text/typed-number.ts";
import { numberKind } from "./number-kind.tsx";

/** A rate, entered and shown as percent; the point is moved on the digits, so that the value stays exact. */
export const rate = numberKind({
  unit: "%",
  toDigits: (value) => movePoint(value, 2),
  toWire: (percent) => movePoint(percent, -2),
  show: (value) => valueText("rate", value),
});
