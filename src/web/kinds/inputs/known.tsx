import { AutoComplete } from "antd";
import { useState } from "react";
import { type InputKind, type InputProps, looksOf } from "./input-kind.ts";
import { useOptions } from "./options.ts";
import { useDebounced, useSelectAria } from "./use-choices.ts";

const PAUSE_MS = 250;

function KnownInput(props: InputProps) {
  const { field, value, onChange, source } = props;
  const [isOpen, setOpen] = useState(false);
  const text = value === null ? "" : String(value);
  const search = useDebounced(text, PAUSE_MS).trim();
  const { options } = useOptions({ ...source, field: field.name, narrow: {} }, search, isOpen);
  return (
    <AutoComplete
      {...useSelectAria(props)}
      {...looksOf(props)}
      className="input-select"
      onDropdownVisibleChange={setOpen}
      popupMatchSelectWidth={false}
      placeholder="请输入"
      {...(field.length !== null && { maxLength: field.length })}
      options={options.map(({ value: known }) => ({ value: known, label: known }))}
      value={text}
      onBlur={() => text !== text.trim() && onChange(text.trim() || null)}
      onChange={(typed: string) => onChange(typed || null)}
    />
  );
}

/** A text beside which stands what the shop has written there before; another one is written as it is typed. */
export const known: InputKind = { Control: KnownInput, align: "left", show: String, read: (typed) => typed.trim() || null };
