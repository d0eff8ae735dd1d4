import type { ColumnKind } from "../column-kind.ts";
import { decimalText } from "../text/decimal-text.ts";

/** A whole number with thousands separators. */
export const integer: ColumnKind = {
  render: ({ value }) => <span className="num">{decimalText(String(value), 0)}</span>,
  cell: "integer",
};
