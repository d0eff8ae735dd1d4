import { AutoComplete } from "antd";
import { useState } from "react";
import { type InputProps, looksOf } from "./input-kind.ts";
import { useDebounced, useSelectAria } from "./use-choices.ts";

const PAUSE_MS = 250;

/** What stands in a field, and what proposals are looked up for: after a pause, and once they are asked for. */
export function useTyped(value: InputProps["value"]) {
  const [isOpen, setOpen] = useState(false);
  const text = value === null ? "" : String(value);
  return { text, search: useDebounced(text, PAUSE_MS).trim(), isOpen, setOpen };
}

interface SuggestedTextProps {
  readonly input: InputProps;
  readonly typed: ReturnType<typeof useTyped>;
  readonly placeholder: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onBlur?: () => void;
  readonly onSelect?: (chosen: string) => void;
}

/** A text with proposals below it; another one stays as it is typed. */
export function SuggestedText({ input, typed: { text, setOpen }, options, ...more }: SuggestedTextProps) {
  const { field, onChange } = input;
  return (
    <AutoComplete
      {...useSelectAria(input)}
      {...looksOf(input)}
      className="input-select"
      onDropdownVisibleChange={setOpen}
      popupMatchSelectWidth={false}
      {...(field.length !== null && { maxLength: field.length })}
      options={[...options]}
      value={text}
      onChange={(next: string) => onChange(next || null)}
      {...more}
    />
  );
}
