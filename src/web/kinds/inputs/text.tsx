import Input from "antd/es/input/Input";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

/** Texts as short as this need no counter. */
const SHORT = 20;

function TextInput(props: InputProps) {
  const { field, value, onChange, isCell, isInvalid } = props;
  const hasCounter = !isCell && field.length !== null && field.length > SHORT;
  return (
    <Input
      {...ariaOf(props)}
      autoFocus={isCell}
      variant={isCell ? "borderless" : "outlined"}
      status={isInvalid ? "error" : ""}
      placeholder="请输入"
      autoComplete="off"
      value={value === null ? "" : String(value)}
      {...(field.length !== null && { maxLength: field.length, showCount: hasCounter })}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
      onBlur={() => typeof value === "string" && value !== value.trim() && onChange(value.trim() || null)}
    />
  );
}

/** One line of text; blanks around it are taken away when the field is left. */
export const text: InputKind = {
  Control: TextInput,
  align: "left",
  show: String,
  read: (typed) => typed.trim() || null,
};
