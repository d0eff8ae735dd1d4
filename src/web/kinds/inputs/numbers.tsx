import { InputNumber } from "antd";
import { isScaled } from "../../../shared/domain/cell.ts";
import { groupedText } from "../../../shared/domain/decimal-text.ts";
import { LEAST } from "../../../shared/domain/scaled.ts";
import { valueText } from "../../../shared/domain/value-text.ts";
import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import { ariaOf, type InputKind, looksOf } from "./input-kind.ts";

interface NumberKind extends Pick<InputKind, "show"> {
  /** The digits shown of a value; left out: the value's own. */
  readonly toDigits?: (value: string) => string;
  /** The value of the digits typed; left out: they themselves. */
  readonly toWire?: (digits: string) => WireValue;
  /** The digits grouped for reading, used while nobody types; left out: as they are. */
  readonly group?: (digits: string, field: FormField) => string;
  readonly unit?: string;
}

const asItIs = (digits: string): string => digits;

/** antd's number box over exact digits. It neither rounds nor bounds: what is wrong is told, never changed behind the user's back. */
function numberKind({ toDigits = asItIs, toWire = asItIs, group = asItIs, unit = "", show }: NumberKind): InputKind {
  return {
    Control: (input) => (
      <InputNumber<string>
        {...ariaOf(input)}
        {...looksOf(input)}
        stringMode
        controls={false}
        keyboard={false}
        className="input-number"
        placeholder="请输入"
        inputMode="decimal"
        autoComplete="off"
        {...(unit !== "" && { suffix: unit })}
        value={input.value === null ? null : toDigits(String(input.value))}
        formatter={(shown, { userTyping, input: typed }) => (userTyping ? typed : group(String(shown ?? ""), input.field))}
        parser={(typed) => typedNumber(typed ?? "")}
        onFocus={(event) => event.target.select()}
        onChange={(digits) => input.onChange(digits === null ? null : toWire(digits))}
      />
    ),
    align: "right",
    show,
    read: (typed) => {
      const digits = typedNumber(typed).replaceAll(unit, "");
      return digits === "" ? null : toWire(digits);
    },
  };
}

const grouped = (digits: string, { type }: FormField): string => groupedText(digits, isScaled(type) ? LEAST[type] : 0);

/** Money, prices and quantities. The value is the digits as typed. */
export const decimal = numberKind({ group: grouped, show: (value, field) => grouped(String(value), field) });

const WHOLE = /^-?\d{1,15}$/;

/** A whole number. On the wire it is a number; what is none yet stays text for the check to complain about. */
export const integer = numberKind({
  toWire: (digits) => (WHOLE.test(digits) ? Number(digits) : digits),
  show: (value) => valueText("integer", value),
});

/** A rate, entered and shown as percent; the point is moved on the digits, so that the value stays exact. */
export const rate = numberKind({
  unit: "%",
  toDigits: (value) => movePoint(value, 2),
  toWire: (percent) => movePoint(percent, -2),
  show: (value) => valueText("rate", value),
});

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** What people type or paste as a number, as plain digits: full-width characters, 。 for the point, separators, blanks and ￥. */
export function typedNumber(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/。/g, ".")
    .replace(/[,\s¥]/g, "")
    .replace(/^\+/, "");
}

/** Moves the point of a decimal by so many digits, to the right if positive. What is no decimal is returned as it is. */
export function movePoint(value: string, by: number): string {
  const [, sign, before = "", after = ""] = NUMBER.exec(value) ?? [];
  if (sign === undefined || before + after === "") return value;
  const whole = before.padStart(Math.max(0, -by) + 1, "0");
  const digits = whole + after.padEnd(Math.max(0, by), "0");
  const point = whole.length + by;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, "")}${fraction && `.${fraction}`}`;
}
