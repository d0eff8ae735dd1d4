import { isSet, valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Yes or no. */
export const flag: ColumnKind = {
  render: ({ value }) => (isSet(value) ? valueText("flag", value) : <span className="faint">{valueText("flag", value)}</span>),
};
