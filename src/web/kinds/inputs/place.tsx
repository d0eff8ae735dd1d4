import { AutoComplete } from "antd";
import { useState } from "react";
import type { RefOption } from "../../../shared/protocol/form.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { type InputKind, type InputProps, looksOf } from "./input-kind.ts";
import { useDebounced, useSelectAria } from "./use-choices.ts";

const PAUSE_MS = 250;
const NONE: readonly RefOption[] = [];

function PlaceInput(props: InputProps) {
  const { field, value, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const text = value === null ? "" : String(value);
  const search = useDebounced(text, PAUSE_MS).trim();
  // Each with its province and country.
  const { data = NONE } = useCall<readonly RefOption[]>(
    ENDPOINTS.findPlace,
    { search },
    { of: "fixed", isSilent: true, enabled: isOpen && search !== "", staleTime: Number.POSITIVE_INFINITY },
  );
  const places = search === "" ? NONE : data;
  return (
    <AutoComplete
      {...useSelectAria(props)}
      {...looksOf(props)}
      className="input-select"
      onDropdownVisibleChange={setOpen}
      popupMatchSelectWidth={false}
      placeholder="请输入地名"
      {...(field.length !== null && { maxLength: field.length })}
      options={places.map(({ value: name, label }) => ({ value: name, label }))}
      value={text}
      onChange={(typed: string) => onChange(typed || null)}
      onSelect={(chosen: string) => onChange(chosen, places.find((one) => one.value === chosen)?.fill)}
    />
  );
}

/** A place name. The place it is known by brings its province and country; a name nobody knows stays as it is typed. */
export const place: InputKind = { Control: PlaceInput, align: "left", show: String, read: (typed) => typed.trim() || null };
