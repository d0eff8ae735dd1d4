import { Radio, Select } from "antd";
import type { FormField } from "../../../shared/protocol/form.ts";
import { ariaOf, type InputKind, type InputProps, looksOf } from "./input-kind.ts";
import { useListOpen, useSelectAria } from "./use-choices.ts";

/** Choices as few as this are laid out; more are folded into a list. */
const FEW = 4;

function ChoiceInput(props: InputProps) {
  const { field, value, onChange, isCell } = props;
  if (isCell || field.options.length > FEW || !field.isRequired) return <Folded {...props} />;
  // antd passes the role on; its types do not know.
  const aria = { ...ariaOf(props), role: "radiogroup" };
  return <Radio.Group {...aria} options={optionsOf(field)} value={value} onChange={(event) => onChange(event.target.value)} />;
}

function Folded(props: InputProps) {
  const { field, value, onChange, opensAtOnce } = props;
  const [isOpen, setOpen] = useListOpen(opensAtOnce);
  return (
    <Select
      {...useSelectAria(props)}
      {...looksOf(props)}
      className="input-select"
      open={isOpen}
      onDropdownVisibleChange={setOpen}
      defaultActiveFirstOption={false}
      allowClear={!field.isRequired}
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      placeholder="请选择"
      options={optionsOf(field)}
      value={value}
      onChange={(chosen: string | number | boolean | null | undefined) => onChange(chosen ?? null)}
    />
  );
}

const optionsOf = ({ options }: FormField) => options.map((option) => ({ value: option.value, label: option.text }));

const optionOf = (field: FormField, text: string) =>
  field.options.find((option) => option.text === text) ?? field.options.find((option) => String(option.value) === text);

/** One of the listed codes. */
export const choice: InputKind = {
  Control: ChoiceInput,
  align: "left",
  show: (value, field) => field.options.find((option) => option.value === value)?.text ?? String(value),
  read: (typed, field) => optionOf(field, typed.trim())?.value ?? (typed.trim() || null),
};
