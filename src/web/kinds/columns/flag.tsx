import type { ColumnKind } from "../column-kind.ts";
import { FLAG_TEXT, isSet } from "../text/flag-text.ts";

/** Yes or no. */
export const flag: ColumnKind = {
  render: ({ value }) => (isSet(value) ? FLAG_TEXT.yes : <span className="faint">{FLAG_TEXT.no}</span>),
  cell: "flag",
};
