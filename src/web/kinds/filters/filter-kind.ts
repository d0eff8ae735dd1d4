import type { ComponentType } from "react";
import type { WireValue } from "../../../shared/protocol/list.ts";
import type { ScreenFilter } from "../../../shared/protocol/screen.ts";

/** What a filter holds: one value, or a list (choices, a pair for a range). */
export type FilterValue = WireValue | readonly WireValue[];

export interface FilterControlProps {
  readonly filter: ScreenFilter;
  /** undefined: empty. May be unclean, as the user is still typing. */
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
  /** Runs the query, e.g. on Enter. */
  readonly onSubmit: () => void;
}

/** How a filter is entered, checked and described. */
export interface FilterKind {
  readonly Control: ComponentType<FilterControlProps>;
  /** The value as it may be sent, or undefined if nothing (or nonsense) was entered. */
  readonly clean: (value: unknown, filter: ScreenFilter) => FilterValue | undefined;
  /** The value in words, for the chip of an active filter. */
  readonly describe: (value: FilterValue, filter: ScreenFilter) => string;
}
