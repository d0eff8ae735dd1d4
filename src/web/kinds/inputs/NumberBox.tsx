import { InputNumber } from "antd";
import { typedNumber } from "../text/typed-number.ts";
import { ariaOf, type InputProps } from "./input-kind.ts";

interface NumberBoxProps {
  readonly input: InputProps;
  /** The digits shown, and what to do with the digits typed. */
  readonly digits: string | null;
  readonly onDigits: (digits: string | null) => void;
  readonly unit?: string;
  /** The digits grouped for reading, used while nobody types. */
  readonly group: (digits: string) => string;
}

/** antd's number box over exact digits. It neither rounds nor bounds: what is wrong is told, never changed behind the user's back. */
export function NumberBox({ input, digits, onDigits, unit, group }: NumberBoxProps) {
  const { isCell, isInvalid } = input;
  return (
    <InputNumber<string>
      {...ariaOf(input)}
      stringMode
      controls={false}
      keyboard={false}
      autoFocus={isCell}
      variant={isCell ? "borderless" : "outlined"}
      status={isInvalid ? "error" : ""}
      className="input-number"
      placeholder="请输入"
      inputMode="decimal"
      autoComplete="off"
      {...(unit !== undefined && { suffix: unit })}
      value={digits}
      formatter={(shown, { userTyping, input: typed }) => (userTyping ? typed : group(String(shown ?? "")))}
      parser={(typed) => typedNumber(typed ?? "")}
      onFocus={(event) => event.target.select()}
      onChange={onDigits}
    />
  );
}
