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

/** How a filter is entered; what of it may be sent says shared/domain/list/filter-values.ts, what it is in words filter-texts.ts. */
export type FilterKind = ComponentType<FilterControlProps>;
