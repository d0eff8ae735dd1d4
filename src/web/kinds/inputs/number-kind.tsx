import { InputNumber } from "antd";
import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import { typedNumber } from "../text/typed-number.ts";
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
export function numberKind({ toDigits = asItIs, toWire = asItIs, group = asItIs, unit = "", show }: NumberKind): InputKind {
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
