import type { FilterControl } from "../../../shared/protocol/screen.ts";
import { ChoiceFilter } from "./choice.tsx";
import { DateRangeFilter } from "./daterange.tsx";
import type { FilterKind } from "./filter-kind.ts";
import { FlagFilter } from "./flag.tsx";
import { NumberFilter } from "./number.tsx";
import { TextFilter } from "./text.tsx";

/** Every filter control of the protocol. A control without a kind does not compile. */
export const FILTER_KINDS = {
  text: TextFilter,
  choice: ChoiceFilter,
  daterange: DateRangeFilter,
  number: NumberFilter,
  flag: FlagFilter,
} satisfies Record<FilterControl, FilterKind>;
