import type { InputKind, InputProps } from "./input-kind.ts";
import { useOptions } from "./options.ts";
import { SuggestedText, useTyped } from "./suggested-text.tsx";

function KnownInput(props: InputProps) {
  const { field, onChange, source } = props;
  const typed = useTyped(props);
  const { text } = typed;
  const { options } = useOptions({ ...source, field: field.name, narrow: {} }, typed.search, typed.isOpen);
  return (
    <SuggestedText
      input={props}
      typed={typed}
      placeholder="请输入"
      options={options.map(({ value: known }) => ({ value: known, label: known }))}
      onBlur={() => text !== text.trim() && onChange(text.trim() || null)}
    />
  );
}

/** A text beside which stands what the shop has written there before; another one is written as it is typed. */
export const known: InputKind = { Control: KnownInput, align: "left", show: String, read: (typed) => typed.trim() || null };
