import { Tooltip } from "antd";
import type { ColumnKind } from "../column-kind.ts";
import { isSet, PRINTED_TEXT } from "../text/flag-text.ts";

/** How often a document was printed (Degree). */
export const printed: ColumnKind = {
  render: ({ value }) =>
    isSet(value) ? (
      <Tooltip title={`${value} 次`}>
        <span>{PRINTED_TEXT.yes}</span>
      </Tooltip>
    ) : (
      <span className="faint">{PRINTED_TEXT.no}</span>
    ),
  cell: "printed",
};
