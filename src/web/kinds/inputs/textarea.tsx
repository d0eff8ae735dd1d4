import TextArea from "antd/es/input/TextArea";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

const ROWS = { minRows: 2, maxRows: 8 };
const ONE_ROW = { minRows: 1, maxRows: 1 };

function TextAreaInput(props: InputProps) {
  const { field, value, onChange, isCell, isInvalid } = props;
  return (
    <TextArea
      {...ariaOf(props)}
      autoFocus={isCell}
      variant={isCell ? "borderless" : "outlined"}
      status={isInvalid ? "error" : ""}
      placeholder="请输入"
      autoSize={isCell ? ONE_ROW : ROWS}
      value={value === null ? "" : String(value)}
      {...(field.length !== null && { maxLength: field.length, showCount: !isCell })}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    />
  );
}

/** Text of several lines. */
export const textarea: InputKind = {
  Control: TextAreaInput,
  align: "left",
  show: String,
  read: (typed) => (typed.trim() === "" ? null : typed),
};
