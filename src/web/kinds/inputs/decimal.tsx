import { isScaled } from "../../../shared/domain/cell.ts";
import { groupedText } from "../../../shared/domain/decimal-text.ts";
import { SCALE } from "../../../shared/domain/scaled.ts";
import type { FormField } from "../../../shared/protocol/form.ts";
import { typedNumber } from "../text/typed-number.ts";
import type { InputKind, InputProps } from "./input-kind.ts";
import { NumberBox } from "./NumberBox.tsx";

const placesOf = ({ type }: FormField): number => (isScaled(type) ? SCALE[type] : 0);

function DecimalInput(props: InputProps) {
  const { field, value, onChange } = props;
  return (
    <NumberBox
      input={props}
      digits={value === null ? null : String(value)}
      onDigits={onChange}
      group={(digits) => groupedText(digits, placesOf(field))}
    />
  );
}

/** Money and quantities. The value is the digits as typed. */
export const decimal: InputKind = {
  Control: DecimalInput,
  align: "right",
  show: (value, field) => groupedText(String(value), placesOf(field)),
  read: (typed) => typedNumber(typed) || null,
};
