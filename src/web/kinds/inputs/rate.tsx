import { valueText } from "../../../shared/domain/value-text.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import { movePoint, typedNumber } from "../text/typed-number.ts";
import type { InputKind, InputProps } from "./input-kind.ts";
import { NumberBox } from "./NumberBox.tsx";

const toPercent = (value: WireValue): string | null => (value === null ? null : movePoint(String(value), 2));
const toWire = (percent: string | null): string | null => (percent === null ? null : movePoint(percent, -2));

function RateInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <NumberBox
      input={props}
      unit="%"
      digits={toPercent(value)}
      onDigits={(digits) => onChange(toWire(digits))}
      group={(digits) => digits}
    />
  );
}

/** A rate, entered and shown as percent; the point is moved on the digits, so that the value stays exact. */
export const rate: InputKind = {
  Control: RateInput,
  align: "right",
  show: (value) => valueText("rate", value),
  read: (typed) => toWire(typedNumber(typed.replace(/[%％]/g, "")) || null),
};
