import { AutoComplete } from "antd";
import { useState } from "react";
import { useComposed } from "../composing.ts";
import { ariaOf, type InputProps, looksOf } from "./input-kind.ts";
import { useDebounced, useSelectAria } from "./use-choices.ts";

const PAUSE_MS = 250;

/** What stands in a field, and what proposals are looked up for: after a pause, and once they are asked for. */
export function useTyped(input: InputProps) {
  const [isOpen, setOpen] = useState(false);
  const text = input.value === null ? "" : String(input.value);
  const search = useDebounced(useComposed(ariaOf(input).id, text), PAUSE_MS).trim();
  return { text, search, isOpen, setOpen };
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
