import { valueText } from "../../../shared/domain/value-text.ts";
import { typedNumber } from "../text/typed-number.ts";
import type { InputKind, InputProps } from "./input-kind.ts";
import { NumberBox } from "./NumberBox.tsx";

const WHOLE = /^-?\d{1,15}$/;

/** On the wire whole numbers are numbers; what is none yet stays text for the check to complain about. */
const toWire = (digits: string | null) => (digits !== null && WHOLE.test(digits) ? Number(digits) : digits);

function IntegerInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <NumberBox
      input={props}
      digits={value === null ? null : String(value)}
      onDigits={(digits) => onChange(toWire(digits))}
      group={(digits) => digits}
    />
  );
}

/** A whole number. */
export const integer: InputKind = {
  Control: IntegerInput,
  align: "right",
  show: (value) => valueText("integer", value),
  read: (typed) => toWire(typedNumber(typed) || null),
};
