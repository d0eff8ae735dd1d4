import { Checkbox, Switch } from "antd";
import { FLAG_TEXT, isSet } from "../../../shared/domain/value-text.ts";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

/** What people write for a tick, besides the field's own texts. */
const YES: ReadonlySet<string> = new Set([FLAG_TEXT.yes, "true", "1", "y", "yes", "√", "✓"]);
const NO: ReadonlySet<string> = new Set([FLAG_TEXT.no, "false", "0", "n", "no", "×"]);

const textOf = (field: InputProps["field"], value: boolean): string =>
  field.options.find((option) => option.value === value)?.text ?? (value ? FLAG_TEXT.yes : FLAG_TEXT.no);

function SwitchInput(props: InputProps) {
  const { field, value, onChange, isCell } = props;
  const checked = isSet(value);
  if (isCell) return <Checkbox {...ariaOf(props)} autoFocus checked={checked} onChange={(event) => onChange(event.target.checked)} />;
  return (
    <Switch
      {...ariaOf(props)}
      checked={checked}
      checkedChildren={textOf(field, true)}
      unCheckedChildren={textOf(field, false)}
      onChange={(next) => onChange(next)}
    />
  );
}

/** Yes or no. */
export const switchKind: InputKind = {
  Control: SwitchInput,
  align: "left",
  show: (value, field) => textOf(field, isSet(value)),
  read: (typed, field) => {
    const word = typed.normalize("NFKC").trim().toLowerCase();
    if (word === textOf(field, true) || YES.has(word)) return true;
    if (word === textOf(field, false) || NO.has(word)) return false;
    return word || null;
  },
};
