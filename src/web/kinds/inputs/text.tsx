import Input from "antd/es/input/Input";
import TextArea from "antd/es/input/TextArea";
import type { ChangeEvent } from "react";
import { ariaOf, type InputKind, type InputProps, looksOf } from "./input-kind.ts";

/** Texts as short as this need no counter. */
const SHORT = 20;
const ROWS = { minRows: 2, maxRows: 8 };
const ONE_ROW = { minRows: 1, maxRows: 1 };

/** What one line and several have alike; `counted`: from so many characters on they are counted. */
const textProps = (props: InputProps, counted: number) => ({
  ...ariaOf(props),
  ...looksOf(props),
  placeholder: "请输入",
  value: props.value === null ? "" : String(props.value),
  ...(props.field.length !== null && { maxLength: props.field.length, showCount: !props.isCell && props.field.length > counted }),
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => props.onChange(target.value || null),
});

function TextInput(props: InputProps) {
  const { value, onChange } = props;
  const trim = () => typeof value === "string" && value !== value.trim() && onChange(value.trim() || null);
  return <Input {...textProps(props, SHORT)} autoComplete="off" onBlur={trim} />;
}

/** One line of text; blanks around it are taken away when the field is left. */
export const text: InputKind = {
  Control: TextInput,
  align: "left",
  show: String,
  read: (typed) => typed.trim() || null,
};

/** Text of several lines. */
export const textarea: InputKind = {
  Control: (props) => <TextArea {...textProps(props, 0)} autoSize={props.isCell ? ONE_ROW : ROWS} />,
  align: "left",
  show: String,
  read: (typed) => (typed.trim() === "" ? null : typed),
};
