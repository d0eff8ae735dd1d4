import type { ComponentType } from "react";
import type { FilterValue } from "../../../shared/domain/list/filter-values.ts";
import type { ScreenFilter } from "../../../shared/protocol/screen.ts";

export interface FilterControlProps {
  readonly filter: ScreenFilter;
  /** undefined: empty. May be unclean, as the user is still typing. */
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
  /** Runs the query, e.g. on Enter. */
  readonly onSubmit: () => void;
}

/** How a filter is entered and described; what of it may be sent says shared/domain/list/filter-values.ts. */
export interface FilterKind {
  readonly Control: ComponentType<FilterControlProps>;
  /** The value in words, for the chip of an active filter. */
  readonly describe: (value: FilterValue, filter: ScreenFilter) => string;
}
