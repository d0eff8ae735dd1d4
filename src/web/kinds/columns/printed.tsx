import { Tooltip } from "antd";
import { isSet, valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** How often a document was printed (Degree). */
export const printed: ColumnKind = {
  render: ({ value }) =>
    isSet(value) ? (
      <Tooltip title={`${value} 次`}>
        <span>{valueText("printed", value)}</span>
      </Tooltip>
    ) : (
      <span className="faint">{valueText("printed", value)}</span>
    ),
};
