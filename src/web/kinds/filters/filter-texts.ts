import { type FilterValue, flagOption, listOf, readPair } from "../../../shared/domain/list/filter-values.ts";
import type { FilterControl, ScreenFilter } from "../../../shared/protocol/screen.ts";

/** A value in words, for the chip of an active filter. */
type FilterText = (value: FilterValue, filter: ScreenFilter) => string;

/** By the control that the value is entered with. */
export const FILTER_TEXTS = {
  text: (value) => String(value),
  choice: (value, filter) => {
    const chosen = new Set(listOf(value).map(String));
    return filter.options
      .filter((option) => chosen.has(String(option.value)))
      .map((option) => option.text)
      .join("、");
  },
  daterange: (value) => readPair(value)?.join(" 至 ") ?? "",
  number: (value) => (Array.isArray(value) ? value.join(" ~ ") : String(value)),
  flag: (value, filter) => flagOption(filter, value)?.text ?? "",
} satisfies Record<FilterControl, FilterText>;
