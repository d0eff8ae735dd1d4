import type { RefOption } from "../../../shared/protocol/form.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import type { InputKind, InputProps } from "./input-kind.ts";
import { SuggestedText, useTyped } from "./suggested-text.tsx";

const NONE: readonly RefOption[] = [];

function PlaceInput(props: InputProps) {
  const { onChange } = props;
  const typed = useTyped(props);
  const { search, isOpen } = typed;
  // Each with its province and country.
  const { data = NONE } = useCall<readonly RefOption[]>(
    ENDPOINTS.findPlace,
    { search },
    { of: "fixed", isSilent: true, enabled: isOpen && search !== "", staleTime: Number.POSITIVE_INFINITY },
  );
  const places = search === "" ? NONE : data;
  return (
    <SuggestedText
      input={props}
      typed={typed}
      placeholder="请输入地名"
      options={places.map(({ value: name, label }) => ({ value: name, label }))}
      onSelect={(chosen) => onChange(chosen, places.find((one) => one.value === chosen)?.fill)}
    />
  );
}

/** A place name. The place it is known by brings its province and country; a name nobody knows stays as it is typed. */
export const place: InputKind = { Control: PlaceInput, align: "left", show: String, read: (typed) => typed.trim() || null };
