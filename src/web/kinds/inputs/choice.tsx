import { Radio, Select } from "antd";
import type { FormField } from "../../../shared/protocol/form.ts";
import { ariaOf, type InputKind, type InputProps } from "../input-kind.ts";

import { useListOpen } from "../use-list-open.ts";

/** Choices as few as this are laid out; more are folded into a list. */
const FEW = 4;

function ChoiceInput(props: InputProps) {
  const { field, value, onChange, isCell, opensAtOnce, isInvalid } = props;
  const [isOpen, setOpen] = useListOpen(opensAtOnce);
  const options = field.options.map((option) => ({ value: option.value, label: option.text }));
  if (!isCell && options.length <= FEW && field.isRequired) {
    return <Radio.Group {...ariaOf(props)} options={options} value={value} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <Select
      {...ariaOf(props)}
      className="input-select"
      autoFocus={isCell}
      open={isOpen}
      onDropdownVisibleChange={setOpen}
      defaultActiveFirstOption={false}
      variant={isCell ? "borderless" : "outlined"}
      status={isInvalid ? "error" : ""}
      allowClear={!field.isRequired}
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      placeholder="请选择"
      options={options}
      value={value}
      onChange={(chosen: string | number | boolean | null | undefined) => onChange(chosen ?? null)}
    />
  );
}

const optionOf = (field: FormField, text: string) =>
  field.options.find((option) => option.text === text) ?? field.options.find((option) => String(option.value) === text);

/** One of the listed codes. */
export const choice: InputKind = {
  Control: ChoiceInput,
  align: "left",
  show: (value, field) => field.options.find((option) => option.value === value)?.text ?? String(value),
  read: (typed, field) => optionOf(field, typed.trim())?.value ?? (typed.trim() || null),
};
